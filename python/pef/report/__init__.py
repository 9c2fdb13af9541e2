"""Output formats: each is one file with one class, and one line in `FORMATS` of `pef.report.formats`."""
