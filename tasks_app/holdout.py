"""The hold-out guard: canaries, commitments and the ledger of who saw a secret task (R-15.6)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone

from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.services import log_ereignis
from tasks_app.definition import Zugriff, zugriff_quelle
from tasks_app.fingerprint import commitment
from tasks_app.models import Testfall

ANGESEHEN = "geheim_angesehen"
ZUSAGE_GEOEFFNET = "zusage_geoeffnet"
CANARY_ANFANG = "LEXASSAY-CANARY-"
KENNT_DEN_TEXT = {
    "testfall_angelegt": "angelegt",
    "testfall_bearbeitet": "bearbeitet",
    "testfall_importiert": "importiert",
    "testfall_neue_fassung": "neue Fassung angelegt",
    "testfall_freigegeben": "freigegeben",
}
"""Actions whose person has the text before the eyes, with the way that the ledger names."""


def new_canary() -> str:
    """Return a string that stands nowhere else; a hit anywhere proves that a text has leaked."""
    return CANARY_ANFANG + secrets.token_hex(16)


def give_canary(testfall: Testfall, *, bisher: str = "") -> None:
    """Give a secret Testfall its canary, the one that it had if any; a public one needs none."""
    if testfall.geheim and not testfall.canary:
        testfall.canary = bisher or new_canary()


@transaction.atomic
def record_view(*, testfall: Testfall, user: Any, weg: str) -> bool:
    """Enter in the ledger that a person saw a secret Testfall; once a day and person is enough.

    Returns whether a new entry was written. The row lock keeps two tabs from writing two.
    """
    if not testfall.geheim or testfall.pk is None:
        return False
    Testfall.objects.select_for_update().only("pk").get(pk=testfall.pk)
    mitternacht = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    schon = Ereignis.objects.filter(
        aktion=ANGESEHEN,
        objekt_typ=Testfall._meta.label_lower,
        objekt_id=str(testfall.pk),
        akteur=user,
        zeitpunkt__gte=mitternacht,
    )
    if schon.exists():
        return False
    log_ereignis(aktion=ANGESEHEN, objekt=testfall, user=user, nach={"weg": weg})
    return True


def open_commitment(*, testfall: Testfall, user: Any) -> None:
    """Publish the salt of a retired secret Testfall, so that anyone can check the promise."""
    if not testfall.zugesagt_hash:
        return
    if commitment(testfall.zusage_salz, testfall.inhalts_hash) != testfall.zugesagt_hash:
        raise ZusageGebrochen(testfall)
    log_ereignis(
        aktion=ZUSAGE_GEOEFFNET,
        objekt=testfall,
        user=user,
        nach={
            "zusage": testfall.zugesagt_hash,
            "salz": testfall.zusage_salz,
            "inhalts_hash": testfall.inhalts_hash,
        },
    )


class ZusageGebrochen(Exception):
    """The stored content is not the one that was promised when the Testfall was frozen."""

    def __init__(self, fall: Testfall) -> None:
        super().__init__(
            f"{fall}: Salz und Inhalts-Hash ergeben nicht die veröffentlichte Zusage. Der Testfall"
            " wurde nach dem Einfrieren verändert; bitte zuerst klären."
        )


@zugriff_quelle
def persons_who_saw(fall: Testfall) -> Iterator[Zugriff]:
    """Yield each person who wrote or looked at the Testfall (R-15.6)."""
    ereignisse = Ereignis.objects.filter(
        objekt_typ=Testfall._meta.label_lower,
        objekt_id=str(fall.pk),
        aktion__in=[ANGESEHEN, *KENNT_DEN_TEXT],
    )
    for ereignis in ereignisse.order_by("pk"):
        weg = KENNT_DEN_TEXT.get(ereignis.aktion) or str((ereignis.nach or {}).get("weg", ""))
        yield Zugriff(
            wer=ereignis.akteur_name,
            wann=timezone.localtime(ereignis.zeitpunkt).strftime("%d.%m.%Y %H:%M"),
            weg=weg,
        )
