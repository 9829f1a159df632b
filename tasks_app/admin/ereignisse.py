"""The audit trail, without what a reader may not know of secret Testfälle (case 69).

``lexassay.protokoll`` knows nothing of tasks; its page is replaced by one that knows.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from lexassay.protokoll.admin import EreignisAdmin
from lexassay.protokoll.models import Ereignis
from tasks_app.admin.geheim import only_known_testfaelle, sees_secret, without_secret_names
from tasks_app.models import Testfall

admin.site.unregister(Ereignis)


@admin.register(Ereignis)
class EreignisseOhneGeheimes(EreignisAdmin):
    """The page of the audit trail."""

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows = super().get_queryset(request)
        if sees_secret(request):
            return rows
        typ = Q(objekt_typ=Testfall._meta.label_lower)
        rows = only_known_testfaelle(rows, typ, "objekt_id")
        return without_secret_names(rows, "objekt_name", "begruendung", "von", "nach")
