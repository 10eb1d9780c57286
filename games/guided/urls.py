from django.urls import path

from games.guided import views

urlpatterns = [
    path("guided/", views.guided, name="guided"),
    path("t/<str:table>/guide/leave/", views.leave, name="leave_guide"),
]
