"""The display of a game: the contract of `BOARD` in its `board` package, and the classes that it uses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django.utils.safestring import SafeString

from games.boards.elements import Elements, Frame, Key, frame_of
from games.boards.fields import Form
from games.boards.scene import Entry, Scene
from games.rules import core
from games.rules.conditional import ConditionalMove


class Claim(NamedTuple):
    """A sentence of the coach and its check, which computes in another way whether it is true.

    A false sentence isn't shown. `argues`: it speaks for the first of the two compared moves.
    """

    text: str
    holds: Callable[[], bool]
    argues: bool = False


class SmallCard(NamedTuple):
    """A card in a small picture of a position: the id of its element on the board, its drawing, and a note below."""

    place: str
    face: SafeString
    note: str = ""


class Cards(NamedTuple):
    """A row of small cards, or rows of `columns`. `fan`: overlapped, for many cards that only count."""

    title: str
    cards: Sequence[SmallCard]
    columns: int = 0
    fan: bool = False


class TakenCards(NamedTuple):
    """Cards that a move took, as drawings, and the rule by which it did (`its colour`), or ""."""

    faces: Sequence[SafeString]
    rule: str = ""


class PicturedMove(NamedTuple):
    """A move in small cards: the played ones, and what it took (None if it can't take any). `words` say the rest.

    `joined` and `fresh` are CSS selectors of elements that the move left on the board: the first gets its number, the
    others a dot.
    """

    played: Sequence[SafeString] = ()
    took: Sequence[TakenCards] | None = None
    words: str = ""
    joined: str = ""
    fresh: Sequence[str] = ()


class CoachTexts(ABC):
    """Texts of the coach, for a board whose game has a search, in the active language."""

    # The rules of its game, by which its claims are checked.
    RULES: ClassVar[core.Game]
    # True if the fewest points win.
    FEWEST: ClassVar[bool] = False

    @abstractmethod
    def name(self, view: core.View, move: core.Move, names: Sequence[str]) -> str:
        """Return the move in as few words as distinguish it from all others: `grey 9`."""

    @abstractmethod
    def claims(
        self, view: core.View, best: core.Move, other: core.Move, names: Sequence[str]
    ) -> Iterable[Claim]:
        """Return sentences that say why one move is better than the other, each by a figure or a rule, the most telling
        first."""

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        """Return the drawings of the move's cards, shown beside its name."""
        return ()

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        """Return the ids of the board's elements that the move is about; they get its number."""
        return ()

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        """Return a small picture of what the seat sees: its choices, and what speaks for them."""
        return ()

    def table(self, view: core.View) -> Cards | None:
        """Return the part of it that everybody sees, also at the end of a match that somebody has left."""
        return None

    def hand(self, view: core.View) -> Cards | None:
        """Return the part of it that is the seat's own: the cards in its hand, or those that it has taken."""
        return None


class PuzzleTexts(ABC):
    """Texts of puzzles, for a board whose game has a coach, in the active language."""

    # The themes of puzzles: by code, in a few words.
    THEMES: ClassVar[Mapping[str, Any]] = {}

    @abstractmethod
    def question(self, view: core.View) -> str:
        """Return what is asked, in one short question: `Which card ends with the fewest points?`"""

    @abstractmethod
    def situation(self, view: core.View) -> str:
        """Return what a small picture of the cards leaves out: the seats, the own points, how far the match is."""

    @abstractmethod
    def themes(self, view: core.View, best: core.Move) -> Iterable[str]:
        """Return the codes of what the best move is about, by the rules."""


class LookBack(ABC):
    """The review of a finished match, for a board whose game has no search, in the active language."""

    # It shows the context, and may use the `table` and the viewed seat, `eyes`.
    TEMPLATE: ClassVar[str]

    @abstractmethod
    def context(self, scene: Scene, states: Sequence[core.State]) -> dict[str, Any]:
        """Return the context for the viewed seat, `scene.viewer`; its `headline` is the page's title.

        The scene is that of the end with the entries of all moves, and `states[n]` the state after move n.
        """


class ConditionalTexts(ABC):
    """Texts of conditional moves, for a board whose game has them, in the active language."""

    # Why a move was not made, by code.
    DROPPED: ClassVar[Mapping[str, Any]] = {}
    # That the condition of the move that was made held, and why, by the note of its game's rules
    # (`ConditionalMoves.condition`). A move without a condition has no text.
    HELD: ClassVar[Mapping[str, Any]] = {}

    @abstractmethod
    def sentence(self, given: ConditionalMove, seen: Mapping[str, Any]) -> str:
        """Return the move in words. `seen` is what its game noted of the board on which it was given."""

    def held(self, condition: str, entry: Entry) -> str:
        """Return why the condition of the move that was made held; "" if it had none."""
        return str(self.HELD.get(condition, ""))

    @abstractmethod
    def form(self, scene: Scene) -> tuple[str, dict[str, Any]]:
        """Return the template of the form's choices and its data. The template is a fragment within the form, and may
        call the board's `HELPERS`."""

    @abstractmethod
    def conditional_move_of_form(self, form: Form) -> ConditionalMove:
        """Return the conditional move of a submitted form. Refused `malformed` or `missing_field` if it holds none."""


class GameBoard(ABC):
    """How a game is shown: `BOARD` of its `board` package is one. All texts are in the active language.

    Methods and attributes with a default may be left out.
    """

    # Texts of refusals, by code: a text with the refusal's parameters (`%(card)s`), or a function of them. Those that
    # all games share are in refusals.py.
    REFUSALS: ClassVar[Mapping[str, Any]] = {}
    # By table rule: its label, an explanation, and its values in words (by value, or a function of it).
    OPTIONS: ClassVar[Mapping[str, tuple[Any, Any, Any]]] = {}
    # A sentence about each part of the board, by the CSS selector of its elements, finer ones first.
    PARTS: ClassVar[Mapping[str, Any]] = {}
    # Static paths that its pages load besides the site's and the game's.
    STYLES: ClassVar[tuple[str, ...]] = ()
    # Texts of its conditional moves, if it has any.
    CONDITIONAL: ClassVar[ConditionalTexts | None] = None
    # Texts of the coach, if its bots search.
    COACH: ClassVar[CoachTexts | None] = None
    # The parts of its reviews, if its bots don't search.
    LOOK_BACK: ClassVar[LookBack | None] = None
    # Texts of puzzles, if it has any.
    PUZZLES: ClassVar[PuzzleTexts | None] = None

    # Functions for its macros, by name. `vars(cards) | vars(texts)` are those of two modules; names with `_` are left
    # out.
    HELPERS: ClassVar[Mapping[str, Any]] = {}
    # The places where lists grow, by the macro of their items, as targets of htmx: `beforebegin:#join`,
    # `afterbegin:#seat-{1}`, in which `{1}` is the key's second value.
    LISTS: ClassVar[Mapping[str, str]] = {}
    # The files of its macros; later ones override earlier ones of the same name. () means `<game>/board.jinja`.
    TEMPLATES: ClassVar[Sequence[str]] = ()

    @property
    def has_review(self) -> bool:
        """Return True if a match that is over has a review: the coach's, or a look back."""
        return self.COACH is not None or self.LOOK_BACK is not None

    def frame(self, scene: Scene) -> Frame:
        """Return the frame of the elements: the macro `play`, and `result` of a match that is over."""
        return frame_of(scene, "result" if scene.result else "play")

    def marks(self) -> Sequence[SafeString]:
        """Return the small drawings of its suits, for the bunting of who wins."""
        return ()

    def public(self, scene: Scene) -> Elements:
        """Return the elements that are the same for everybody.

        Called once for each moment and language, with a spectator's scene, so they can't hold anything else.
        """
        return {}

    def own(self, scene: Scene) -> Mapping[str, Key | None]:
        """Return the elements of one viewer, who may be a spectator. None hides a public one."""
        return {}

    @abstractmethod
    def headline(self, scene: Scene) -> tuple[str, str]:
        """Return a short title that says who is awaited for what, and a second line; at the end who won, and the
        scores.

        The reader, `scene.you`, is called *you*. A reader who isn't named gets the same text as everybody. While a
        match runs, a seat that is not awaited is shown the spectator's headline. Requests belong only on boards that
        are `current`.
        """

    @abstractmethod
    def sentence(self, entry: Entry, names: Sequence[str], you: int | None) -> str:
        """Return a move and its events in words. A game calls the seat `you` *you*, or always names it."""

    def why(self, entry: Entry) -> str:
        """Return why a move took what it took, for a reader who opens its line in the log; "" for nothing."""
        return ""

    def pictured(self, entry: Entry, names: Sequence[str], you: int | None) -> PicturedMove:
        """Return a move for people who come back to a table, made from the entry only."""
        return PicturedMove(words=self.sentence(entry, names, you))

    def ended(self, scene: Scene) -> str:
        """Return why a match that was played to its end is over, in a sentence; "" for nothing."""
        return ""

    @abstractmethod
    def move_of_form(self, form: Form) -> core.Move:
        """Return the move of a submitted form. Refused `malformed` if it holds none."""
