"""Build, release, withdraw: each a single audited action (R-11.2, R-12.1)."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from lexassay.builds import store
from lexassay.builds.aggregation import evaluate
from lexassay.builds.auswertung import Auswertung
from lexassay.builds.checksums import commitment, file_sums, tree_hash
from lexassay.builds.datenstand import Datenstand
from lexassay.builds.exports.erzeugen import make_exports
from lexassay.builds.gates import Befund, Pruefling, Tor, errors, notices, run_gates
from lexassay.builds.models import BuildManifest, Freigabezeiger, InternerStand, Methodentext
from lexassay.builds.redaction import redact
from lexassay.builds.selectors import published_build, released_paths
from lexassay.builds.serialise import dump
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role, require_second_person


class FreigabeVerweigert(Exception):
    """The build may not go live; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rohbau:
    """What a renderer gets: the public data, the numbers, the exports, the report of the gates."""

    kennung: str
    stand: Datenstand
    auswertung: Auswertung
    exporte: Mapping[str, bytes]
    tore: Mapping[Tor, list[Befund]]
    vorgaenger: str | None


Renderer = Callable[[Rohbau], Mapping[str, bytes]]


def create_build(*, stand: Datenstand, user: Any, render: Renderer) -> BuildManifest:
    """Aggregate, export, render, check and seal a frozen Datenstand (DESIGN 4).

    ``render`` makes the pages; ``builds`` knows no page. Nothing goes live here.
    """
    require_role(user=user, rolle=Rolle.REDAKTION)
    auswertung = evaluate(stand)
    vorgaenger = published_build()
    kennung = _next_kennung(stand)
    oeffentlich = redact(stand)
    exporte = make_exports(kennung, oeffentlich, auswertung)
    rohbau = Rohbau(
        kennung=kennung,
        stand=oeffentlich,
        auswertung=auswertung,
        exporte=exporte,
        tore={},
        vorgaenger=vorgaenger.kennung if vorgaenger else None,
    )
    artefakte, bericht = _render_and_check(rohbau, stand, render)
    return _seal(rohbau, stand, artefakte, bericht, vorgaenger, user)


def _next_kennung(stand: Datenstand) -> str:
    tag = stand.stand.isoformat()
    zahl = BuildManifest.objects.filter(kennung__startswith=f"{tag}-").count()
    return f"{tag}-{zahl + 1}"


def _render_and_check(
    rohbau: Rohbau, stand: Datenstand, render: Renderer
) -> tuple[dict[str, bytes], dict[Tor, list[Befund]]]:
    """Render, check the bytes, render again with the report, and check those bytes too."""
    bericht: dict[Tor, list[Befund]] = {}
    artefakte: dict[str, bytes] = {}
    for _ in range(2):
        mit_bericht = Rohbau(
            kennung=rohbau.kennung,
            stand=rohbau.stand,
            auswertung=rohbau.auswertung,
            exporte=rohbau.exporte,
            tore=bericht,
            vorgaenger=rohbau.vorgaenger,
        )
        artefakte = {**rohbau.exporte, **render(mit_bericht)}
        bericht = run_gates(
            Pruefling(
                kennung=rohbau.kennung,
                stand=stand,
                oeffentlich=rohbau.stand,
                auswertung=rohbau.auswertung,
                artefakte=artefakte,
                produktion=settings.PRODUKTION,
                interne_hosts=tuple(getattr(settings, "INTERNE_HOSTS", ())),
            )
        )
    return artefakte, bericht


@transaction.atomic
def _seal(
    rohbau: Rohbau,
    stand: Datenstand,
    artefakte: Mapping[str, bytes],
    bericht: Mapping[Tor, list[Befund]],
    vorgaenger: BuildManifest | None,
    user: Any,
) -> BuildManifest:
    summen = file_sums(artefakte)
    roh, salz = dump(stand), secrets.token_hex(32)
    fehler, hinweise = errors(bericht), notices(bericht)
    build = BuildManifest.objects.create(
        kennung=rohbau.kennung,
        angelegt_am=timezone.now(),
        angelegt_von=user,
        beispieldaten=stand.beispieldaten,
        baum_hash=tree_hash(summen),
        stand_hash=summen["daten/stand.json"],
        manifest=_manifest(rohbau, stand, summen, commitment(salz, roh), hinweise),
        tore=_report(bericht),
        fehler_zahl=len(fehler),
        hinweis_zahl=len(hinweise),
        vorgaenger=vorgaenger,
    )
    store.put_all(build, artefakte)
    InternerStand.objects.create(build=build, daten=zlib.compress(roh, 6), salz=salz)
    log_ereignis(
        aktion="build_erstellt",
        objekt=build,
        user=user,
        nach={"baum_hash": build.baum_hash, "fehler": len(fehler), "hinweise": len(hinweise)},
    )
    return build


def _manifest(
    rohbau: Rohbau,
    stand: Datenstand,
    summen: Mapping[str, str],
    zusage: str,
    hinweise: list[Befund],
) -> dict[str, Any]:
    """What seed 002's table and R-12.1 ask for."""
    return {
        "build": rohbau.kennung,
        "stand": stand.stand.isoformat(),
        "methodenfassung": stand.methodenfassung,
        "kataloge": {s.kennung: [s.katalogversion, s.katalog_hash] for s in stand.aufgabensaetze},
        "anzahl": {
            "modelle": len(stand.modelle),
            "testfaelle_oeffentlich": sum(not f.geheim for f in stand.testfaelle),
            "testfaelle_geheim": sum(f.geheim for f in stand.testfaelle),
            "laeufe": len(stand.laeufe),
            "runs": len(stand.runs),
            "dateien": len(summen),
        },
        "versionen": dict(stand.versionen),
        "beispieldaten": "Beispieldaten, nicht redaktionell oder anwaltlich geprüft"
        if stand.beispieldaten
        else "",
        "ereigniskette": [stand.ereignis_nummer, stand.ereignis_hash],
        "zusage_geheimer_teil": zusage,
        "vorgaenger": rohbau.vorgaenger,
        "hinweise": [[befund.id, befund.meldung] for befund in hinweise],
        "pruefsummen": dict(summen),
    }


def _report(bericht: Mapping[Tor, list[Befund]]) -> dict[str, Any]:
    return {
        tor.value: [
            {
                "id": befund.id,
                "meldung": befund.meldung,
                "hinweis": befund.hinweis,
                "objekt": list(befund.objekt) if befund.objekt else None,
            }
            for befund in befunde
        ]
        for tor, befunde in bericht.items()
    }


@transaction.atomic
def release_build(*, build: BuildManifest, user: Any, baum_hash: str) -> BuildManifest:
    """Let a build go live: gates closed without Fehler, second person, approved bytes (R-11.2).

    ``baum_hash`` is the checksum that the approver saw; the stored files must still have it.
    """
    require_role(user=user, rolle=Rolle.FREIGABE)
    require_second_person(user=user, first=build.angelegt_von, what=f"den Build {build.kennung}")
    build = BuildManifest.objects.select_for_update().get(pk=build.pk)
    _require_releasable(build, baum_hash)
    return _go_live(build, user, aktion="build_freigegeben")


def _require_releasable(build: BuildManifest, baum_hash: str) -> None:
    if build.status == "zurueckgezogen":
        raise FreigabeVerweigert(f"Der Build {build.kennung} ist zurückgezogen.")
    if build.fehler_zahl:
        raise FreigabeVerweigert(
            f"Der Build {build.kennung} hat {build.fehler_zahl} Fehler in den Qualitäts-Toren."
        )
    if build.baum_hash != baum_hash or tree_hash(released_paths(build)) != baum_hash:
        raise FreigabeVerweigert(
            "Die Prüfsumme weicht von der freigegebenen ab. Bitte den Build neu prüfen."
        )
    if settings.PRODUKTION and build.beispieldaten:
        raise FreigabeVerweigert("Beispieldaten dürfen nicht produktiv erscheinen.")


def _go_live(build: BuildManifest, user: Any, *, aktion: str) -> BuildManifest:
    zeiger, _ = Freigabezeiger.objects.get_or_create(
        pk=1, defaults={"build": None, "gewechselt_am": timezone.now()}
    )
    zeiger = Freigabezeiger.objects.select_for_update().get(pk=zeiger.pk)
    bisher = zeiger.build
    build.status = "freigegeben"
    if build.freigegeben_am is None:
        build.freigegeben_von, build.freigegeben_am = user, timezone.now()
    build.save(update_fields=["status", "freigegeben_von", "freigegeben_am"])
    if bisher and bisher.pk != build.pk:
        BuildManifest.objects.filter(pk=bisher.pk, status="freigegeben").update(status="abgeloest")
    zeiger.build, zeiger.gewechselt_am = build, timezone.now()
    zeiger.save()
    log_ereignis(
        aktion=aktion,
        objekt=build,
        user=user,
        von={"build": bisher.kennung if bisher else None},
        nach={"build": build.kennung, "baum_hash": build.baum_hash},
    )
    return build


@transaction.atomic
def return_to_build(*, build: BuildManifest, user: Any, begruendung: str) -> BuildManifest:
    """Make an earlier released build live again."""
    require_role(user=user, rolle=Rolle.FREIGABE)
    build = BuildManifest.objects.select_for_update().get(pk=build.pk)
    if build.status != "abgeloest":
        raise FreigabeVerweigert(
            f"Der Build {build.kennung} war nie freigegeben oder ist es schon."
        )
    _require_releasable(build, build.baum_hash)
    return _go_live(build, user, aktion="build_zurueckgekehrt")


@transaction.atomic
def withdraw_build(*, build: BuildManifest, user: Any, begruendung: str) -> BuildManifest:
    """Withdraw a released build; its pages become a dated tombstone (R-12.8)."""
    require_role(user=user, rolle=Rolle.FREIGABE)
    build = BuildManifest.objects.select_for_update().get(pk=build.pk)
    if build.status not in ("freigegeben", "abgeloest"):
        raise FreigabeVerweigert(f"Der Build {build.kennung} ist nicht veröffentlicht.")
    if not begruendung.strip():
        raise FreigabeVerweigert("Der Rückzug braucht eine Begründung.")
    vorher = build.status
    build.status = "zurueckgezogen"
    build.zurueckgezogen_am, build.zurueckgezogen_grund = timezone.now(), begruendung
    build.save(update_fields=["status", "zurueckgezogen_am", "zurueckgezogen_grund"])
    Freigabezeiger.objects.filter(pk=1, build=build).update(
        build=None, gewechselt_am=timezone.now()
    )
    log_ereignis(
        aktion="build_zurueckgezogen",
        objekt=build,
        user=user,
        von={"status": vorher},
        nach={"status": "zurueckgezogen"},
        begruendung=begruendung,
    )
    return build


@transaction.atomic
def approve_method_text(*, text: Methodentext, user: Any) -> Methodentext:
    """Put a version of the published method into force, by a second person; it stays as it is."""
    require_role(user=user, rolle=Rolle.FREIGABE)
    text = Methodentext.objects.select_for_update().get(pk=text.pk)
    if text.freigegeben_von_id is not None:
        raise FreigabeVerweigert(f"Die {text} ist schon freigegeben.")
    if text.angelegt_von is not None:
        require_second_person(user=user, first=text.angelegt_von, what=f"die {text}")
    text.freigegeben_von = user
    text.save(update_fields=["freigegeben_von"])
    log_ereignis(aktion="methodenfassung_freigegeben", objekt=text, user=user)
    return text
