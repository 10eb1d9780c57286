"""A workbench for authors of games: all seats of a table in one window, and tables that begin at a stored position.

Installed only with DEBUG, because it shows every hand.
"""
