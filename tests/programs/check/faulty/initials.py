"""The first letter of a family name."""


def initial(names: list[str]) -> str:
    if not names:
        return ""
    return names[-1][0]  # fault: index
