"""Pure: no Django, no I/O. gesetze-im-internet.de: one `xml.zip` settles all sections of a law.

The HTML page of a section is only the public link. A body that is no archive means that the address
of the law is wrong, never that the law does not exist.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from citations_app.befund import Abruf, Einzelbefund
from citations_app.begriffe import Befundart
from citations_app.grammar.types import Fundstelle, Norm, Rechtsordnung
from citations_app.normenbestand.archiv import KeinArchiv, xml_of
from citations_app.normenbestand.bestand import Bestand
from citations_app.normenbestand.paket import pack
from citations_app.normenbestand.parser import KeinGesetz, read_law
from citations_app.normenbestand.pruefung import check_norm
from citations_app.sources.base import Netz, failed, failure_of_status, fetched


class GesetzeImInternet:
    """Fetches the official XML of a law that is not at hand."""

    kennung = "gesetze_im_internet"
    leser_version = "1"
    braucht_netz = True

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        """One known law only: an ambiguous abbreviation would be a guess."""
        teile = fundstelle.teile
        german = fundstelle.rechtsordnung is Rechtsordnung.DE
        return german and isinstance(teile, Norm) and bool(teile.slug) and "|" not in teile.slug

    def anfrage(self, fundstelle: Fundstelle) -> str:
        if not isinstance(fundstelle.teile, Norm):
            raise TypeError("gesetze-im-internet.de kennt nur Normen.")
        return fundstelle.teile.slug

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        if netz is None:
            raise ValueError("gesetze-im-internet.de braucht eine Adresse.")
        antwort = netz.get(f"{anfrage}/xml.zip")
        ausfall = failure_of_status(antwort.status)
        if ausfall is not None:
            return failed(antwort, ausfall, f"HTTP {antwort.status}")
        try:
            gesetz = read_law(xml_of(antwort.inhalt))
        except (KeinArchiv, KeinGesetz) as error:
            return failed(antwort, Befundart.UNBEKANNTES_FORMAT, str(error))
        stand = f"{gesetz.builddate[:4]}-{gesetz.builddate[4:6]}-{gesetz.builddate[6:8]}"
        felder = {"slug": anfrage, "paket": pack(gesetz).hex()}
        auszug = f"{gesetz.amtabk or gesetz.jurabk}: {len(gesetz.normen)} Vorschriften"
        return fetched(antwort, felder, auszug=auszug, stand=stand)

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        teile = fundstelle.teile
        if not isinstance(teile, Norm):
            return Einzelbefund(art=Befundart.KEINE_QUELLE)
        paket = bytes.fromhex(felder["paket"])
        bestand = Bestand({felder["slug"]: paket}.get)
        return check_norm(teile, bestand)
