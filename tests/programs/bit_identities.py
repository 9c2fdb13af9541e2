"""Identities of bits that people write: each holds for ints of any size."""


def xor_twice(a: int, b: int) -> None:
    assert (a ^ b) ^ b == a


def parity_of_a_union(a: int, b: int) -> None:
    if (a | b) & 1 == 0:
        assert a % 2 == 0


def swap_by_xor(a: int, b: int) -> None:
    x, y = a, b
    x ^= y
    y ^= x
    x ^= y
    assert x == b and y == a


def absorption_of_or(a: int, b: int) -> None:
    assert a & (a | b) == a


def absorption_of_and(a: int, b: int) -> None:
    assert a | (a & b) == a


def de_morgan_of_and(a: int, b: int) -> None:
    assert ~(a & b) == ~a | ~b


def de_morgan_of_or(a: int, b: int) -> None:
    assert ~(a | b) == ~a & ~b


def distribution(a: int, b: int, c: int) -> None:
    assert a & (b | c) == (a & b) | (a & c)


def association(a: int, b: int, c: int) -> None:
    assert (a ^ b) ^ c == a ^ (b ^ c)


def xor_by_and_and_or(a: int, b: int) -> None:
    assert a ^ b == (a | b) & ~(a & b)


def xor_by_difference(a: int, b: int) -> None:
    assert a ^ b == (a | b) - (a & b)


def sum_by_carries(a: int, b: int) -> None:
    assert a + b == (a ^ b) + 2 * (a & b)


def sum_by_union(a: int, b: int) -> None:
    assert a + b == (a | b) + (a & b)


def average(a: int, b: int) -> None:
    assert (a & b) + ((a ^ b) >> 1) == (a + b) >> 1


def aligned_up_is_not_below(n: int) -> None:
    assert (n + 7) & ~7 >= n


def aligned_up_is_a_multiple(n: int) -> None:
    assert ((n + 7) & ~7) % 8 == 0


def aligned_up_is_near(n: int) -> None:
    assert (n + 7) & ~7 < n + 8


def shifted_there_and_back(x: int, k: int) -> None:
    if 0 <= k <= 8:
        assert (x >> k) << k <= x


def mask_of_a_byte(x: int) -> None:
    if 0 <= x <= 255:
        assert x & 0xFF == x


def mask_bounds(x: int, mask: int) -> None:
    if mask >= 0:
        assert 0 <= x & mask <= mask


def without_lowest_bit_is_less(n: int) -> None:
    if n > 0:
        assert n & (n - 1) < n


def lowest_bit_is_positive(n: int) -> None:
    if n != 0:
        assert n & -n > 0


def lowest_bit_is_set(n: int) -> None:
    assert (n & -n) | n == n


def without_lowest_bit(n: int) -> None:
    assert n & (n - 1) == n - (n & -n)


def flag_set(flags: int) -> None:
    assert (flags | 4) & 4


def flag_cleared(flags: int) -> None:
    assert not (flags & ~4) & 4


def any_flag_set(flags: int, f: int) -> None:
    assert (flags | f) & f == f


def any_flag_cleared(flags: int, f: int) -> None:
    assert (flags & ~f) & f == 0


def flags_toggled(flags: int, f: int) -> None:
    assert (flags ^ f) & f == f & ~flags


def union_is_not_less(x: int, y: int) -> None:
    if x >= 0 and y >= 0:
        assert x | y >= max(x, y)


def intersection_is_not_more(x: int, y: int) -> None:
    if x >= 0 and y >= 0:
        assert x & y <= min(x, y)


def sign_of_xor(x: int, y: int) -> None:
    assert (x ^ y < 0) == ((x < 0) != (y < 0))


def gray_code_is_not_negative(n: int) -> None:
    g = n ^ (n >> 1)
    if n >= 0:
        assert g >= 0


def gray_code_parity(n: int) -> None:
    assert (n ^ (n >> 1)) & 1 == (n & 1) ^ ((n >> 1) & 1)


def colours_packed(r: int, g: int, b: int) -> None:
    if 0 <= r < 256 and 0 <= g < 256 and 0 <= b < 256:
        c = (r << 16) | (g << 8) | b
        assert (c >> 16) & 0xFF == r and (c >> 8) & 0xFF == g and c & 0xFF == b


def xor_of_equals(a: int, b: int) -> None:
    if a == b:
        assert a ^ b == 0
    else:
        assert a ^ b != 0


def parts_of_a_mask(a: int, m: int) -> None:
    assert a == (a & m) | (a & ~m)


def sum_of_parts_of_a_mask(a: int, m: int) -> None:
    assert a == (a & m) + (a & ~m)


def merge_under_mask(a: int, b: int, mask: int) -> None:
    assert ((a ^ ((a ^ b) & mask)) & mask) == b & mask


def sign_extension(x: int) -> None:
    if -128 <= x < 128:
        assert ((x & 0xFF) ^ 0x80) - 0x80 == x


def parity_of_a_sum(a: int, b: int) -> None:
    assert (a ^ b) & 1 == (a + b) & 1


def lowest_bit_of_odd(n: int) -> None:
    if n & 1:
        assert n | 1 == n and n ^ 1 == n - 1
    else:
        assert n | 1 == n + 1


def power_of_two_is_even(n: int) -> None:
    if n > 0 and n & (n - 1) == 0:
        assert n == 1 or n % 2 == 0


def negation_by_inversion(a: int, b: int) -> None:
    assert -(a) == ~a + 1 and a - b == a + ~b + 1


def union_of_disjoint(a: int, b: int) -> None:
    if a & b == 0:
        assert a | b == a + b


def xor_of_disjoint(a: int, b: int) -> None:
    if a & b == 0:
        assert a ^ b == a | b


def alternating_masks(x: int) -> None:
    assert (x & 0x55) | (x & 0xAA) == x & 0xFF


def subsets_are_transitive(a: int, b: int, c: int) -> None:
    if a & b == a and b & c == b:
        assert a & c == a
