from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        # play knows nobody above it; here those above are told what it has committed.
        from games import live, play, steward

        play.committed[:] = [live.announce, steward.wake]
        play.orders_told[:] = [live.announce_order]
