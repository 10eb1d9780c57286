from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "games.rules"
    label = "rules"
