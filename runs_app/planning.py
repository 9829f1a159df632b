"""What a Lauf will run: its rules, its frozen configuration, and what stands against a start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from django.db.models import QuerySet

from runs_app.audit import forbidden_parameters
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.budget import BudgetFehler, granted_budget
from runs_app.folge import Regeln
from runs_app.hosts import host_problem, key_problem
from runs_app.models import Lauf, Modellmetadaten, Teilnahme
from tasks_app.begriffe import Sichtbarkeit
from tasks_app.fingerprint import prompt_fingerprint
from tasks_app.models import Testfall

STANDARD_EFFORT = "Standard"
STANDARD_SPAETER_S = 86_400
FORMAT = 1
DENKBEGRENZBAR = frozenset({Dialekt.MESSAGES})


def planned_testfaelle(lauf: Lauf) -> QuerySet[Testfall]:
    """Return the Testfälle of a Lauf: the whole Katalogversion, or the chosen part of it."""
    source = lauf.testfaelle if lauf.teilweise else lauf.katalogversion.testfaelle
    return source.order_by("kennung", "version")


def rules_of(konfiguration: Mapping[str, Any]) -> Regeln:
    """Return the execution rules of a configuration; unknown names are refused (ValueError)."""
    given = konfiguration.get("regeln", {})
    known = {field.name for field in fields(Regeln)}
    if unknown := sorted(set(given) - known):
        raise ValueError(f"Unbekannte Regeln: {', '.join(unknown)}.")
    return Regeln(**{"spaetere_wiederholung_s": STANDARD_SPAETER_S, **given})


def granted(modell: Modellmetadaten, *, budget: int) -> int:
    """Return G as far as it is known before the prompt is counted (R-3.2)."""
    kontext = modell.geladener_kontext if modell.lokal else None
    return granted_budget(
        modell_maximum=modell.max_output, geladener_kontext=kontext, standard=budget
    )


def frozen_configuration(lauf: Lauf) -> dict[str, Any]:
    """Return everything that decides what is sent, as plain values for the canonical hash.

    Where a model file lies on a machine is not part of it; its SHA-256 is.
    """
    prompt = lauf.system_prompt
    return {
        "format": FORMAT,
        "katalogversion": lauf.katalogversion.kennung,
        "katalog_hash": lauf.katalogversion.inhalts_hash,
        "testfaelle": [
            [t.kennung, t.version, prompt_fingerprint(t.gesendeter_text)]
            for t in planned_testfaelle(lauf)
        ],
        "system_prompt": [prompt.kennung, prompt.version, prompt.hash],
        "wiederholungen": lauf.wiederholungen,
        "budget": lauf.budget,
        "zeitlimit_s": lauf.zeitlimit_s,
        "regeln": asdict(rules_of(lauf.konfiguration)),
        "teilnahmen": [_participation(t, lauf.budget) for t in participations(lauf)],
    }


def participations(lauf: Lauf) -> list[Teilnahme]:
    """Return the Teilnahmen with model and provider, in a stable order."""
    rows = lauf.teilnahmen.select_related("modell__anbieter", "lauf")
    return list(rows.order_by("modell__kennung", "effort"))


def _participation(teilnahme: Teilnahme, budget: int) -> dict[str, Any]:
    modell = teilnahme.modell
    return {
        "modell": modell.kennung,
        "name": modell.name,
        "variante": modell.variante,
        "quantisierung": modell.quantisierung,
        "cloud_version": modell.cloud_version,
        "anbieter": modell.anbieter.kennung,
        "ausfuehrungsweg": modell.ausfuehrungsweg,
        "dialekt": modell.dialekt,
        "api_model_id": modell.api_model_id,
        "base_url": modell.base_url,
        "limit_parameter": modell.limit_parameter,
        "effort": teilnahme.effort,
        "effort_parameter": effort_parameters(modell, teilnahme.effort),
        "gewaehrt": granted(modell, budget=budget),
        "denkbudget": modell.denkbudget,
        "max_output": modell.max_output,
        "geladener_kontext": modell.geladener_kontext if modell.lokal else None,
        "datei_sha256": modell.datei_sha256,
    }


def effort_parameters(modell: Modellmetadaten, effort: str) -> dict[str, Any]:
    """Return what an effort sends; „Standard“ sends nothing (R-2.3)."""
    return {} if effort == STANDARD_EFFORT else dict(modell.efforts.get(effort, {}))


def knows_effort(modell: Modellmetadaten, effort: str) -> bool:
    """Whether the model has this effort; every model has its default."""
    return effort == STANDARD_EFFORT or effort in modell.efforts


def start_problems(lauf: Lauf) -> list[str]:
    """Return what forbids a start, each as one German sentence; empty if it may start."""
    testfaelle = list(planned_testfaelle(lauf))
    teilnahmen = participations(lauf)
    problems = list(_empty(testfaelle, teilnahmen))
    problems += _outside_catalogue(lauf, testfaelle)
    for teilnahme in teilnahmen:
        problems += _model_problems(teilnahme, lauf.budget)
    problems += _secret_problems(testfaelle, teilnahmen)
    problems += _ceiling_problems(lauf, teilnahmen)
    return problems


def _empty(testfaelle: Sequence[Testfall], teilnahmen: Sequence[Teilnahme]) -> Iterator[str]:
    if not testfaelle:
        yield "Der Lauf enthält keinen Testfall."
    if not teilnahmen:
        yield "Der Lauf enthält kein Modell."


def _outside_catalogue(lauf: Lauf, testfaelle: Sequence[Testfall]) -> Iterator[str]:
    if not lauf.teilweise:
        return
    known = set(lauf.katalogversion.testfaelle.values_list("pk", flat=True))
    strangers = sum(t.pk not in known for t in testfaelle)
    if strangers:
        yield f"{strangers} gewählte Testfälle gehören nicht zur Katalogversion."


def _model_problems(teilnahme: Teilnahme, budget: int) -> Iterator[str]:
    modell = teilnahme.modell
    if not modell.aktiv:
        yield f"{modell}: Das Modell ist nicht aktiv."
    if modell.ausfuehrungsweg == Ausfuehrungsweg.IMPORT:
        yield f"{modell}: Aufgezeichnete Läufe werden importiert, nicht gestartet."
    if not knows_effort(modell, teilnahme.effort):
        yield f"{modell}: Das Modell kennt den Effort „{teilnahme.effort}“ nicht."
    if names := forbidden_parameters(effort_parameters(modell, teilnahme.effort)):
        yield f"{modell}: Der Effort enthält unzulässige Parameter: {', '.join(names)}."
    if modell.base_url and (problem := host_problem(modell.base_url)):
        yield f"{modell}: {problem}"
    if problem := key_problem(modell.anbieter.schluessel_variable):
        yield f"{modell.anbieter}: {problem}"
    if modell.denkbudget and modell.dialekt not in DENKBEGRENZBAR:
        yield f"{modell}: Über diesen Zugang kann das Denken nicht begrenzt werden."
    yield from _identity_problems(modell)
    try:
        granted(modell, budget=budget)
    except BudgetFehler as error:
        yield f"{modell}: {error}"


def _identity_problems(modell: Modellmetadaten) -> Iterator[str]:
    match modell.ausfuehrungsweg:
        case Ausfuehrungsweg.LOKAL_GGUF:
            needed = {
                "Modelldatei": modell.datei_pfad,
                "SHA-256 der Modelldatei": modell.datei_sha256,
                "geladener Kontext": modell.geladener_kontext,
            }
        case Ausfuehrungsweg.LOKAL_SERVER:
            needed = {
                "Modellkennung der API": modell.api_model_id,
                "Basisadresse": modell.base_url,
                "geladener Kontext": modell.geladener_kontext,
            }
        case Ausfuehrungsweg.KOMPATIBEL:
            needed = {
                "Modellkennung der API": modell.api_model_id,
                "Basisadresse": modell.base_url,
            }
        case _:
            needed = {"Modellkennung der API": modell.api_model_id}
    missing = [name for name, value in needed.items() if not value]
    if missing:
        yield f"{modell}: Es fehlt: {', '.join(missing)}."


def _secret_problems(
    testfaelle: Sequence[Testfall], teilnahmen: Sequence[Teilnahme]
) -> Iterator[str]:
    """A provider without a recorded no-training note gets no secret task (SPEC 14)."""
    secret = sum(t.sichtbarkeit == Sichtbarkeit.GEHEIM for t in testfaelle)
    if not secret:
        return
    providers = {t.modell.anbieter for t in teilnahmen if not t.modell.lokal}
    for anbieter in sorted(providers, key=lambda a: a.kennung):
        noted = anbieter.kein_training_nachweis.strip() and anbieter.kein_training_am
        if not (noted or anbieter.beispiel):
            yield (
                f"{anbieter}: Ohne Nachweis „kein Training, keine Aufbewahrung“ erhält der Anbieter"
                f" keine geheimen Testfälle ({secret} im Lauf)."
            )


def _ceiling_problems(lauf: Lauf, teilnahmen: Sequence[Teilnahme]) -> Iterator[str]:
    """A ceiling that cannot be computed would stop nothing."""
    from runs_app.selectors import price_of

    if lauf.kostendeckel_mikro is None:
        return
    waehrungen = set()
    for modell in {t.modell for t in teilnahmen if not t.modell.lokal}:
        preis = price_of(modell)
        if preis is None:
            yield f"{modell}: Ohne Listenpreis kann der Kostendeckel nicht wirken."
        else:
            waehrungen.add(preis.waehrung)
    if len(waehrungen) > 1:
        yield f"Der Kostendeckel braucht eine Währung, nicht {', '.join(sorted(waehrungen))}."
