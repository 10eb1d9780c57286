"""The one failure of all that is sent, whatever the channel: what the worker must know to go on."""

from __future__ import annotations


class SendError(Exception):
    """A message that was not known to be taken. Its text says why, in words for the member whose address it is.

    `permanent`: not to be sent again. `gone`: nobody is at the address any more, which is permanent, too.
    `doubtful`: it may have arrived after all. `retry_after`: how many seconds the receiver asks to wait, if it does.
    """

    def __init__(
        self,
        reason: str,
        *,
        permanent: bool = False,
        gone: bool = False,
        doubtful: bool = False,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.permanent = permanent or gone
        self.gone = gone
        self.doubtful = doubtful
        self.retry_after = retry_after
