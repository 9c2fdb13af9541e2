"""The situations with classes of the original PEF's thesis (3.4 and appendix), written anew."""


class Stack:
    def __init__(self, initial=None):
        """
        :types: initial: list
        """
        self.items = [] if initial is None else initial

    def push(self, item: int):
        self.items.append(item)

    def pop(self):
        try:
            return self.items.pop(0)
        except IndexError:
            raise IndexError("pop from an empty stack") from None

    def __len__(self):
        return len(self.items)


def pop_n_times(stack, times):
    """
    :types: stack: Stack, times: int
    """
    for _ in range(times):
        stack.pop()
    if len(stack) > 0:
        print("some are left")


class Queue:
    def __init__(self, initial):
        """
        :types: initial: list
        """
        self.waiting = []
        if initial:
            self.waiting = initial

    def push(self, item: int):
        self.waiting.append(item)

    def pop(self):
        if not self.waiting:
            raise IndexError("pop from an empty queue")
        return self.waiting.pop()

    def __len__(self):
        return len(self.waiting)


def drain(queue: Queue, wanted: int):
    taken = 0
    while taken < wanted and len(queue) > 0:
        queue.pop()
        taken += 1
    return taken


class Lista:
    def __init__(self, value, following):
        """
        :type: value: int, following: [Lista, NoneType]
        """
        self.value = value
        self.following = following


def sum_lista(values):
    """
    :type: values: Lista
    """
    if values.following is None:
        return values.value
    return values.value + sum_lista(values.following)


class BinaryTree:
    def __init__(self, key, left=None, right=None):
        """
        :type: key: int, left: [BinaryTree, None], right: [BinaryTree, None]
        """
        self.key = key
        self.left = left
        self.right = right


def insert_left(tree, key):
    """
    :type: tree: BinaryTree, key: int
    """
    if tree.left is None:
        tree.left = BinaryTree(key)
    else:
        tree.left = BinaryTree(key, left=tree.left)
    return tree.left.key


class NumeroOString:
    def __init__(self, content):
        """
        :type: content: [int, str]
        """
        self.content = content


def is_short(value: NumeroOString):
    if isinstance(value.content, str):
        return len(value.content) < 2
    return value.content < 10


class MayorQueCinco:
    def __init__(self, number):
        """
        :type: number: int
        """
        if number > 5:
            self.value = number
        else:
            self.value = number + 5
            self.was_small = True


def origin(value: MayorQueCinco):
    if hasattr(value, "was_small"):
        return "small"
    return "large" if value.value > 10 else "middle"


class ClaseUnica:
    counter = 0

    def __init__(self, number):
        """
        :type: number: int
        """
        self.number = number
        ClaseUnica.counter = ClaseUnica.counter + 1


def require_unique(one):
    """
    :type: one: ClaseUnica
    """
    if one.counter >= 2:
        raise RuntimeError("more than one")
    return one.counter


def require_unique_of_two(one: ClaseUnica, two: ClaseUnica):
    if one.counter >= 2 and one is not two:
        raise RuntimeError("more than one")


def first_of_many(many: list[ClaseUnica]):
    return ClaseUnica.counter
