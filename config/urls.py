from django.apps import apps
from django.contrib import admin
from django.urls import include, path

from games.feature_app import FeatureApp

features = [app.urls for app in apps.get_app_configs() if isinstance(app, FeatureApp) and app.urls]
urlpatterns = [
    path("", include("games.urls")),
    *(path("", include(urls)) for urls in features),
    path("", include("accounts.urls")),
    path("accounts/", include("accounts.security.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]

# For errors in middleware that queries the database, too.
handler500 = "hosting.outage.failed"
