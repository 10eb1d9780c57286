"""The error of all channels, with what the worker needs to go on."""

from __future__ import annotations


class SendError(Exception):
    """A message is not known to have been accepted. The text gives the reason, for the member who owns the address.

    `permanent`: don't send it again. `gone`: the address does not exist any more, which is permanent as well.
    `doubtful`: it may have arrived. `retry_after`: the seconds that the receiver asks to wait.
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
