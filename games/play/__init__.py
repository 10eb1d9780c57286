"""Everything that changes a table, and nothing that shows one.

Every change is a command that is played (games/play/commands.py): it is executed, saved in one transaction and, once
that is committed, published to the `listeners` of storage.py. What can't be done raises Refused(code, **params) and
changes nothing.
"""
