"""What features add to match records. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.models import Table


@dataclass
class Hooks:
    # Members of a table's record besides the core's.
    exported: list[Callable[[Table], Mapping[str, Any]]] = field(default_factory=list)
    # What is stored of them for a table that was made of such a record, in the same transaction.
    imported: list[Callable[[Table, Mapping[str, Any]], None]] = field(default_factory=list)


hooks = Hooks()
