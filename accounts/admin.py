"""The admin pages of people: guests, members and their permissions."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import tokens
from accounts.data import deletion
from accounts.models import User
from accounts.signin.sessions import other_sessions_ended, sign_off

# The admin uses the site's own sign-in, since Django's does not limit attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


# If a person has lost all second factors, the host can remove them. The host cannot read their secrets.
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(admin.ModelAdmin):
    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type"]
    search_fields = ["user__username"]
    fields = ["user", "type", "created_at", "last_used_at"]
    readonly_fields = ["user", "type", "created_at", "last_used_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class FreeName(forms.ModelForm):
    def clean_username(self) -> str:
        owner = self.instance if self.instance.pk else None
        name: str = get_adapter().clean_username(self.cleaned_data["username"], owner=owner)
        return name


class NewPersonForm(FreeName, AdminUserCreationForm):
    pass


class PersonForm(FreeName, UserChangeForm):
    pass


class PasswordForm(AdminPasswordChangeForm):
    def save(self, commit: bool = True) -> User:
        person: User = super().save(commit)
        if commit:
            tokens.revoke(person)
            other_sessions_ended(person.pk, None)
        sign_off(person.pk)
        return person


@admin.register(User)
class PersonAdmin(UserAdmin):
    form = PersonForm
    add_form = NewPersonForm
    change_password_form = PasswordForm
    list_display = ["username", "email", "is_guest", "is_staff", "is_active", "date_joined", "last_seen"]
    list_filter = ["is_guest", "is_staff", "is_active", "language"]
    search_fields = ["username", "name_key", "email"]
    ordering = ["-last_seen"]
    readonly_fields = ["name_key", "is_guest", "date_joined", "last_login", "last_seen"]
    fieldsets = [
        (None, {"fields": ["username", "name_key", "password", "email", "language", "is_guest"]}),
        (None, {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (None, {"fields": ["date_joined", "last_login", "last_seen"]}),
    ]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        obj.rename(obj.username)
        super().save_model(request, obj, form, change)
        if change and not obj.is_active:
            sign_off(obj.pk)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        deletion.delete(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            deletion.delete(person)
