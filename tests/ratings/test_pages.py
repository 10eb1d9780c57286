"""Pages: leaderboards, a person's ratings, what a table says before and after its match, and numbers kept private."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.data import deletion
from accounts.models import User
from games.models import Friend, Table
from games.play import seating
from games.queries import lobby
from games.ratings import leaders, pools
from games.ratings.leaders import leaderboard
from games.ratings.models import HiddenRating, RatedMatch, Rating
from tests.helpers import given
from tests.ratings.steps import POOL, resigned, skill

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def rated(name: str, mu: float, opponents: int = 3, **fields: int) -> User:
    """Somebody with a rank, the better the higher, and a match against so many people."""
    person = given.person(name)
    values = {"sigma": 60, "matches": 20, "wins": 5, "in_quarter": 20, "last_at": NOW} | fields
    Rating.objects.create(user=person, pool=POOL, mu=mu, **values)
    ended = NOW - timedelta(days=60)
    match = RatedMatch.objects.create(id=f"m{person.pk}", status="counts", pool=POOL, ended_at=ended)
    people = [person, *(given.person(f"Opponent {number}") for number in range(1, opponents + 1))]
    numbers = {
        "mu_before": mu,
        "sigma_before": 60,
        "mu": mu,
        "sigma": 60,
        "number": 1,
        "wins": 0,
        "in_quarter": 1,
    }
    for seat, user in enumerate(people):
        match.places.create(
            seat=seat, user=user, pool=POOL, ended_at=ended, rank=seat + 1, people=len(people), **numbers
        )
    return person


def page(person: User | None, path: str) -> str:
    answer = given.browser(person).get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def ranks(shown: leaders.Leaderboard) -> tuple[list[int], list[int]]:
    return [row.rank for row in shown.first], [row.rank for row in shown.near]


def test_a_leaderboard_has_the_first_nine_a_gap_and_you_with_your_neighbours() -> None:
    people = [rated(f"Rank {1 + at:02} here", 1900 - 10 * at) for at in range(20)]
    assert ranks(leaderboard(POOL, leaders.ALL, None, NOW)) == ([*range(1, 10)], [])
    assert ranks(leaderboard(POOL, leaders.ALL, people[4], NOW)) == ([*range(1, 10)], [])
    assert ranks(leaderboard(POOL, leaders.ALL, people[8], NOW)) == ([*range(1, 11)], [])
    assert ranks(leaderboard(POOL, leaders.ALL, people[10], NOW)) == ([*range(1, 13)], [])
    far = leaderboard(POOL, leaders.ALL, people[14], NOW)
    assert ranks(far) == ([*range(1, 10)], [14, 15, 16]) and far.gap == (10, 13)
    assert far.mine is not None and far.mine.rank == 15 and far.above is not None and far.above.rank == 14
    last = leaderboard(POOL, leaders.ALL, people[19], NOW)
    assert last.total == 20 and ranks(last)[1] == [19, 20]
    html = page(people[14], "/leaderboard/parade/live/")
    assert "10 to 13" in html and "Rank 14 here" in html and "Rank 10 here" not in html


def test_a_rank_takes_ten_matches_and_one_of_them_lately() -> None:
    rated("Ada", 1600)
    rated("Ben", 1700, matches=9)
    rated("Cleo", 1800)
    Rating.objects.filter(user__username="Cleo").update(last_at=NOW - timedelta(days=31))
    assert [row.user and row.user.username for row in leaderboard(POOL, leaders.ALL, None, NOW).first] == [
        "Ada"
    ]


def test_a_rank_takes_three_different_opponents() -> None:
    rated("Ada", 1600)
    rated("Ben", 1700, opponents=2)
    assert [row.user and row.user.username for row in leaderboard(POOL, leaders.ALL, None, NOW).first] == [
        "Ada"
    ]


def test_friends_and_this_quarter_are_lists_of_their_own() -> None:
    ada, ben = rated("Ada", 1600), rated("Ben", 1700)
    rated("Cleo", 1800, in_quarter=3)
    Friend.objects.create(user=ada, friend=ben)

    def names(among: str) -> list[str]:
        return [row.user.username for row in leaderboard(POOL, among, ada, NOW).first if row.user]

    assert names(leaders.FRIENDS) == ["Ben", "Ada"]
    assert names(leaders.SEASON) == ["Ben", "Ada"]
    assert names(leaders.ALL) == ["Cleo", "Ben", "Ada"]


def test_a_person_who_hides_their_numbers_is_listed_with_a_rank_only() -> None:
    ada, ben = rated("Ada", 1612), rated("Ben", 1587)
    HiddenRating.objects.create(user=ada)
    html = page(ben, "/leaderboard/parade/live/")
    assert "somebody" in html and "1612" not in html and "Ada" not in html
    assert "1612" in page(ada, "/leaderboard/parade/live/")
    for path in ("/@Ada/", "/@Ada/rating/"):
        assert "1612" not in page(ben, path) and "1612" in page(ada, path)


def test_a_friend_who_hides_their_numbers_has_no_place_among_friends() -> None:
    # Anybody may put anybody on their list, so a place between two numbers would tell the third.
    ada, ben, cleo = rated("Ada", 1600), rated("Ben", 1700), rated("Cleo", 1800)
    HiddenRating.objects.create(user=ben)
    for person in (ada, ben, cleo):
        Friend.objects.bulk_create(
            Friend(user=person, friend=other) for other in (ada, ben, cleo) if other != person
        )
    assert [len(leaderboard(POOL, leaders.FRIENDS, person, NOW).first) for person in (ada, ben, cleo)] == [
        2,
        3,
        2,
    ]
    assert leaderboard(POOL, leaders.FRIENDS, ada, NOW).total == 2
    assert len(leaderboard(POOL, leaders.ALL, ada, NOW).first) == 3


def test_hiding_is_a_preference() -> None:
    browser = given.browser(given.person())
    assert "/preferences/ratings/" in browser.get("/preferences/").content.decode()
    for hidden, stored in (("yes", True), ("", False)):
        browser.post("/preferences/ratings/", {"hidden": hidden})
        assert HiddenRating.objects.exists() == stored


def test_a_persons_page_has_a_picture_and_those_they_met() -> None:
    resigned(2, by="Ben")
    resigned(3, by="Ada")
    html = page(given.person("Ada"), "/@Ada/rating/?with=Ben")
    assert 'class="chart"' in html and f"{skill('Ada').number}?" in html
    assert "2 rated matches at one table." in html and "Ask Ben for a match" in html
    # Matches may be private: others see their own with that person and no more.
    assert "rated match at one table" in page(given.person("Cleo"), "/@Ada/rating/?with=Ben")
    assert "at one table" not in page(given.person("Dan"), "/@Ada/rating/?with=Ben")
    assert "at one table" not in page(None, "/@Ada/rating/?with=Ben")


def test_pages_that_do_not_exist() -> None:
    given.person()
    User.objects.create_user("A guest", is_guest=True)
    for path in (
        "/leaderboard/chess/live/",
        "/leaderboard/stockings/days/",
        "/@Nobody/rating/",
        "/@A guest/rating/",
    ):
        assert given.browser(None).get(path).status_code == 404
    assert "No rated match yet" in page(None, "/@Ada/rating/")
    without = page(None, "/leaderboard/parade/live/?among=friends")
    assert "Nobody has a rank" in without and "0 people" not in without


def test_a_room_says_whether_it_is_rated_and_what_is_at_stake() -> None:
    snapshot = given.opened(3)
    path = f"/t/{snapshot.table.pk}/"
    html = page(given.person("Ben"), path)
    assert "counts for the ratings" in html and "if first" in html and "Ben" in html and ">+" in html
    HiddenRating.objects.create(user=given.person("Ada"))
    html = page(given.person("Ben"), path)
    # Ben's gain against her would tell her number.
    assert "keeps the numbers private" in html and ">+" not in html
    seating.join(snapshot.table.pk, User.objects.create_user("A guest", is_guest=True), "")
    assert "A guest is a guest" in page(given.person("Ben"), path)
    for plain in (
        given.opened(3, terms={"rated": "no"}),
        given.opened(3, terms={"rated": "yes"}, hints=True),
    ):
        assert "is not rated" in page(given.person("Ben"), f"/t/{plain.table.pk}/")


def test_the_lobby_says_it_without_a_question_for_each_table(django_assert_num_queries: object) -> None:
    given.opened(2)
    given.opened(2, host="Ben", terms={"rated": "no"})
    assert page(None, "/lobby/").count(">rated among members<") == 1
    tables = lobby.open_tables()
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert [hasattr(table, "rated_match") for table in tables] == [False, True]


def test_a_running_match_says_whether_it_will_be_rated() -> None:
    guest = User.objects.create_user("A guest", is_guest=True)
    ada = given.person()
    among_members = given.running(2)
    waiting = given.opened(2)
    assert "rated among members" in page(guest, "/lobby/")
    with_guest = seating.join(waiting.table.pk, guest)
    unrated = given.running(2, terms={"rated": "no"})
    assert ">Rated</a>" in page(ada, f"/t/{among_members.table.pk}/")
    for reader in (ada, guest):
        assert "Not rated: a guest is here" in page(reader, f"/t/{with_guest.table.pk}/")
    assert "ated</a>" not in page(ada, f"/t/{unrated.table.pk}/")
    assert "This match is rated. Resigning counts" in page(ada, f"/t/{among_members.table.pk}/resign/")
    for snapshot in (with_guest, unrated):
        assert "counts for nobody's rating." in page(ada, f"/t/{snapshot.table.pk}/resign/")


def test_who_resigns_last_of_several_is_told_to_be_before_the_others() -> None:
    snapshot = given.running(3)
    path = f"/t/{snapshot.table.pk}/resign/"
    deletion.delete(given.person("Cleo"))
    assert "Resigning counts as the last place" in page(given.person("Ben"), path)
    deletion.delete(given.person("Ben"))
    html = page(given.person("Ada"), path)
    assert "they are placed behind you" in html and "Resigning counts" not in html


def test_the_form_asks_members_alone() -> None:
    html = page(given.person(), "/open/")
    assert 'name="rated"' in html and "with invited members, too" in html
    assert 'name="rated"' not in page(None, "/open/")
    browser = given.browser(given.person())
    form = {"game": "parade", "seats": "2", "bots": "0", "level": "easy", "public": "yes", "pace": "live"}
    for chosen, count in (("no", 0), ("", 1), ("yes", 2)):
        browser.post("/open/", form | {"rated": chosen})
        assert RatedMatch.objects.count() == count
    assert Table.objects.count() == 3


def test_a_result_is_asked_for_until_the_ratings_are_computed() -> None:
    snapshot = given.finished(2)
    path, again = f"/t/{snapshot.table.pk}/ratings/", 'hx-trigger="every'
    assert again in page(None, path)
    # The worker judges a match in one transaction and computes its pool in a later one.
    pools.judge(snapshot.table.pk)
    assert again in page(None, path)
    pools.rate_waiting()
    assert again not in page(None, path)


def test_a_result_says_what_it_did_or_why_it_did_nothing() -> None:
    snapshot = given.finished(2)
    path = f"/t/{snapshot.table.pk}/"
    assert "being computed" in page(None, path)
    resigned(2)
    html = page(None, path)
    assert "being computed" not in html and "+" in page(None, f"{path}ratings/")
    RatedMatch.objects.filter(pk=snapshot.table.pk).update(status="out", why="void")
    assert "taken out of the ratings" in page(None, f"{path}ratings/")
    HiddenRating.objects.create(user=given.person("Ada"))
    other = resigned(2)
    assert "keeps the numbers private" in page(None, f"/t/{other.table.pk}/ratings/")


def test_a_result_tells_nothing_from_which_a_hidden_number_follows() -> None:
    """Of two people, one's change and the number before it give the other's number."""
    snapshot = resigned(2, by="Ada")
    path = f"/t/{snapshot.table.pk}/ratings/"
    told = {
        text
        for place in RatedMatch.objects.get(pk=snapshot.table.pk).places.all()
        for text in (
            str(round(place.mu_before)),
            str(round(place.mu)),
            f"{place.mu - place.mu_before:+.0f}"[1:],
        )
    }
    readers = {name: given.person(name) if name else None for name in ("Ada", "Ben", "Cleo", "")}

    def seen(name: str) -> set[str]:
        words = re.sub("<[^>]*>", " ", page(readers[name], path))
        return told & set(re.findall("[0-9]+", words))

    assert len(told) > 3 and all(seen(name) == told for name in readers)
    HiddenRating.objects.create(user=given.person("Ada"))
    assert seen("Ada") == told
    for name in ("Ben", "Cleo", ""):
        assert seen(name) == set() and "keeps the numbers private" in page(readers[name], path)
    # Whoever hides their own number still may not see another's.
    HiddenRating.objects.create(user=given.person("Ben"))
    assert seen("Ada") == set()


def test_a_persons_page_shows_the_neighbours_in_rank() -> None:
    people = [rated(f"Rank {1 + at:02} here", 1900 - 10 * at) for at in range(20)]
    HiddenRating.objects.create(user=people[13])
    assert [row.rank for row in leaderboard(POOL, leaders.ALL, people[0], NOW).beside] == [1, 2]
    assert [row.rank for row in leaderboard(POOL, leaders.ALL, people[14], NOW).beside] == [14, 15, 16]
    assert leaderboard(POOL, leaders.ALL, given.person("Nobody ranked"), NOW).beside == []
    own, others = page(people[14], "/@Rank 15 here/rating/"), page(people[0], "/@Rank 15 here/rating/")
    for seen in (own, others):
        assert "Rank 16 here" in seen and "somebody" in seen
        assert "Rank 14 here" not in seen and "Rank 17 here" not in seen
    assert '<th scope="row">You</th>' in own and '<th scope="row">You</th>' not in others


def test_tabs_lead_from_each_of_ones_pages_to_the_others() -> None:
    ada = rated("Ada", 1600)
    tabs = {"/@Ada/": "Profile", "/@Ada/rating/": "Ratings", "/ladder/": "Ladder"}
    for path, name in tabs.items():
        seen = page(ada, path)
        assert f'href="{path}" aria-current="page">{name}</a>' in seen
        assert all(f'<a href="{other}"' in seen for other in tabs) and "/@Ada/#matches" in seen
    # A ladder is its person's alone, and a guest has no rating.
    assert ">Ladder</a>" not in page(given.person("Ben"), "/@Ada/")
    guest = User.objects.create_user("A guest", is_guest=True)
    assert ">Ratings</a>" not in page(guest, "/ladder/")
    assert 'aria-current="page"' not in page(None, "/ladder/")
