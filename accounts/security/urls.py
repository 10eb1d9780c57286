"""The URLs of allauth.mfa and allauth.usersessions, for members only, and of our own security pages."""

from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.urls import path

from accounts.security import recovery
from accounts.security.views import (
    end_session,
    keeps_codes,
    list_sessions,
    login_passkey,
    second_factor,
    show_codes,
)
from accounts.signin.decorators import for_members

SAFETY, PASSKEYS, CODES = "safety/", "safety/passkeys/", "safety/codes/"

urlpatterns = [
    path(SAFETY, for_members(base.index), name="mfa_index"),
    path("second-factor/", second_factor, name="mfa_authenticate"),
    path("reauthenticate/code/", for_members(base.reauthenticate), name="mfa_reauthenticate"),
    path(
        "reauthenticate/passkey/",
        for_members(webauthn.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("login/passkey/", login_passkey, name="mfa_login_webauthn"),
    path(SAFETY + "app/", for_members(totp.activate_totp), name="mfa_activate_totp"),
    path(SAFETY + "app/off/", for_members(keeps_codes(totp.deactivate_totp)), name="mfa_deactivate_totp"),
    path(PASSKEYS, for_members(webauthn.list_webauthn), name="mfa_list_webauthn"),
    path(PASSKEYS + "add/", for_members(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path(PASSKEYS + "<int:pk>/", for_members(webauthn.edit_webauthn), name="mfa_edit_webauthn"),
    path(
        PASSKEYS + "<int:pk>/remove/",
        for_members(keeps_codes(webauthn.remove_webauthn)),
        name="mfa_remove_webauthn",
    ),
    path(CODES, for_members(show_codes), name="mfa_view_recovery_codes"),
    path(CODES + "new/", for_members(codes.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path(CODES + "file/", for_members(codes.download_recovery_codes), name="mfa_download_recovery_codes"),
    path(CODES + "offer/", for_members(recovery.offer), name="offer_codes"),
    path("recover/", recovery.recover, name="recover"),
    path("recover/password/", recovery.set_password, name="recover_password"),
    path("sessions/", for_members(list_sessions), name="usersessions_list"),
    path("sessions/<int:number>/end/", for_members(end_session), name="end_session"),
]
