"""Floats: comparisons, arithmetic and a division."""


def clamp_ratio(part: float, whole: float) -> float:
    """
    :assume: part == part, whole == whole
    :raises: ZeroDivisionError: whole == 0
    :ensure: 0.0 <= returnv <= 1.0
    """
    ratio = part / whole
    if ratio != ratio:
        return 0.0
    if ratio < 0.0:
        return 0.0
    if ratio > 1.0:
        return 1.0
    return ratio


def band(temperature: float) -> str:
    """Which band a temperature is in."""
    if temperature != temperature:
        return "none"
    if temperature < -12.5:
        return "ice"
    if temperature < 0.0:
        return "frost"
    if temperature < 21.75:
        return "mild"
    if temperature * 2.0 < 71.0:
        return "warm"
    return "hot"
