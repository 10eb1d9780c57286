from django.urls import path

from games.coach.views import hints, reviews

urlpatterns = [
    path("t/<str:table>/hint/", hints.hint, name="hint"),
    path("t/<str:table>/review/", reviews.review, name="review"),
    path("t/<str:table>/play-on/", reviews.play_on, name="play_on"),
]
