"""The admin pages of people: guests, members and their permissions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.contrib.auth.views import redirect_to_login
from django.db import OperationalError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.data import deletion
from accounts.data.registry import Busy
from accounts.models import User
from accounts.signin.sessions import close_sockets, password_changed

# The admin uses the site's own sign-in, since Django's does not limit attempts.
_login = secure_admin_login(admin.site.login)


def login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Send guests to the sign-in page, like visitors without an account. A host may have played as a guest first."""
    if request.user.is_authenticated and request.user.is_guest:
        there = request.GET.get("next") or reverse("admin:index")
        return redirect_to_login(there, reverse("account_login"))
    answer: HttpResponse = _login(request, extra_context)
    return answer


admin.site.login = login  # type: ignore[method-assign]

# A move that is being stored may have locked rows that a deletion needs.
BUSY = (Busy, OperationalError)
# The lookups of the filters that pages offer.
LOOKUPS = {"exact", "gte", "lt", "isnull", "year", "month", "day"}


class OfferedFilters:
    """An admin page that filters by what it offers, and by nothing else.

    Django filters by any column of the model if the URL says so, so hidden values could be guessed letter by letter.
    """

    # Names of fields, beside those of `list_filter` and `date_hierarchy`.
    filters: Sequence[str] = ("id",)

    def lookup_allowed(self: Any, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        offered = {*self.filters, *self.list_filter, self.date_hierarchy}
        field, _, name = lookup.rpartition("__")
        return lookup in offered or (field in offered and name in LOOKUPS)


# If a person has lost all second factors, the host can remove them. The host cannot read their secrets.
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(OfferedFilters, admin.ModelAdmin):
    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type"]
    search_fields = ["user__username"]
    fields = ["user", "type", "created_at", "last_used_at"]
    readonly_fields = ["user", "type", "created_at", "last_used_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


# The key of a session opens its account, so nobody reads it here.
admin.site.unregister(UserSession)


@admin.register(UserSession)
class SessionAdmin(OfferedFilters, admin.ModelAdmin):
    list_display = ["user", "created_at", "last_seen_at", "ip", "user_agent"]
    search_fields = ["user__pk", "user__username", "ip"]
    fields = ["user", "created_at", "last_seen_at", "ip", "user_agent"]
    readonly_fields = ["user", "created_at", "last_seen_at", "ip", "user_agent"]

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
            password_changed(person, None)
        return person


class AddressInline(admin.TabularInline):
    """The addresses of a member. Mails go to the primary one."""

    model = EmailAddress
    fields = ["email", "verified", "primary"]
    extra = 0


@admin.register(User)
class PersonAdmin(OfferedFilters, UserAdmin):
    form = PersonForm
    add_form = NewPersonForm
    change_password_form = PasswordForm
    list_display = ["username", "email", "is_guest", "is_staff", "is_active", "date_joined", "last_seen"]
    list_filter = ["is_guest", "is_staff", "is_active", "language"]
    search_fields = ["username", "name_key", "email"]
    ordering = ["-last_seen"]
    readonly_fields = ["name_key", "email", "is_guest", "date_joined", "last_login", "last_seen"]
    fieldsets = [
        (None, {"fields": ["username", "name_key", "password", "email", "language", "is_guest"]}),
        (None, {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (None, {"fields": ["date_joined", "last_login", "last_seen"]}),
    ]

    def get_inlines(self, request: HttpRequest, obj: User | None) -> list[type[InlineModelAdmin]]:
        return [] if obj is None else [AddressInline]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        obj.rename(obj.username)
        super().save_model(request, obj, form, change)
        if change and not obj.is_active:
            close_sockets(obj.pk)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not any(formset.has_changed() for formset in formsets):
            # An account that was made by a command has an address without a row.
            return
        primary = EmailAddress.objects.get_primary(form.instance)
        User.objects.filter(pk=form.instance.pk).update(email=primary.email if primary else "")

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Ask for the permission to delete people alone: what is theirs goes with them, also what is read-only here."""
        shown, counts, missing, protected = super().get_deleted_objects(objs, request)
        return shown, counts, {name for name in missing if name == self.opts.verbose_name}, protected

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except BUSY:
            self._tell_busy(request)
            return redirect("admin:accounts_user_change", object_id)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        deletion.delete(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for person in queryset:
            try:
                deletion.delete(person)
            except BUSY:
                self._tell_busy(request)

    def _tell_busy(self, request: HttpRequest) -> None:
        text = _("Somebody moved at a table of a person just now, who was not deleted. Try again.")
        self.message_user(request, text, messages.ERROR)
