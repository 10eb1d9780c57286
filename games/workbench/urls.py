from django.apps import apps
from django.urls import URLPattern, URLResolver, include, path

from games.workbench import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("workbench/", views.start, name="workbench"),
    path("workbench/sit/<str:token>/", views.sit, name="workbench_sit"),
    path("workbench/<str:table>/", views.seats, name="workbench_seats"),
]
if apps.is_installed("django_browser_reload"):
    urlpatterns.append(path("__reload__/", include("django_browser_reload.urls")))
