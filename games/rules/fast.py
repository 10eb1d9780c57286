"""Compiled functions, if numba is installed (requirements-fast.txt). Without it they are the same functions, slower.

numba compiles a function once for each machine and stores it in NUMBA_CACHE_DIR. Loading takes seconds, so it happens
in a thread, and a search works without the compiled functions until they are there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
IS_INSTALLED = find_spec("numba") is not None


def compiled(function: Function) -> Function:
    """Let numba compile a function on its first call. It may only call other compiled functions."""
    if not IS_INSTALLED:
        return function
    fast: Function = import_module("numba").njit(cache=True)(function)
    return fast


class Module:
    """A module of compiled functions. It has a function `warm`, which calls each of them once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.loaded: Any = None
        self.begin = cache(Thread(target=self.load, daemon=True).start)

    def load(self) -> Any:
        """Load the module, and compile it if it wasn't compiled before."""
        module = import_module(self.name)
        module.warm()
        self.loaded = module
        return module

    def ready(self) -> Any:
        """Return the module if it is loaded, else None. The first call begins to load it, if numba is installed."""
        if IS_INSTALLED and self.loaded is None:
            self.begin()
        return self.loaded
