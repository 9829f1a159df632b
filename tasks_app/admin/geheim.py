"""What staff without ``tasks_app.view_geheim`` may know of secret Testfälle: nothing (case 69)."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce, Concat, StrIndex
from django.http import HttpRequest

from tasks_app.begriffe import Sichtbarkeit
from tasks_app.models import Testfall

SIEHT_GEHEIMES = "tasks_app.view_geheim"
OHNE_NAMEN = "Geheimer Testfall"


def sees_secret(request: HttpRequest) -> bool:
    """Return whether the person may see secret Testfälle."""
    return bool(request.user.has_perm(SIEHT_GEHEIMES))


def visible(request: HttpRequest, rows: QuerySet, pfad: str = "") -> QuerySet:
    """Hide secret Testfälle, and what hangs on them, from staff without the right."""
    if sees_secret(request):
        return rows
    return rows.exclude(**{f"{pfad}sichtbarkeit": Sichtbarkeit.GEHEIM})


def without_secret_names(rows: QuerySet, *felder: str) -> QuerySet:
    """Leave out rows in whose text or JSON fields a secret Testfall is named.

    A Kennung that is part of another one hides too much rather than too little.
    """
    leer, trenner = (Value(zeichen, output_field=TextField()) for zeichen in ("", " "))
    teile = [Coalesce(Cast(feld, TextField()), leer) for feld in felder]
    text = Concat(*teile, trenner, output_field=TextField())
    genannt = (
        Testfall.objects.geheim()
        .annotate(
            _kennung=StrIndex(OuterRef("_text"), F("kennung")),
            _titel=StrIndex(OuterRef("_text"), F("titel")),
        )
        .filter(Q(_kennung__gt=0) | Q(_titel__gt=0))
    )
    return rows.annotate(_text=text).exclude(Exists(genannt))


def only_known_testfaelle(rows: QuerySet, typ: Q, schluessel: str) -> QuerySet:
    """Of the rows about a Testfall keep those whose Testfall exists and is public."""
    offen = (
        Testfall.objects.oeffentlich()
        .annotate(_pk=Cast("pk", CharField()))
        .filter(_pk=OuterRef(schluessel))
    )
    return rows.exclude(typ & ~Exists(offen))


def visible_log_entries(request: HttpRequest, rows: QuerySet) -> QuerySet:
    """Hide „recent actions“ on secret Testfälle from staff without the right."""
    if sees_secret(request):
        return rows
    typ = Q(content_type=ContentType.objects.get_for_model(Testfall))
    rows = only_known_testfaelle(rows, typ, "object_id")
    return without_secret_names(rows, "object_repr", "change_message")


def blacken_log(testfall: Any) -> None:
    """Take name and changes of a secret Testfall out of Django's „recent actions“.

    The full record is the Ereignis; „recent actions“ stand on pages that no right protects.
    """
    if testfall.geheim:
        LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(Testfall), object_id=str(testfall.pk)
        ).update(object_repr=OHNE_NAMEN, change_message="")
