"""Operations of `collections`, `itertools`, `bisect`, `heapq`, `functools` and `operator`."""

from __future__ import annotations

from tests.selfcheck.verification import Operation

_ITERATION = [
    "list(itertools.product(a, repeat=b))",
    "list(itertools.permutations(a, b))",
    "list(itertools.combinations(a, b))",
    "list(itertools.combinations_with_replacement(a, b))",
    "list(itertools.islice(a, b))",
    "list(itertools.islice(a, 1, b))",
    "list(itertools.repeat(b, 2))",
    "list(itertools.repeat(1, b))",
    "list(itertools.chain(a, [b]))",
    "list(itertools.chain.from_iterable([a, [b]]))",
    "list(itertools.accumulate(a, initial=b))",
    "list(itertools.accumulate(a, max))",
    "[(k, list(g)) for k, g in itertools.groupby(a)]",
    "list(itertools.takewhile(lambda x: x < b, a))",
    "list(itertools.dropwhile(lambda x: x < b, a))",
    "list(itertools.filterfalse(None, a))",
    "list(itertools.zip_longest(a, [1], fillvalue=b))",
    "list(itertools.compress(a, [b, 1]))",
    "list(itertools.starmap(max, [(b, 1)]))",
    "list(itertools.pairwise(a))",
    "[list(one) for one in itertools.tee(a, 2)]",
    "next(itertools.count(b))",
]

_ORDER = [
    "bisect.bisect_left(a, b)",
    "bisect.bisect(a, b)",
    "bisect.bisect_right([1, 3, 5], 3, b)",
    "bisect.bisect([1, 3, 5], b, 1, 2)",
    "bisect.bisect_left(a, b, key=lambda x: -x)",
    "(bisect.insort(a, b), a)",
    "(heapq.heapify(a), a)",
    "(heapq.heappush(a, b), a)",
    "heapq.heappop(a)",
    "heapq.heappushpop(a, b)",
    "heapq.nlargest(b, a)",
    "heapq.nsmallest(2, a)",
    "heapq.nlargest(2, a, key=lambda x: -x)",
    "functools.reduce(lambda x, y: x * 2 + y, a, b)",
    "functools.reduce(max, a)",
    "functools.reduce(operator.add, a)",
    "operator.contains(a, b)",
    "operator.getitem(a, b)",
    "operator.countOf(a, b)",
    "operator.indexOf(a, b)",
    "operator.itemgetter(0)(a)",
    "operator.itemgetter(b)(a)",
    "sorted([(1, b), (0, b)], key=operator.itemgetter(0))",
    "operator.methodcaller('pop', b)(a)",
]

_QUEUES = [
    "collections.deque(a)",
    "collections.deque(a, b)",
    "collections.deque(a, maxlen=b)",
    "collections.deque(a)[b]",
    "(lambda d: (d.rotate(b), d))(collections.deque(a))",
    "b in collections.deque(a)",
    "collections.deque(a).count(b)",
    "collections.deque(a).index(b)",
    "collections.deque([1, 2, 1]).index(1, b)",
    "(lambda d: (d.remove(b), d))(collections.deque(a))",
    "(lambda d: (d.insert(b, 9), d))(collections.deque(a))",
    "(lambda d: (d.append(b), d))(collections.deque(a, 2))",
    "(lambda d: (d.appendleft(b), d.extendleft(a), d))(collections.deque())",
    "(lambda d: (d.__setitem__(b, 1), d))(collections.deque(a))",
    "(lambda d: (d.__delitem__(b), d))(collections.deque(a))",
    "collections.deque(a) == collections.deque([b])",
    "collections.deque(a) < collections.deque([b])",
    "collections.deque(a) * b",
    "(lambda d: (d.pop(), d.popleft(), d))(collections.deque(a))",
    "max(collections.deque(a), default=b)",
    "list(reversed(collections.deque(a)))",
]

_DICTIONARIES = [
    "collections.defaultdict(int)[b]",
    "collections.defaultdict(list, {1: [2]})[b]",
    "(lambda d: ([d[x].append(x) for x in a], d))(collections.defaultdict(list))",
    "collections.OrderedDict([(b, 1), (2, 3)])",
    "list(collections.OrderedDict([(b, 1), (2, 3)]).items())",
    "collections.OrderedDict([(b, 1), (2, 3)]) == collections.OrderedDict([(1, b), (2, 3)])",
    "(lambda d: (d.move_to_end(b), list(d), {**d}))(collections.OrderedDict([(b, 1), (2, 3)]))",
    "(lambda d: (d.popitem(last=b), list(d)))(collections.OrderedDict([(1, 1), (2, 3)]))",
    "collections.ChainMap({1: 2}, {b: 3})[1]",
    "collections.namedtuple('Point', 'x y')(b, 1).x",
    "collections.namedtuple('Point', 'x y')(b, 1)[b]",
]

OPERATIONS = [
    Operation(expression, ("list[int]", "int")) for expression in _ITERATION + _ORDER + _QUEUES + _DICTIONARIES
]
