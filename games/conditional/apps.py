"""The app of conditional moves: a person gives the move of their next turn while others move."""

from games import feature_app


class ConditionalConfig(feature_app.FeatureApp):
    name = "games.conditional"

    def ready(self) -> None:
        from accounts.data import registry
        from games.boards import hooks as boards
        from games.conditional import carrying_out, elements, moves, reads
        from games.conditional.personal_data import PERSONAL_DATA
        from games.notifications import hooks as notifications
        from games.play import hooks as play
        from games.scheduler import hooks as scheduler

        registry.register(PERSONAL_DATA)
        play.private["conditional"] = reads.by_seat
        play.ended.append(moves.forget)
        play.acting.append(reads.acts_for)
        boards.elements.append(elements.elements)
        boards.macros.append("conditional/board.jinja")
        boards.refusals.update(elements.REFUSALS)
        boards.slots["forms"].append("conditional/_form.html")
        boards.slots["below the board"].append("conditional/_place.html")
        boards.slots["table scripts"].append("conditional/_scripts.html")
        notifications.lines.append(elements.dropped_line)
        scheduler.rounds.append(carrying_out.ConditionalMoves)
