"""The site's limiter. Only visitors who reach a limit wait or are refused.

`all_limits.py` defines every limit, `buckets.py` counts how often something is done, and `places.py` how much is under
way at once.
"""
