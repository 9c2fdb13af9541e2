"""Cutting results into pages: an error that only a page size nobody tried can show."""


def last_page(items: int, per_page: int) -> int:
    """How many items the last page has; `per_page` comes from the query string."""
    if items <= 0:
        return 0
    full_pages = items // per_page
    rest = items - full_pages * per_page
    return rest if rest else per_page
