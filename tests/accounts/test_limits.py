"""What one address may do at a time."""

from __future__ import annotations

from django.test import RequestFactory

from accounts import limits


def test_an_address_does_one_thing_after_the_other(rf: RequestFactory) -> None:
    first, same, other = (
        rf.post("/import/", REMOTE_ADDR=address) for address in ("2.2.2.2", "2.2.2.2", "3.3.3.3")
    )
    for _ in range(2):
        with limits.alone(first, "failed_import") as free, limits.alone(other, "failed_import") as too:
            with limits.alone(same, "failed_import") as refused:
                assert refused is not None
                assert refused.status_code == 429
            assert (free, too) == (None, None)
