"""What features add to what is shown. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field


@dataclass
class Hooks:
    # The templates that are drawn where `{% slot "name" %}` stands in one of a page, with what that one knows.
    slots: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


hooks = Hooks()
