from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "runs_app"
    label = "runs_app"
    verbose_name = "Modelle und Läufe"
    default_auto_field = "django.db.models.BigAutoField"
