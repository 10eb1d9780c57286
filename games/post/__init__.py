"""The post: what was noticed is sorted into deliveries, and what is due of one person and channel goes out as one
message. Reads tables and people, writes notices and deliveries, changes no table. Rows are the truth; a process that
ends at any moment loses nothing."""

from games.post.poster import Poster
from games.post.sorting import replan

__all__ = ["Poster", "replan"]
