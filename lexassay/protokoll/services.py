"""Write an Ereignis; chain what is committed; check the chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

from lexassay.protokoll.kanon import canonical_hash
from lexassay.protokoll.models import Ereignis, Siegel
from lexassay.protokoll.rollen import Rolle

SYSTEM = "System"
SEAL_LOCK = 0x4C455841


class NichtErlaubt(Exception):
    """The person may not do this; the message is shown as it is."""


def log_ereignis(
    *,
    aktion: str,
    objekt: models.Model,
    user: Any = None,
    von: Mapping[str, Any] | None = None,
    nach: Mapping[str, Any] | None = None,
    begruendung: str = "",
) -> Ereignis:
    """Insert one audit row in the caller's transaction (who, when, what, from, to, why)."""
    return Ereignis.objects.create(
        zeitpunkt=timezone.now(),
        akteur=user if getattr(user, "pk", None) else None,
        akteur_name=user.get_username() if getattr(user, "pk", None) else SYSTEM,
        aktion=aktion,
        objekt_typ=objekt._meta.label_lower,
        objekt_id=str(objekt.pk),
        objekt_name=str(objekt)[:250],
        von=dict(von) if von is not None else None,
        nach=dict(nach) if nach is not None else None,
        begruendung=begruendung,
    )


def require_role(*, user: Any, rolle: Rolle) -> None:
    """Refuse a person who has not the role; superusers have all of them."""
    if user is None or not user.is_active:
        raise NichtErlaubt("Dazu ist ein aktives Konto nötig.")
    if user.is_superuser or user.groups.filter(name=rolle).exists():
        return
    raise NichtErlaubt(f"Dazu ist die Rolle „{rolle}“ nötig.")


def require_second_person(*, user: Any, first: Any, what: str) -> None:
    """Four eyes: whoever did the first step may not approve it."""
    if user is None or first is None or user.pk == first.pk:
        raise NichtErlaubt(f"Vier-Augen-Prinzip: {what} muss eine zweite Person freigeben.")


def seal_ereignisse(*, limit: int = 10_000) -> int:
    """Chain committed rows under a lock, oldest first; return how many.

    Rows that a slower transaction commits later get a later number: the chain follows the order
    of sealing, so that it has no gap.
    """
    with transaction.atomic():
        _take_seal_lock()
        last = Siegel.objects.order_by("-nummer").first()
        nummer, previous = (last.nummer, last.hash) if last else (0, "")
        rows = list(Ereignis.objects.filter(siegel__isnull=True).order_by("id")[:limit])
        siegel = []
        for row in rows:
            nummer += 1
            digest = chain_hash(row, nummer=nummer, previous=previous)
            siegel.append(
                Siegel(nummer=nummer, ereignis=row, vorheriger_hash=previous, hash=digest)
            )
            previous = digest
        Siegel.objects.bulk_create(siegel, batch_size=500)
    return len(siegel)


def _take_seal_lock() -> None:
    """One sealer at a time; on SQLite the immediate write transaction is the lock."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SEAL_LOCK])


def chain_hash(row: Ereignis, *, nummer: int, previous: str) -> str:
    """Return the hash that binds a row to its number and its predecessor."""
    return canonical_hash(
        {
            "nummer": nummer,
            "vorher": previous,
            "zeitpunkt": row.zeitpunkt,
            "akteur": row.akteur_id,
            "akteur_name": row.akteur_name,
            "aktion": row.aktion,
            "objekt": [row.objekt_typ, row.objekt_id, row.objekt_name],
            "von": _stable(row.von),
            "nach": _stable(row.nach),
            "begruendung": row.begruendung,
        }
    )


def _stable(value: Any) -> Any:
    """JSON numbers with a fraction are bound as text: the canonical form refuses floats."""
    match value:
        case float():
            return repr(value)
        case dict():
            return {key: _stable(item) for key, item in value.items()}
        case list():
            return [_stable(item) for item in value]
    return value


def chain_head() -> tuple[int, str]:
    """Return number and hash of the newest sealed Ereignis, (0, "") for an empty chain."""
    last = Siegel.objects.order_by("-nummer").values_list("nummer", "hash").first()
    return last or (0, "")


def verify_chain() -> Iterator[str]:
    """Yield one German sentence for each fault of the chain; nothing if it holds."""
    expected, previous = 0, ""
    rows = Siegel.objects.select_related("ereignis").order_by("nummer")
    for siegel in rows.iterator(chunk_size=2_000):
        expected += 1
        if siegel.nummer != expected:
            yield f"Nr. {expected}: Lücke in der Kette, es folgt Nr. {siegel.nummer}."
            expected = siegel.nummer
        if siegel.vorheriger_hash != previous:
            yield f"Nr. {siegel.nummer}: Der Hash des Vorgängers stimmt nicht."
        if siegel.hash != chain_hash(
            siegel.ereignis, nummer=siegel.nummer, previous=siegel.vorheriger_hash
        ):
            yield f"Nr. {siegel.nummer}: Das Ereignis wurde nachträglich verändert."
        previous = siegel.hash
