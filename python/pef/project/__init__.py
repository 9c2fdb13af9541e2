"""What to check in a project and how it is configured: functions, pragmas, the baseline, kept results."""
