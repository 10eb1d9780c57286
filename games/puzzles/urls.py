from django.urls import path

from accounts.signin.decorators import for_members
from games.puzzles import practice, views

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/today/", views.todays),
    path("puzzles/next/<str:game>/", views.following, name="next_puzzle"),
    path("puzzles/mistakes/", practice.practice, name="practice"),
    path("puzzles/mistakes/<str:table>/<int:at>/", practice.exercise, name="exercise"),
    path("puzzles/<str:id>/", views.puzzle, name="puzzle"),
    path("puzzles/<str:id>/hint/", views.hint, name="puzzle_hint"),
    path("puzzles/<str:id>/play-on/", views.play_on, name="play_on_from_puzzle"),
    path("preferences/puzzles/", for_members(views.preferences), name="puzzle_preferences"),
]
