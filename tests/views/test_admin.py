"""The admin shows tables and moves, and can't change history."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertTemplateUsed

from accounts.guests import new_guest
from games.deals import commitment, days
from games.models import Move
from games.notifications.routing import mail_address
from tests.deals import examples
from tests.deals.examples import DAY, at
from tests.helpers import given
from tests.helpers.given import browser, person, running, stored
from tests.helpers.not_none import not_none
from tests.notifications.members import member

pytestmark = pytest.mark.django_db


def host() -> Client:
    return browser(person("Host", is_staff=True, is_superuser=True))


def test_the_host_finds_tables_by_id_by_name_and_by_state() -> None:
    snapshot, over = running(), given.finished(3)
    client = host()
    page = client.get(f"/admin/games/table/?q={snapshot.table.pk}").content.decode()
    assert snapshot.table.pk in page
    assert over.table.pk not in page
    page = client.get("/admin/games/table/?q=Cleo&status__exact=over").content.decode()
    assert over.table.pk in page
    assert snapshot.table.pk not in page
    assert client.get(f"/admin/games/move/?q={over.table.pk}&by__exact=person").status_code == 200


def test_nothing_of_history_can_be_added_changed_or_deleted() -> None:
    snapshot = given.finished()
    client, row = host(), Move.objects.filter(table=snapshot.table).last()
    before = stored(snapshot.table.pk)
    for place, pk in (("table", snapshot.table.pk), ("move", not_none(row).pk)):
        assert client.get(f"/admin/games/{place}/add/").status_code == 403
        page = client.get(f"/admin/games/{place}/{pk}/change/")
        assert page.status_code == 200
        assert 'name="_save"' not in page.content.decode()
        assert client.post(f"/admin/games/{place}/{pk}/change/", {"number": 99}).status_code == 403
        assert client.post(f"/admin/games/{place}/{pk}/delete/", {"post": "yes"}).status_code == 403
        action = {"action": "delete_selected", "_selected_action": pk, "post": "yes"}
        client.post(f"/admin/games/{place}/", action)
    assert stored(snapshot.table.pk) == before


def test_the_host_sees_the_seats_and_never_the_seed_or_the_link() -> None:
    snapshot = running()
    page = host().get(f"/admin/games/table/{snapshot.table.pk}/change/").content.decode()
    assert "Ada" in page
    assert snapshot.table.commitment in page
    assert snapshot.table.seed not in page
    assert snapshot.table.invite not in page
    # They change when somebody gives a conditional move, which is theirs alone.
    assert "Touched at" not in page and "Warned at" not in page


def test_the_host_sees_no_cards_before_the_match_is_over() -> None:
    snapshot = running(seed="host")
    given.step(snapshot)
    card = given.now(snapshot).state.deck[0]
    client, row = host(), Move.objects.get(table=snapshot.table, number=1)
    assert card not in client.get(f"/admin/games/move/{row.pk}/change/").content.decode()
    given.play_until(snapshot, "over")
    assert card in client.get(f"/admin/games/move/{row.pk}/change/").content.decode()


def test_the_host_sees_no_cards_of_a_deal_of_the_day_before_it_is_closed() -> None:
    with at():
        table = not_none(examples.played(examples.drawn(), examples.member()).table)
        address = f"/admin/games/move/{Move.objects.get(table=table, number=0).pk}/change/"
        assert table.is_over
        assert "&quot;deck&quot;" not in host().get(address).content.decode()
    with at(days.closes(DAY)):
        commitment.close(timezone.now())
        assert "&quot;deck&quot;" in host().get(address).content.decode()


@pytest.mark.parametrize(
    ("page", "lookup"),
    [
        ("games/table", "seed__startswith"),
        ("games/table", "invite"),
        ("games/move", "move__deck__0"),
        ("games/move", "table__seed__startswith"),
        ("mfa/authenticator", "data__secret__startswith"),
        ("accounts/user", "token_hash__startswith"),
        ("usersessions/usersession", "session_key__startswith"),
    ],
)
def test_nothing_hidden_is_found_out_by_filters(page: str, lookup: str) -> None:
    assert host().get(f"/admin/{page}/", {lookup: "a"}).status_code == 400


def test_lists_are_filtered_by_what_they_offer() -> None:
    snapshot, client = running(), host()
    for page, about in (
        ("games/table", {"status__exact": "running", "opened_at__year": "2026", "id": snapshot.table.pk}),
        ("games/move", {"table__game__exact": "parade", "table": snapshot.table.pk}),
        ("accounts/user", {"is_staff__exact": "1"}),
    ):
        assert client.get(f"/admin/{page}/", about).status_code == 200


def test_the_host_corrects_the_address_to_which_mails_go() -> None:
    ada = member("Ada")
    row = EmailAddress.objects.get(user=ada)
    page = f"/admin/accounts/user/{ada.pk}/change/"
    form = host().get(page).context
    inline = form["inline_admin_formsets"][0].formset
    assert 'name="email"' not in str(form["adminform"].form)
    data = {f"{inline.prefix}-{name}": "1" for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    data |= {f"{inline.prefix}-0-{name}": "on" for name in ("verified", "primary")}
    own = {"id": row.pk, "user": ada.pk, "email": "right@example.org"}
    data |= {f"{inline.prefix}-0-{name}": str(value) for name, value in own.items()}
    assert host().post(page, data | {"username": "Ada", "is_active": "on"}).status_code == 302
    ada.refresh_from_db()
    assert (mail_address(ada), ada.email) == ("right@example.org", "right@example.org")


def test_saving_a_person_without_listed_addresses_keeps_the_address_of_the_account() -> None:
    ada = person("Ada", email="ada@example.org")
    data = {"username": "Ada", "is_active": "on"}
    data |= {f"emailaddress_set-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS")}
    assert host().post(f"/admin/accounts/user/{ada.pk}/change/", data).status_code == 302
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"


def test_nobody_reads_the_keys_of_sessions() -> None:
    client = browser(person("Ada"))
    client.get("/preferences/")
    session = UserSession.objects.get(user=person("Ada"))
    assert (
        session.session_key
        not in host().get(f"/admin/usersessions/usersession/{session.pk}/change/").content.decode()
    )


def test_a_host_who_played_as_a_guest_may_sign_in() -> None:
    client = browser(new_guest("Hatter"))
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1] == ("/accounts/login/?next=/admin/", 302)
    assert answer.status_code == 200


def test_nobody_but_the_host_gets_in() -> None:
    snapshot = running()
    for client in (browser(person("Ben")), browser(None)):
        assert client.get(f"/admin/games/table/{snapshot.table.pk}/change/").status_code == 302


def test_a_member_reads_in_the_sites_frame_that_the_administration_is_not_allowed() -> None:
    response = browser(person("Ada")).get("/admin/games/table/", follow=True)
    assert response.status_code == 403
    assert "Your account has no right" in response.content.decode()
    assertTemplateUsed(response, "base.html")
