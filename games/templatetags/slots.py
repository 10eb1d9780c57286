"""What features add to pages: `{% slot "start" %}` draws the templates that they have added to it, and
`{% feature_styles %}` returns their styles."""

from __future__ import annotations

from django import template
from django.apps import apps
from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

from games.boards import hooks
from games.feature_app import FeatureApp

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """Render all templates of the slot with the page's context."""
    templates = map(Engine.get_default().get_template, hooks.slots[name])
    return mark_safe("".join(template.render(context) for template in templates))


@register.simple_tag
def feature_styles() -> list[str]:
    """Return the static paths of all features' styles, in the order of INSTALLED_APPS."""
    features = (app for app in apps.get_app_configs() if isinstance(app, FeatureApp))
    return [styles for app in features if (styles := app.styles)]
