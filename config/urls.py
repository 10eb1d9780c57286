from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("accounts.security.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]

# Also where a middleware has asked the database.
handler500 = "hosting.outage.failed"
