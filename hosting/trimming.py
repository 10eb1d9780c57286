"""Removal of white space between the lines of templates before they are compiled.

So it is neither sent nor morphed, and templates can have one element a line. The rules are JSX's:

- A line break with the white space around it vanishes beside a tag, HTML's or the template's; between two words it is
  one space. A line of prose therefore ends between two words, not at a `<b>` or a `{{ name }}`.
- A significant space beside a tag is within a line, or is written `{{ " " }}` at the line's end.
- Inside an HTML tag a line break is the space before the next attribute; before `{%` or `>` it vanishes, so that an
  attribute in a condition brings its own space: `{% if first %} checked{% endif %}`.
- Within the quotes of an attribute a line break is one space.
- Text in `<pre>`, `<textarea>`, `<script>`, `<style>`, `{% blocktranslate %}` and `{% verbatim %}` stays as it is. A
  translated text of several lines is `{% blocktranslate trimmed %}`, or `{{ _("… " "…") }}` in Jinja.
"""

from __future__ import annotations

import re

# A tag of the template. Its quotes and angle brackets are not HTML.
OF_TEMPLATE = r"(?s:\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})"
KEPT = r"(?s:\{%\s*(?P<block>blocktrans|blocktranslate|verbatim|raw)\b.*?\{%\s*end(?P=block)\s*%\})"
RAW = r"(?is:<(?P<element>pre|textarea|script|style)\b.*?</(?P=element)\s*>|<!--.*?-->)"
QUOTED = rf"\"(?:{OF_TEMPLATE}|[^\"])*+\"|'(?:{OF_TEMPLATE}|[^'])*+'"
TAG = rf"</?[a-zA-Z!](?:{OF_TEMPLATE}|{QUOTED}|[^>\"'])*+>"
SPACE = r"(?P<space>\{\{ \" \" \}\})"
BREAK = r"(?P<gap>\s*\n\s*)"

_pieces = re.compile(rf"{SPACE}|{KEPT}|{RAW}|(?P<tag>{TAG})|{OF_TEMPLATE}|{BREAK}")
_in_tag = re.compile(rf"(?P<quoted>{QUOTED})|{OF_TEMPLATE}|{BREAK}")
_in_quotes = re.compile(rf"{KEPT}|{OF_TEMPLATE}|{BREAK}")


def trimmed(source: str, line_comment: str = "") -> str:
    """Return the source as it is compiled.

    `line_comment` replaces each removed line break, if the language has such a comment (Jinja's `"{#\\n#}"`), so that
    errors name the right line.
    """

    def gone(match: re.Match[str], space: str) -> str:
        return space + line_comment * match["gap"].count("\n")

    def in_quotes(match: re.Match[str]) -> str:
        return gone(match, " ") if match["gap"] else match[0]

    def in_tag(match: re.Match[str]) -> str:
        if match["quoted"]:
            return _in_quotes.sub(in_quotes, match[0])
        rest = match.string[match.end() : match.end() + 2]
        return gone(match, "" if rest.startswith(("{%", ">", "/>")) else " ") if match["gap"] else match[0]

    def piece(match: re.Match[str]) -> str:
        if match["tag"]:
            return _in_tag.sub(in_tag, match[0])
        if match["gap"]:
            return gone(match, " " if _is_between_words(match) else "")
        return " " if match["space"] else match[0]

    return _pieces.sub(piece, source)


def _is_between_words(gap: re.Match[str]) -> bool:
    before, after = gap.string[: gap.start()][-1:], gap.string[gap.end() : gap.end() + 1]
    return bool(before and after) and before not in ">}" and after not in "<{"
