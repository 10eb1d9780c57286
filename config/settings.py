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

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(os.environ)
VAR_DIR = own_folder(Path(env.text("VAR_DIR") or BASE_DIR / "var").absolute())

SECRET_KEY = env.text("SECRET_KEY").strip() or stored(VAR_DIR / "secret-key", password)
# Signs what is pushed to browsers (VAPID); they know the site by it. All processes need the same.
VAPID_PRIVATE_KEY = read_signing_key(
    env.text("VAPID_PRIVATE_KEY") or stored(VAR_DIR / "vapid-key", signing_key)
)
# For tests only: members may give addresses on this machine itself, without encryption too.
OUTGOING_LOOPBACK = env.flag("OUTGOING_LOOPBACK", default=False)
DEBUG = env.flag("DEBUG", default=False)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.flag("HTTPS", default=False)
SITE_NAME = "Unbirthday"

# The games that are played here: apps, each with a `GameApp`. A package's may join them.
GAMES = env.apps("GAMES", default=["games.parade", "games.tea_time", "games.wonderland", "games.stockings"])

INSTALLED_APPS = [
    # Its `runserver` serves sockets; other commands would load a server for nothing.
    *(["daphne"] if sys.argv[1:2] == ["runserver"] else []),
    # Before the apps whose `collectstatic` it changes.
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
    *("games.rules", "games.coach", "games.conditional", "games.guided", *GAMES),
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
        # Boards, which are rendered for every move: a fifth of the time of Django's own.
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
    # Requests run on threads of their own; without a pool each would connect anew. What the address asks for
    # (`?sslmode=require`) stays.
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": 16,
        # Seconds that a request waits for a connection, and that one attempt to connect goes on: the pool's own are 30
        # and 300, and it waits twice as long after each failure.
        "timeout": 2,
        "reconnect_timeout": 1,
    }
    # A pooled connection may be older than the server: after its restart none may answer a visitor with a 500.
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
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_ADAPTER = "accounts.signin.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.signin.forms.LoginForm",
    "signup": "accounts.signin.forms.SignupForm",
    "add_email": "accounts.signin.forms.AddEmailForm",
    "reset_password": "accounts.signin.forms.ResetPasswordForm",
}
# A guest may sign in; accounts.signin.views.login sends members on.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# Who was locked out and reset the password must not wait for the lock to end.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Who signs up with somebody's address is not told that it is registered; it is theirs who confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USERNAME_MIN_LENGTH = 2
# New guests and members by address in an hour; 0: any number. A site that is not public has only the host's friends.
GUESTS_PER_HOUR = env.number("GUESTS_PER_HOUR", default=30 if HTTPS else 0)
MEMBERS_PER_HOUR = env.number("MEMBERS_PER_HOUR", default=20 if HTTPS else 0)
# By address: failed imports in ten minutes; others in an hour, twice that in a day. Tables in an hour by person.
FAILED_IMPORTS = env.number("FAILED_IMPORTS", default=20)
IMPORTS_PER_HOUR = env.number("IMPORTS_PER_HOUR", default=60 if HTTPS else 0)
TABLES_PER_HOUR = env.number("TABLES_PER_HOUR", default=60 if HTTPS else 0)
ACCOUNT_RATE_LIMITS = {
    # By address and name: one waits for minutes, then for an hour, then for a day (accounts.attempts.py).
    "login_failed": "20/10m/ip,5/5m/key,10/h/key,20/d/key",
    "login_failed_known": "20/10m/key",
    "login_failed_anywhere": "200/h/key,400/d/key",
    "signup": f"{MEMBERS_PER_HOUR}/h/ip" if MEMBERS_PER_HOUR else None,
    # Mails about accounts, to people who may not have asked for them. Each holds a good link all the same.
    "mail": "30/h/ip,100/d/ip,10/h/key,30/d/key",
    "reset_password": "20/m/ip,5/m/key,10/h/key,30/d/key",
    "recover": "20/10m/ip,5/10m/key,10/h/key,20/d/key",
    "recover_known": "20/10m/key",
    "recover_anywhere": "200/h/key,400/d/key",
    "told": "1/d/key",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# An address is optional here and nobody signs in by it.
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
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # telephones' clocks go wrong by a step of 30 seconds
MFA_RECOVERY_CODE_DIGITS = 10
USERSESSIONS_ADAPTER = "accounts.security.adapter.SessionsAdapter"
# Kept by accounts.middleware, now and then: allauth's own would write on every request.
USERSESSIONS_TRACK_ACTIVITY = True
# How many reverse proxies of the host's add to X-Forwarded-For; without one the header is not believed.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", default=0)
# How long a bot seems to think, so that people can follow.
BOT_PAUSE_MS = env.number("BOT_PAUSE_MS", default=900)
# In so many processes of a scheduler bots think, at a lower priority than whatever serves.
BOT_PROCESSES = env.number("BOT_PROCESSES", default=1, least=1)
# A live game waits so long for everybody's page to be loaded, then counts down so long.
LOADING_MS = env.number("LOADING_MS", default=12_000)
COUNTDOWN_MS = env.number("COUNTDOWN_MS", default=3_000)

# As long as a body may be (hosting/server/bodies.py): none of them goes to the disk.
FILE_UPLOAD_MAX_MEMORY_SIZE = 3_000_000
# So many bytes may wait to be sent on a socket; one that does not read is dropped beyond.
SOCKET_BYTES_WAITING = env.number("SOCKET_BYTES_WAITING", default=1_048_576, least=65_536)
# So many matches one guest and one member may play at a time; 0: any number.
RUNNING_PER_GUEST = env.number("RUNNING_PER_GUEST", default=20)
RUNNING_PER_MEMBER = env.number("RUNNING_PER_MEMBER", default=200)
# So many sockets one person and one address may have open; 0: any number. Not public: all may come from one address.
SOCKETS_PER_PERSON = env.number("SOCKETS_PER_PERSON", default=40)
SOCKETS_PER_ADDRESS = env.number("SOCKETS_PER_ADDRESS", default=300 if HTTPS else 0)
# So many messages may wait to be done, of one socket, of one person, from one address; 0: any number.
MESSAGES_PER_SOCKET = env.number("MESSAGES_PER_SOCKET", default=16)
MESSAGES_PER_PERSON = env.number("MESSAGES_PER_PERSON", default=32)
MESSAGES_PER_ADDRESS = env.number("MESSAGES_PER_ADDRESS", default=60 if HTTPS else 0)
# So many a socket may send, those aside that were moves and are stored; three times as many in one go.
MESSAGES_PER_SECOND = env.number("MESSAGES_PER_SECOND", default=20, least=1)
# So many hundredths of this process's time one address may take in the long run (hosting/limits/); 0: all of it.
TIME_PER_ADDRESS = env.number("TIME_PER_ADDRESS", default=20 if HTTPS else 0, most=100)
# Told to end, a process says for so long that it isn't ready, so that a reverse proxy sends nobody there any more.
DRAIN_SECONDS = env.number("DRAIN_SECONDS", default=3 if HTTPS else 0)

ACCOUNT_SESSION_REMEMBER = True
CSRF_FAILURE_VIEW = "games.views.pages.form_expired"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Left to the host: HTTPS for other names under its domain (W005, W021), and the redirect to it (W008: docs/hosting.md).
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

EMAIL_CONFIG = env.mail("EMAIL_URL")
vars().update(EMAIL_CONFIG)
# A mail server that doesn't answer must not keep anybody waiting.
EMAIL_TIMEOUT = env.number("EMAIL_TIMEOUT", default=10)
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Unbirthday <noreply@localhost>")
# Where the site is found: mails and messages are written without a request that would say it.
SITE_URL = env.site("SITE_URL", "http://localhost:8000")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

STATIC_URL = "static/"
# Elsewhere if a reverse proxy serves them: VAR_DIR is for its owner only.
STATIC_ROOT = Path(env.text("STATIC_ROOT") or VAR_DIR / "static").absolute()
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "hosting.storage.StaticFilesStorage"},
}

# Numbers for Prometheus; 0: none. Never on an address that visitors reach.
METRICS_HOST = env.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = env.number("METRICS_PORT", default=0, most=65535)
# Where spans go, by OTLP over HTTP (hosting/observability/tracing.py); empty: nowhere.
TRACES_URL = env.text("TRACES_URL")

LOGGING_CONFIG = "hosting.observability.logs.configure"
LOGGING = {"level": env.log_level("LOG_LEVEL", "INFO")}

development.extend(vars())
# The names of all that a host may set.
SETTINGS = frozenset(env.names)
