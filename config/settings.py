"""The settings, in one file. What a host may change comes from the environment (docs/hosting.md)."""

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import channels
from config.environment import Environment, own_database, own_folder
from config.stored_secrets import password, read_signing_key, signing_key, stored
from hosting import development
from hosting.limits.all_limits import DEFAULTS

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(os.environ)
VAR_DIR = own_folder(Path(env.text("VAR_DIR") or BASE_DIR / "var").absolute())

SECRET_KEY = env.text("SECRET_KEY").strip() or stored(VAR_DIR / "secret-key", password)
# Signs push messages (VAPID). Browsers identify the site by it, so all processes need the same key.
VAPID_PRIVATE_KEY = read_signing_key(
    env.text("VAPID_PRIVATE_KEY") or stored(VAR_DIR / "vapid-key", signing_key)
)
# For tests only: members may enter URLs on this machine, also without encryption.
OUTGOING_LOOPBACK = env.flag("OUTGOING_LOOPBACK")
DEBUG = env.flag("DEBUG")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.flag("HTTPS")


def limit(name: str) -> int:
    """Return a limit for visitors, which a host may change."""
    number, private, least, most = DEFAULTS[name]
    return env.number(name, number if HTTPS or private is None else private, least, most)


SITE_NAME = "Unbirthday"
os.environ.setdefault("NUMBA_CACHE_DIR", str(VAR_DIR / "numba"))  # for games/rules/fast.py

# The installed games: apps with a `GameApp` each. Games from packages may be added.
GAMES = env.apps("GAMES", default=["games.parade", "games.tea_time", "games.wonderland", "games.stockings"])

INSTALLED_APPS = [
    # Its `runserver` serves sockets. Other commands would load a server for nothing.
    *(["daphne"] if sys.argv[1:2] == ["runserver"] else []),
    # Before the apps whose `collectstatic` it overrides.
    "hosting",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "games.apps.GamesConfig",
    # The rules, the features, the games.
    "games.rules",
    "games.coach",
    "games.conditional",
    "games.deals",
    "games.guided",
    "games.ladder",
    "games.puzzles",
    "games.ratings",
    *GAMES,
]

MIDDLEWARE = [
    "hosting.observability.health.answer_probes",
    "hosting.observability.logs.mark_requests",
    "hosting.observability.tracing.trace_requests",
    "hosting.limits.pages.charge",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "hosting.server.odd_requests.refuse",
    "accounts.middleware.remember",
    "accounts.signin.outage.answer_without_counters",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "hosting.template_loader.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {
        # Boards, which are rendered for every move, in a fifth of the time of Django's templates.
        "BACKEND": "games.boards.jinja.Templates",
        "NAME": "fragments",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"environment": "games.boards.jinja.environment"},
    },
]

DATABASES = {"default": env.database("DATABASE_URL", VAR_DIR)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    own_database(Path(DATABASES["default"]["NAME"]))
    # IMMEDIATE: a move reads, then writes; under DEFERRED concurrent moves fail with "database is locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    # Requests run on threads of their own; without a pool each would connect anew. Options from the URL
    # (`?sslmode=require`) stay.
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": 16,
        # Seconds that a request waits for a connection, and that one attempt to connect goes on. The pool's defaults
        # are 30 and 300, and it waits twice as long after each failure.
        "timeout": 2,
        "reconnect_timeout": 1,
    }
    # A pooled connection may be dead after a restart of the server; the next visitor must not get a 500.
    DATABASES["default"]["ENGINE"] = "hosting.postgresql"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_URL = env.channel("CHANNEL_URL")
CHANNEL_LAYERS, CACHES = channels.layers(CHANNEL_URL), channels.caches(CHANNEL_URL)

AUTH_USER_MODEL = "accounts.User"
# NameBackend is allauth's, but finds people by name_key.
AUTHENTICATION_BACKENDS = ["accounts.signin.backends.NameBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.signin.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.signin.forms.LoginForm",
    "reauthenticate": "accounts.signin.forms.ReauthenticateForm",
    "change_password": "accounts.signin.forms.ChangePasswordForm",
    "signup": "accounts.signin.forms.SignupForm",
    "add_email": "accounts.signin.forms.AddEmailForm",
    "reset_password": "accounts.signin.forms.ResetPasswordForm",
}
# A guest may sign in; accounts.signin.views.login sends members on.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# People who were locked out and reset their password must not wait for the lock to end.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
# A sign-up with somebody's address does not reveal that it is registered. The address belongs to whoever confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USERNAME_MIN_LENGTH = 2
# hosting/limits/all_limits.py has their defaults.
GUESTS_PER_HOUR = limit("GUESTS_PER_HOUR")
MEMBERS_PER_HOUR = limit("MEMBERS_PER_HOUR")
FAILED_IMPORTS = limit("FAILED_IMPORTS")
IMPORTS_PER_HOUR = limit("IMPORTS_PER_HOUR")
TABLES_PER_HOUR = limit("TABLES_PER_HOUR")
RUNNING_PER_GUEST = limit("RUNNING_PER_GUEST")
RUNNING_PER_MEMBER = limit("RUNNING_PER_MEMBER")
SOCKETS_PER_PERSON = limit("SOCKETS_PER_PERSON")
SOCKETS_PER_ADDRESS = limit("SOCKETS_PER_ADDRESS")
SOCKET_BYTES_WAITING = limit("SOCKET_BYTES_WAITING")
MESSAGES_PER_SOCKET = limit("MESSAGES_PER_SOCKET")
MESSAGES_PER_PERSON = limit("MESSAGES_PER_PERSON")
MESSAGES_PER_ADDRESS = limit("MESSAGES_PER_ADDRESS")
MESSAGES_PER_SECOND = limit("MESSAGES_PER_SECOND")
TIME_PER_ADDRESS = limit("TIME_PER_ADDRESS")
ACCOUNT_RATE_LIMITS = {
    # By address and name: a person waits for minutes, then an hour, then a day (accounts/attempts.py).
    "login_failed": "20/10m/ip,5/5m/key,10/h/key,20/d/key",
    "login_failed_known": "20/10m/key",
    "login_failed_anywhere": "200/h/key,400/d/key",
    "signup": f"{MEMBERS_PER_HOUR}/h/ip" if MEMBERS_PER_HOUR else None,
    # Mails about accounts, which people may not have requested. Each holds a valid link in any case.
    "mail": "30/h/ip,100/d/ip,10/h/key,30/d/key",
    # Otherwise whoever registers with an address would hold back the mails of others with the same one, unseen.
    "confirm_email": None,
    "reset_password": "20/m/ip,5/m/key,10/h/key,30/d/key",
    "recover": "20/10m/ip,5/10m/key,10/h/key,20/d/key",
    "recover_known": "20/10m/key",
    "recover_anywhere": "200/h/key,400/d/key",
    "told": "1/d/key",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# An email address is optional and not used to sign in.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_ADAPTER = "accounts.security.adapter.SecurityAdapter"
MFA_FORMS = {
    "authenticate": "accounts.security.forms.CodeForm",
    "reauthenticate": "accounts.security.forms.CodeAgainForm",
    "activate_totp": "accounts.security.forms.AppForm",
    "login_webauthn": "accounts.security.forms.PasskeyLoginForm",
    "authenticate_webauthn": "accounts.security.forms.PasskeyUseForm",
    "reauthenticate_webauthn": "accounts.security.forms.PasskeyAgainForm",
    "add_webauthn": "accounts.security.forms.PasskeyForm",
    "edit_webauthn": "accounts.security.forms.PasskeyNameForm",
    "generate_recovery_codes": "accounts.security.forms.NewCodesForm",
}
MFA_TOTP_TOLERANCE = 1  # clocks of telephones are wrong by up to a step of 30 seconds
MFA_RECOVERY_CODE_DIGITS = 10
USERSESSIONS_ADAPTER = "accounts.security.adapter.SessionsAdapter"
# Stored now and then by accounts.middleware. allauth's own middleware would write on every request.
USERSESSIONS_TRACK_ACTIVITY = True
# The number of the host's reverse proxies that add to X-Forwarded-For; with 0 the header is ignored.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", default=0)
# The least time in ms before a bot moves, so that people can follow.
BOT_PAUSE_MS = env.number("BOT_PAUSE_MS", default=900)
# Processes in which bots of a scheduler think, with a lower priority than the server.
BOT_PROCESSES = env.number("BOT_PROCESSES", default=1, least=1)
# In ms: how long a real-time match of several people waits until all are ready, and the countdown after that.
READY_MS = env.number("READY_MS", default=17_000)
COUNTDOWN_MS = env.number("COUNTDOWN_MS", default=3_000)

# The longest body (hosting/server/bodies.py), so that none is written to disk.
FILE_UPLOAD_MAX_MEMORY_SIZE = 3_000_000
# Seconds for which an ending process reports that it isn't ready, so that a reverse proxy sends no more requests.
DRAIN_SECONDS = env.number("DRAIN_SECONDS", default=3 if HTTPS else 0)

ACCOUNT_SESSION_REMEMBER = True
CSRF_FAILURE_VIEW = "games.views.pages.form_expired"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# For the host to decide: HSTS for other names of the domain (W005, W021), and the redirect (W008: docs/hosting.md).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

vars().update(env.mail("EMAIL_URL"))
# A mail server that doesn't answer must not keep people waiting.
EMAIL_TIMEOUT = env.number("EMAIL_TIMEOUT", default=10, least=1)
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", "Unbirthday <noreply@localhost>")
# The public URL. Mails and notifications are written without a request that would tell it.
SITE_URL = env.site("SITE_URL", "http://localhost:8000")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

STATIC_URL = "static/"
# Elsewhere if a reverse proxy serves static files, because VAR_DIR is private.
STATIC_ROOT = Path(env.text("STATIC_ROOT") or VAR_DIR / "static").absolute()
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "hosting.storage.StaticFilesStorage"},
}

# The port of metrics for Prometheus; 0: none. Never use an address that visitors reach.
METRICS_HOST = env.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = env.number("METRICS_PORT", default=0, most=65535)
# The URL for traces, by OTLP over HTTP (hosting/observability/tracing.py); "": none.
TRACES_URL = env.text("TRACES_URL")

LOGGING_CONFIG = "hosting.observability.logs.configure"
LOGGING = {"level": env.log_level("LOG_LEVEL")}

development.extend(vars())
# The names of all settings that a host may change.
SETTINGS = frozenset(env.names)
