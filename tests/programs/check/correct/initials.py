"""The first letter of a family name."""


def initial(names: list[str]) -> str:
    if not names or not names[-1]:
        return ""
    return names[-1][0]
