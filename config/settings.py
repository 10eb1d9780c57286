"""The settings, in one file. What a host may change comes from the environment (docs/hosting.md)."""

from pathlib import Path

import environ
import structlog
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.kept import kept, password, signing_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
VAR_DIR = env.path("VAR_DIR", default=BASE_DIR / "var")()
Path(VAR_DIR).mkdir(parents=True, exist_ok=True)


SECRET_KEY = env("SECRET_KEY", default="") or kept(Path(VAR_DIR) / "secret-key", password)
# Signs what is pushed to browsers (VAPID); they know the site by it. All processes need the same.
VAPID_PRIVATE_KEY = env("VAPID_PRIVATE_KEY", default="") or kept(Path(VAR_DIR) / "vapid-key", signing_key)
# For tests only: members may give addresses on this machine itself, without encryption too.
OUTGOING_LOOPBACK = env.bool("OUTGOING_LOOPBACK", default=False)
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=False)
SITE_NAME = "Unbirthday"

INSTALLED_APPS = [
    "daphne",
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
    "games",
    "games.rules",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.nul.refuse",
    "accounts.middleware.remember",
    "accounts.outage.answer_without_counters",
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
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {
        # The parts of a board, which are rendered for every move: a fifth of the time of Django's own.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "parts",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "games.boards.parts.environment"},
    },
]

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR}/unbirthday.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
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
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 16}
    # A pooled connection may be older than the server: after its restart none may answer a visitor with a 500.
    DATABASES["default"]["ENGINE"] = "config.postgresql"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_URL = env("CHANNEL_URL", default="")
if CHANNEL_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [CHANNEL_URL]},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": CHANNEL_URL,
            # Seconds: whoever signs in while it is away is told so (accounts/outage.py), and not kept waiting.
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

AUTH_USER_MODEL = "accounts.User"
# NameBackend is allauth's, but finds people by name_key.
AUTHENTICATION_BACKENDS = ["accounts.backends.NameBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
}
# A guest may sign in; accounts.views.login sends members on.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# Who was locked out and reset the password must not wait for the lock to end.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USERNAME_MIN_LENGTH = 2
# How many new guests and members one address may be in an hour; 0: any number. Not public: only the host's friends come.
GUESTS_PER_HOUR = env.int("GUESTS_PER_HOUR", default=30 if HTTPS else 0)
MEMBERS_PER_HOUR = env.int("MEMBERS_PER_HOUR", default=20 if HTTPS else 0)
ACCOUNT_RATE_LIMITS = {
    "login_failed": "20/10m/ip,5/5m/key",
    "signup": f"{MEMBERS_PER_HOUR}/h/ip" if MEMBERS_PER_HOUR else None,
    "guest": f"{GUESTS_PER_HOUR}/h/ip" if GUESTS_PER_HOUR else None,
    "recover": "20/10m/ip,5/10m/key,30/d/key",
    "export": "10/h/user",
    "address": "20/h/user",
    "try_out": "10/10m/user",
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
# Telephones' clocks go wrong by a step of 30 seconds.
MFA_TOTP_TOLERANCE = 1
MFA_RECOVERY_CODE_DIGITS = 10
USERSESSIONS_ADAPTER = "accounts.security.adapter.SessionsAdapter"
# Kept by accounts.middleware, now and then: allauth's own would write on every request.
USERSESSIONS_TRACK_ACTIVITY = True
# How many reverse proxies of the host's add to X-Forwarded-For; without one the header is not believed.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
# How long a bot seems to think, so that people can follow.
BOT_PAUSE_MS = env.int("BOT_PAUSE_MS", default=900)
# A live game waits so long for everybody's page to be loaded, then counts down so long.
LOADING_MS = env.int("LOADING_MS", default=12_000)
COUNTDOWN_MS = env.int("COUNTDOWN_MS", default=3_000)

ACCOUNT_SESSION_REMEMBER = True

CSRF_FAILURE_VIEW = "games.views.pages.form_expired"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
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

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
# A mail server that doesn't answer must not keep anybody waiting.
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=10)
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="Unbirthday <noreply@localhost>")
# Where the site is found: mails and messages are written without a request that would say it.
SITE_URL = env("SITE_URL", default="http://localhost:8000").rstrip("/")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = Path(VAR_DIR) / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
}

structlog.configure(
    processors=[
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "unbirthday": {
            "handlers": ["console"],
            "level": env("LOG_LEVEL", default="INFO"),
            "propagate": False,
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
}
