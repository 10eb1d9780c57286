from django.urls import path

from accounts import people_views as views

urlpatterns = [
    path("friends/", views.friends, name="friends"),
    path("friends/add/", views.add, name="add_friend"),
    path("friends/remove/", views.remove, name="remove_friend"),
    path("friends/block/", views.block, name="block"),
    path("friends/unblock/", views.unblock, name="unblock"),
    path("preferences/token/", views.token, name="token"),
]
