"""`key=value;key=value`: a fault behind one key and one value."""


def parse(text: str) -> dict[str, str]:
    settings = {}
    for part in text.split(";"):
        key, found, value = part.partition("=")
        if not found:
            continue
        settings[key.strip()] = value.strip()
    return settings


def level_faulty(text: str) -> int:
    settings = parse(text)
    if settings.get("mode") == "raw":
        return 10 // (len(settings) - 1)
    return len(settings)


def level_repaired(text: str) -> int:
    settings = parse(text)
    if settings.get("mode") == "raw":
        return 10 // len(settings)
    return len(settings)
