"""The site's limiter. `all_limits.py` defines every limit, `buckets.py` counts how often something is done, and
`places.py` how much is under way at once. Only visitors who reach a limit wait or are refused."""
