from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks_app"
    label = "tasks_app"
    verbose_name = "Aufgaben"
    default_auto_field = "django.db.models.BigAutoField"
