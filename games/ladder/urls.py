from django.urls import path

from games.ladder import views

urlpatterns = [
    path("ladder/", views.ladder, name="ladder"),
    path("t/<str:table>/ladder/", views.result, name="ladder_result"),
]
