"""What a viewer may not be told, a module a game, found by the game's name.

Each answers `secrets(data, viewer)`: the strings that must stand in nothing that is sent to that viewer (a seat,
or None for a spectator) while the match runs and stands at the dumped state `data`. They are looked for whatever the
case, never inside a longer word or number.
"""
