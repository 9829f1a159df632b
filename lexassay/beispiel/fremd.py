"""The sample goes only into a database that holds nothing but the sample."""

from __future__ import annotations

from django.db.models import Model

from lexassay.builds.models import BuildManifest
from runs_app.models import Lauf, Modellmetadaten
from tasks_app.models import Aufgabensatz

SAETZE = ("bg1", "v1", "v2")
MODELLPRAEFIX = ("demo-", "smollm2-")
LAUFPRAEFIX = "beispiel-"


class FremdeDaten(Exception):
    """The database holds rows that the sample did not make."""


def refuse_foreign_rows() -> None:
    """Raise ``FremdeDaten`` if anything in the database does not belong to the sample."""
    fremd = [f"Aufgabensatz {s}" for s in _others(Aufgabensatz, SAETZE)]
    fremd += [f"Modell {k}" for k in _names(Modellmetadaten) if not k.startswith(MODELLPRAEFIX)]
    fremd += [f"Lauf {k}" for k in _names(Lauf) if not k.startswith(LAUFPRAEFIX)]
    echte = BuildManifest.objects.filter(beispieldaten=False).values_list("kennung", flat=True)
    fremd += [f"Build {kennung}" for kennung in echte]
    if fremd:
        raise FremdeDaten(
            "Die Datenbank enthält eigene Daten; das Beispiel wird nicht hineingemischt: "
            + ", ".join(fremd[:5])
            + (" …" if len(fremd) > 5 else ".")
        )


def _names(model: type[Model]) -> list[str]:
    return list(model._default_manager.values_list("kennung", flat=True).order_by("kennung"))


def _others(model: type[Model], bekannt: tuple[str, ...]) -> list[str]:
    return [name for name in _names(model) if name not in bekannt]
