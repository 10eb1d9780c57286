from allauth.account import views as allauth_views
from allauth.account.decorators import reauthentication_required
from django.urls import path

from accounts import page_limits
from accounts.data import views as data
from accounts.preferences import views as preferences
from accounts.signin import views as signin
from accounts.signin.decorators import for_members

# Those under accounts/ stand before allauth's of the same name.
urlpatterns = [
    path("accounts/login/", signin.login, name="account_login"),
    path("accounts/signup/", signin.signup, name="account_signup"),
    path("accounts/register/", signin.register_guest, name="register_guest"),
    # An address is a way to a new password, so changing one asks for the present password.
    path(
        "accounts/email/",
        for_members(reauthentication_required(allauth_views.email, allow_get=True)),
        name="account_email",
    ),
    path(
        "accounts/password/change/",
        for_members(allauth_views.password_change),
        name="account_change_password",
    ),
    path("accounts/password/set/", for_members(allauth_views.password_set), name="account_set_password"),
    path(
        "accounts/password/reset/",
        page_limits.by_network("reset_password")(allauth_views.password_reset),
        name="account_reset_password",
    ),
    path("accounts/download/", data.download, name="download_account"),
    path("accounts/delete/", data.delete, name="delete_account"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("language/", preferences.set_language, name="set_language"),
]
