from django.apps import AppConfig


class HostingConfig(AppConfig):
    name = "hosting"

    def ready(self) -> None:
        from hosting import french_dates

        french_dates.install()
