"""Everything that changes a table, and nothing that shows one.

Every change is a command that goes through `play` (games/play/road.py): it is judged, stored in one transaction and,
once that is committed, published to those that `committed` lists. What can't be done raises Refused(code, **params) and
changes nothing.
"""
