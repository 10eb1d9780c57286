"""What a game may bring to show itself: `BOARD` of its `board` package, and what this may answer for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from django.utils.safestring import SafeString

from games.boards.elements import Elements, Frame, Key, frame_of
from games.boards.scene import Entry, Scene
from games.rules import core
from games.rules.conditional import ConditionalMove


@dataclass(frozen=True)
class Found:
    """A move that was looked at: what each seat is expected to end with, and its share of the win."""

    move: core.Move
    scores: Sequence[float]
    wins: Sequence[float]


class Small(NamedTuple):
    """A card in a small picture of a position: the id of the board's element that it is, its drawing, and a word
    below."""

    place: str
    face: SafeString
    note: str = ""


class Cards(NamedTuple):
    """A row of them, or so many `columns`; `fan`: laid over one another, where they are many and only counted."""

    title: str
    cards: Sequence[Small]
    columns: int = 0
    fan: bool = False


class Taken(NamedTuple):
    """Cards that a move took, as drawings, and by which rule: `its colour`; "" where there is none to say."""

    faces: Sequence[SafeString]
    rule: str = ""


class Pictured(NamedTuple):
    """A move in small cards: which were played, and what it took (None: it is none that takes). `words` say the rest.
    `joined` and `fresh` are CSS selectors of the board's elements that it left there: its number stands on the first, a
    dot on the others."""

    played: Sequence[SafeString] = ()
    took: Sequence[Taken] | None = None
    words: str = ""
    joined: str = ""
    fresh: Sequence[str] = ()


class CoachTexts(ABC):
    """What a board answers whose game has a search, in the language that is active."""

    # Whether the fewest points win.
    FEWEST: ClassVar[bool] = False

    @abstractmethod
    def name(self, view: core.View, move: core.Move) -> str:
        """The move in as few words as tell it from the others: `grey 9`."""

    @abstractmethod
    def reasons(self, view: core.View, best: Found, other: Found, names: Sequence[str]) -> Iterable[str]:
        """Sentences that say why the one is better than the other, each with a figure or a rule behind it."""

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        """The drawings of the move's cards, which stand beside its name."""
        return ()

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        """The ids of the board's elements that the move is about: its number is put on them."""
        return ()

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        """A small picture of what the seat sees: what it can choose, and what speaks for it."""
        return ()


class ConditionalTexts(ABC):
    """What a board answers whose game takes conditional moves, in the language that is active."""

    DROPPED: ClassVar[Mapping[str, Any]] = {}

    @abstractmethod
    def sentence(self, given: ConditionalMove, seen: Mapping[str, Any]) -> str:
        """It in words; `seen` is what its game noted of the board on which it was given."""

    def held(self, condition: str, entry: Entry) -> str:
        """That the condition of the one which made this move held, and why; "" if it had none. `condition` is as its
        game's rules note it (`ConditionalMoves.condition`)."""
        return ""

    @abstractmethod
    def form(self, scene: Scene) -> tuple[str, dict[str, Any]]:
        """The template of the form's choices and its data: a fragment of which the form's frame is made."""

    @abstractmethod
    def conditional_move_of_form(self, form: Mapping[str, Any]) -> ConditionalMove:
        """The one that a submitted form means; Refused `malformed` or `missing_field` if it means none."""


class GameBoard(ABC):
    """What a game shows: `BOARD` of its `board` package is one. All in the language that is active. What has a default
    here may be left out."""

    # Why a move isn't possible, by code: a text that names the refusal's parameters (`%(card)s`), or a function of
    # these. What any game may refuse stands in refusals.py.
    REFUSALS: ClassVar[Mapping[str, Any]] = {}
    # By table rule: its label, what to know of it, and its values in words (by value, or a function of it).
    OPTIONS: ClassVar[Mapping[str, tuple[Any, Any, Any]]] = {}
    # What each part of the board is: the CSS selector of its elements, the finer ones first, and a sentence.
    PARTS: ClassVar[tuple[tuple[str, Any], ...]] = ()
    # Static paths of what its pages load besides the site's own and the game's.
    STYLES: ClassVar[tuple[str, ...]] = ()
    # What is said of its conditional moves, if it takes any.
    CONDITIONAL: ClassVar[ConditionalTexts | None] = None
    # What the coach says, if its bots search.
    COACH: ClassVar[CoachTexts | None] = None

    # What its macros call, by the names that they use.
    HELPERS: ClassVar[Mapping[str, Any]] = {}
    # Where lists grow, by the macro of their items, as htmx names the place: `beforebegin:#join`,
    # `afterbegin:#seat-{1}`, in which `{1}` is the key's second value.
    LISTS: ClassVar[Mapping[str, str]] = {}
    # The files of its macros, of which a later one's stands before an earlier one's of the same name; () for
    # `<game>/board.jinja`.
    TEMPLATES: ClassVar[Sequence[str]] = ()

    def frame(self, scene: Scene) -> Frame:
        """Return the frame of the elements: the macro `play`, and `result` of a match that is over."""
        return frame_of(scene, "result" if scene.result else "play")

    def public(self, scene: Scene) -> Elements:
        """The elements that look the same to everybody: asked once for each moment and language, with a spectator's
        scene, so that they can't hold anything else."""
        return {}

    def own(self, scene: Scene) -> Mapping[str, Key | None]:
        """Those of one viewer, who may be a spectator. A public one that they are not shown is None here."""
        return {}

    @abstractmethod
    def headline(self, scene: Scene) -> tuple[str, str]:
        """Return a short title that says what is awaited of whom, and what comes then; at the end who won, and the
        scores. Whoever reads it, `scene.you`, is called *you*, who isn't named reads what everybody
        reads; what is asked is for boards that are `current` only."""

    @abstractmethod
    def sentence(self, entry: Entry, names: Sequence[str]) -> str:
        """A move and what came of it, in words."""

    def sentence_to(self, you: int, entry: Entry, names: Sequence[str]) -> str:
        """The same, told to a seat that it may name: *you*. A game that leaves it out speaks of everybody by name."""
        return self.sentence(entry, names)

    def why(self, entry: Entry) -> str:
        """Return why a move took what it took, for a reader who opens its line in the log; "" for nothing."""
        return ""

    def pictured(self, entry: Entry, names: Sequence[str], you: int | None) -> Pictured:
        """A move as those see it who come back to a table, made of the entry alone."""
        said = self.sentence(entry, names) if you is None else self.sentence_to(you, entry, names)
        return Pictured(words=said)

    def ended(self, scene: Scene) -> str:
        """Return why a match that was played to its end is over, in a sentence; "" for nothing."""
        return ""

    @abstractmethod
    def move_of_form(self, form: Mapping[str, Any]) -> core.Move:
        """The move that a submitted form means; Refused `malformed` if it means none."""
