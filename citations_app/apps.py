from django.apps import AppConfig


class CitationsConfig(AppConfig):
    name = "citations_app"
    label = "citations_app"
    verbose_name = "Zitatprüfung"
    default_auto_field = "django.db.models.BigAutoField"
