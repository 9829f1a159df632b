"""The base of every table whose rows are their own history."""

from __future__ import annotations

from typing import Any

from django.db import models


class NurAnfuegbar(Exception):
    """Somebody tried to change or delete a row of an append-only table."""

    def __init__(self, model: type[models.Model]) -> None:
        super().__init__(f"„{model._meta.verbose_name}“ ist nur anfügbar: nie ändern, nie löschen.")


class AppendOnlyQuerySet(models.QuerySet):
    """Refuses the bulk ways around ``save`` and ``delete``."""

    def update(self, **kwargs: Any) -> int:
        raise NurAnfuegbar(self.model)

    def delete(self) -> tuple[int, dict[str, int]]:
        raise NurAnfuegbar(self.model)

    def bulk_update(self, *args: Any, **kwargs: Any) -> int:
        raise NurAnfuegbar(self.model)


class AppendOnlyModel(models.Model):
    """Rows are inserted once and stay as they are."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NurAnfuegbar(type(self))
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise NurAnfuegbar(type(self))
