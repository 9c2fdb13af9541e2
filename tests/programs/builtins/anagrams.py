"""Whether two words have the same letters."""


def _letters(word: str) -> list[str]:
    return sorted(word)


def same_letters_faulty(one: str, two: str) -> bool:
    answer = len(one) == len(two) and all(letter in two for letter in one)
    assert not answer or _letters(one) == _letters(two)
    return answer


def same_letters_repaired(one: str, two: str) -> bool:
    answer = len(one) == len(two) and all(one.count(letter) == two.count(letter) for letter in one)
    assert not answer or _letters(one) == _letters(two)
    return answer
