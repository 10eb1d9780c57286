from django.urls import path

from accounts.signin.decorators import for_members
from games.ratings import views

urlpatterns = [
    path("leaderboard/", views.leaderboard, name="leaderboards"),
    path("leaderboard/<str:game>/<str:pace>/", views.leaderboard, name="leaderboard"),
    path("@<str:username>/rating/", views.rating, name="rating"),
    path("t/<str:table>/ratings/", views.result, name="rating_result"),
    path("preferences/ratings/", for_members(views.preferences), name="rating_preferences"),
]
