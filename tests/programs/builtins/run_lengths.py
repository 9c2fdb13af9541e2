"""Run-length encoding: decoding what was encoded gives the text back."""


def encode(text: str) -> list[tuple[str, int]]:
    runs: list[tuple[str, int]] = []
    for character in text:
        if runs and runs[-1][0] == character:
            runs[-1] = (character, runs[-1][1] + 1)
        else:
            runs.append((character, 1))
    return runs


def decode_faulty(runs: list[tuple[str, int]]) -> str:
    # A run of three is taken for the mark of a run of two.
    return "".join(character * (count if count != 3 else 2) for character, count in runs)


def decode_repaired(runs: list[tuple[str, int]]) -> str:
    return "".join(character * count for character, count in runs)


def round_trip_faulty(text: str) -> None:
    assert decode_faulty(encode(text)) == text


def round_trip_repaired(text: str) -> None:
    assert decode_repaired(encode(text)) == text
