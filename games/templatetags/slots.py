"""Slots for features in pages: `{% slot "start" %}` draws the templates that features have added to it."""

from __future__ import annotations

from django import template
from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

from games.boards import hooks

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """Render all templates of the slot with the page's context."""
    templates = map(Engine.get_default().get_template, hooks.slots[name])
    return mark_safe("".join(template.render(context) for template in templates))
