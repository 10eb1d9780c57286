from allauth.account import views as allauth_views
from django.urls import include, path

from accounts import away, browsers, hooks, notifying, views, yours
from accounts.views import for_members

# Those under accounts/ stand before allauth's of the same name.
urlpatterns = [
    path("accounts/login/", views.login, name="account_login"),
    path("accounts/signup/", views.signup, name="account_signup"),
    path("accounts/claim/", views.claim, name="claim"),
    path("accounts/email/", for_members(allauth_views.email), name="account_email"),
    path(
        "accounts/password/change/",
        for_members(allauth_views.password_change),
        name="account_change_password",
    ),
    path("accounts/password/set/", for_members(allauth_views.password_set), name="account_set_password"),
    path("accounts/download/", yours.download, name="download_account"),
    path("accounts/delete/", yours.delete, name="delete_account"),
    path("", include("accounts.people_urls")),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/notifications/", for_members(notifying.notifications), name="notifications"),
    path("unsubscribe/<str:token>/", notifying.stop, name="unsubscribe"),
    path("go/<str:table>/", notifying.go, name="go"),
    path("t/<str:table>/silence/", notifying.silence, name="silence"),
    path("preferences/push/", for_members(browsers.browsers), name="push"),
    path("preferences/push/<int:number>/", for_members(browsers.browser), name="push_browser"),
    path("preferences/webhooks/", for_members(hooks.hooks), name="webhooks"),
    path("preferences/webhooks/<int:number>/", for_members(hooks.hook), name="webhook"),
    path("sw.js", browsers.service_worker, name="service_worker"),
    path("manifest.webmanifest", browsers.manifest, name="manifest"),
    path("vacation/", away.away, name="vacation"),
    path("language/", views.set_language, name="set_language"),
    path("@<str:username>/", views.profile, name="profile"),
]
