from django.urls import path

from games.deals import views

urlpatterns = [
    path("deals/", views.today, name="deals"),
    path("deals/<str:game>/", views.of_game),
    path("deals/<str:game>/<str:day>/", views.deal, name="deal"),
    path("deals/<str:game>/<str:day>/begin/", views.begin, name="begin_deal"),
    path("deals/<str:game>/<str:day>/picture.png", views.picture_of_deal, name="deal_picture"),
    path("t/<str:table>/run/", views.run_so_far, name="run_so_far"),
    path("t/<str:table>/deal/", views.of_table, name="deal_of_table"),
]
