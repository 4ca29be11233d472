"""The deal of the day: for everybody the same from the date, and results that friends can check (docs/daily.md)."""
