"""Settings, read from the environment; a name that ends in _FILE names a file with the value.

Two modes (``LEXASSAY_BETRIEB``). ``lokal`` answers loopback addresses only and needs no set-up.
``produktion`` serves other hosts and is strict: ``lexassay.checks`` refuses to start without a
secret key, without PostgreSQL, or with a queue server that anybody may write to.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

from lexassay.logging import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("LEXASSAY_VAR", BASE_DIR / "var"))
with contextlib.suppress(OSError):  # a read-only place; whoever must write there will say so
    VAR_DIR.mkdir(parents=True, exist_ok=True)
env = environ.FileAwareEnv()
ENV_FILE = Path(os.environ.get("LEXASSAY_ENV_DATEI", BASE_DIR / ".env"))
if ENV_FILE.is_file():
    env.read_env(ENV_FILE)

# Mode -------------------------------------------------------------------------------------------
BETRIEB = env.str("LEXASSAY_BETRIEB", default="lokal")
PRODUKTION = BETRIEB == "produktion"
DEBUG = env.bool("DEBUG", default=False)
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUKTION else LOOPBACK_HOSTS)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Without a key each process invents one: sessions end with it, nothing is guessable.
SECRET_KEY_GIVEN = bool(env.str("SECRET_KEY", default=""))
SECRET_KEY = env.str("SECRET_KEY", default="") or get_random_secret_key()
ADMIN_OTP_PFLICHT = env.bool("ADMIN_OTP_PFLICHT", default=PRODUKTION)

# Rooms ------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "lexassay.apps.RedaktionAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "simple_history",
    "import_export",
    "django_htmx",
    "ninja",
    "django_rq",
    "lexassay.apps.LexassayConfig",
    "lexassay.protokoll",
    "tasks_app",
    "runs_app",
    "citations_app",
    "grading_app",
    "lexassay.builds",
    "lexassay.public",
    "lexassay.contact",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "lexassay.middleware.CrossOriginHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "lexassay.urls"
WSGI_APPLICATION = "lexassay.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Language and time ------------------------------------------------------------------------------
LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch")]
USE_I18N = True
TIME_ZONE = "Europe/Berlin"
USE_TZ = True

# Database ---------------------------------------------------------------------------------------
DATABASES = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'lexassay.sqlite3'}")
}
DATABASE_ENGINE = DATABASES["default"]["ENGINE"]
if DATABASE_ENGINE == "django.db.backends.sqlite3":
    # A write transaction takes its lock at BEGIN: no deadlock between readers that become writers.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# Queue ------------------------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
QUEUES = ("runs", "local", "citations", "grading", "default")
RQ_QUEUES = {
    name: {
        "URL": REDIS_URL,
        "DEFAULT_TIMEOUT": 3600,
        "SERIALIZER": "rq.serializers.JSONSerializer",
    }
    for name in QUEUES
}
RQ = {
    "JOB_CLASS": "lexassay.queue.StrictJob",
    "WORKER_CLASS": "lexassay.queue.StrictWorker",
    "COMMIT_MODE": "on_db_commit",
    "DEFAULT_RESULT_TTL": 600,
}
# django-rq's own page may be operated by every staff member; lexassay.admin has the fenced one.
RQ_SHOW_ADMIN_LINK = False

# Execution --------------------------------------------------------------------------------------
RUN_SLOTS = env.int("RUN_SLOTS", default=1)  # engine jobs at the same time on the queue runs
# Hosts that a provider's address may name beside the built-in ones.
ANBIETER_HOSTS = env.list("ANBIETER_HOSTS", default=[])
SPOOL_DIR = VAR_DIR / "spool"  # answers that no database would take
# Hosts whose address may be loopback or private: a local model server, a stand-in.
LOKALE_HOSTS = env.list("LOKALE_HOSTS", default=[] if PRODUKTION else ["localhost", "127.0.0.1"])

# Files ------------------------------------------------------------------------------------------
STATIC_URL = "static/"
# A local site serves the files where they lie; production collects them (collectstatic).
STATIC_ROOT = VAR_DIR / "static" if PRODUKTION else None
STATICFILES_DIRS = [path for path in (BASE_DIR / "static",) if path.is_dir()]
MEDIA_ROOT = VAR_DIR / "dateien"
WHITENOISE_USE_FINDERS = not PRODUKTION
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUKTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
    # Artefacts lie in the database: one transaction, one backup, many hosts (DESIGN 4).
    "builds": {
        "BACKEND": env.str("BUILDS_STORAGE", default="lexassay.builds.store.DatabaseStorage")
    },
}

# Accounts ---------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "admin:login"
OTP_TOTP_ISSUER = "LexAssay"
# Whoever reads another person's key could approve as that person: the four eyes would be two.
OTP_ADMIN_HIDE_SENSITIVE_DATA = True
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 1  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # data protection: who logged in from where is not kept
AXES_CLIENT_IP_CALLABLE = "lexassay.middleware.client_ip"
AXES_LOCKOUT_TEMPLATE = "admin/gesperrt.html"
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)

# Browser security -------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_AGE = 12 * 3600
if PRODUKTION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sitzung", "__Host-csrf"

# Citation sources -----------------------------------------------------------------------------
# kennung → base address; a loopback source is allowed only if it is named here.
ZITATQUELLEN_BASIS = env.json("ZITATQUELLEN_BASIS", default={})
ZITATQUELLEN_KONTAKT = env.str("ZITATQUELLEN_KONTAKT", default="")
COURTLISTENER_TOKEN = env.str("COURTLISTENER_TOKEN", default="")

# Mail and logs ----------------------------------------------------------------------------------
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="LexAssay <contact@lexassay.com>")
EMAIL_TIMEOUT = 20
LOGGING = logging_config(
    as_json=env.bool("LOG_JSON", default=PRODUKTION), level=env.str("LOG_LEVEL", default="INFO")
)
