from django.apps import AppConfig


class GradingConfig(AppConfig):
    name = "grading_app"
    label = "grading_app"
    verbose_name = "Bewertung"
    default_auto_field = "django.db.models.BigAutoField"
