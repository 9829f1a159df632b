"""The local models of the sample on ten bg1 tasks, in a build of their own.

They run after the first release, on queue ``local``, with a loaded context of 1,024 tokens: their
rows are „nicht vergleichbar“ and never ranked (R-3.3).
"""

from __future__ import annotations

from collections.abc import Callable

from lexassay import pipeline
from lexassay.beispiel import laeufe
from lexassay.beispiel.ablauf import BeispielUnzulaessig, gate_errors, grade, read_citations
from lexassay.beispiel.konten import Personen, accounts
from lexassay.beispiel.lokal_modelle import local_models
from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import published_build
from lexassay.builds.services import release_build
from runs_app.models import Lauf
from tasks_app.models import Katalogversion, Testfall

LAUF = "beispiel-lokal"
AUFGABEN = 10


def run_local_model(*, say: Callable[[str], None]) -> BuildManifest | None:
    """Run, grade, build and release the local row; None if it is in the live build already."""
    if published_build() is None:
        raise BeispielUnzulaessig("Zuerst muss das Beispiel veröffentlicht sein.")
    fertig = Lauf.objects.filter(kennung=LAUF, geprueft_am__isnull=False).first()
    if fertig is not None and _is_live(fertig):
        return None
    personen = accounts()
    modelle = local_models(personen)
    katalog = (
        Katalogversion.objects.filter(aufgabensatz__kennung="bg1", pilot=False)
        .order_by("-nummer")
        .first()
    )
    if katalog is None:
        raise BeispielUnzulaessig("Der Aufgabensatz bg1 ist nicht freigegeben.")
    lauf = laeufe.start(
        kennung=LAUF,
        titel="Lokale Modelle auf eigener Hardware",
        katalog=katalog,
        modelle=modelle,
        personen=personen,
        testfaelle=_shortest(katalog),
    )
    laeufe.finish([lauf], was="Lokale Modelle", say=say)
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


def _publish(personen: Personen, say: Callable[[str], None]) -> BuildManifest:
    build = pipeline.build(user=personen.redaktion)
    if build.fehler_zahl:
        raise BeispielUnzulaessig("\n".join(gate_errors(build)))
    release_build(build=build, user=personen.freigabe, baum_hash=build.baum_hash)
    say(f"Build {build.kennung} mit den lokalen Modellen ist freigegeben.")
    return build
