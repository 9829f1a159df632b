from django.apps import AppConfig


class ProtokollConfig(AppConfig):
    name = "lexassay.protokoll"
    label = "protokoll"
    verbose_name = "Protokoll"
    default_auto_field = "django.db.models.BigAutoField"
