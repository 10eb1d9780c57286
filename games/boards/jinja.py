"""Jinja renders the boards, in a fifth of the time that Django's templates take. Both kinds lie side by side."""

from __future__ import annotations

from typing import Any

from django.template.backends.jinja2 import Jinja2
from django.urls import reverse
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined, meta, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.ext import Extension
from markupsafe import Markup

from games.boards import words
from games.boards.language import SPECIAL, begun, by_language, escaped, gettext, ngettext
from hosting.trimming import trimmed


class Templates(Jinja2):
    """The backend: `<game>/hand.jinja` is in `templates/` of the game's app."""

    app_dirname = "templates"


class Trimming(Extension):
    """Removes white space between the lines of templates when they are compiled."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return trimmed(source, line_comment="{#\n#}")


class Compiler(CodeGenerator):
    """Compiles calls, attributes and output of a template to those of Python.

    Jinja's own compiler checks whether each callee needs the template's context, which no helper here does, looks for
    an attribute among a dict's items, too, and creates an object for each value that it escapes. Without these, drawing
    an element takes half the time.
    """

    in_macro = False

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        if node.dyn_args is not None:
            self.write("*")
            self.visit(node.dyn_args, frame)
            self.write(", ")
        for named in node.kwargs:
            self.visit(named, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def macro_body(self, node: nodes.Macro | nodes.CallBlock, frame: Frame) -> tuple[Frame, MacroRef]:
        self.in_macro = True
        try:
            return super().macro_body(node, frame)
        finally:
            self.in_macro = False

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        if not self.in_macro:
            # Templates of forms get dicts, too.
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(value if type(value := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(
            ") is environment.html or type(value) is str and not environment.special(value)"
            " else environment.escaped(value))"
        )


class BoardEnvironment(Environment):
    code_generator_class = Compiler
    # For the compiled code.
    escaped = staticmethod(escaped)
    html = SafeString
    special = staticmethod(SPECIAL)

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        """Look up the names that a template is given once, at its top, and not in each call of each macro."""
        used = {name.name for name in source.find_all(nodes.Name)} & self.globals.keys()
        given = sorted(used | meta.find_undeclared_variables(source))
        names = nodes.Tuple([nodes.Name(name, "load") for name in given], "load")
        source.body.insert(0, nodes.ExprStmt(names).set_environment(self))
        return super()._generate(source, *args, **kwargs)


def translated(text: str, /, **values: Any) -> Markup:
    """Translate a template's `_("…")` into the active language."""
    if not values:
        return _marked(text)
    # Markup's own `%` takes three times as long.
    values = {name: value if type(value) is int else escaped(value) for name, value in values.items()}
    return Markup(begun(gettext(text) % values))


@by_language
def _marked(text: str) -> Markup:
    return Markup(gettext(text))


def address(name: str, *args: Any) -> str:
    """Return a URL, for a template's `url("table", table)`."""
    return reverse(name, args=args)


def environment(**options: Any) -> Environment:
    """Return Jinja with the shared helpers, `{{ _("…") }}` in the active language, and `{{ url("rules") }}`."""
    jinja = BoardEnvironment(**options | {"undefined": StrictUndefined, "extensions": [Trimming]})
    jinja.globals |= {"_": translated, "ngettext": ngettext, "url": address, **words.HELPERS}
    return jinja
