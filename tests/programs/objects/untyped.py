"""Classes that declare no types: what the methods do with attributes says what constructors are given."""


class Stack:
    def __init__(self, items):
        self.items = items

    def push(self, item):
        self.items.append(item)
        return len(self.items)

    def pop(self):
        return self.items.pop()


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def shouted(self):
        return self.owner.upper()


class Label:
    def __init__(self, text):
        self.text = text


def width(label: Label):
    return label.text + 1


class Node:
    def __init__(self, value, following=None):
        self.value = value
        self.following = following


def last(node: Node):
    while node.following is not None:
        node = node.following
    return node.value


LABEL = Label("seen")
