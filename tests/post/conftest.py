"""A database in a file, for tests in which another process or thread takes part."""

from tests.games.conftest import empty_file, file_database

__all__ = ["empty_file", "file_database"]
