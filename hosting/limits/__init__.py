"""The one limiter: what visitors may ask of the site. `table.py` names every limit; `buckets.py` keeps how often
something may be done, and `places.py` how much may be under way at once. Whoever reaches a limit waits or is refused;
nobody else does."""
