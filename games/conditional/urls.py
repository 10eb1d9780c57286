from django.urls import path

from games.conditional import views

urlpatterns = [path("t/<str:table>/conditional/", views.conditional_move, name="conditional_move")]
