"""Pure: no Django, no I/O.

What a citation is once it has been read: a span of the text and the authority behind it (R-9.1).

Two keys identify an authority. `schluessel` names it down to the Absatz and decides whether two
spans mean the same thing; `abzugsschluessel` drops Absatz, Satz and Nummer and is the unit that can
cost points once (R-9.5).
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Rechtsordnung(StrEnum):
    """The legal order that decides which register a citation is checked against."""

    DE = "de"
    EU = "eu"
    US = "us"


class Zitatart(StrEnum):
    """What kind of authority a citation names."""

    NORM = "norm"
    ENTSCHEIDUNG = "entscheidung"
    REPORTER = "reporter"
    ECLI = "ecli"
    EU_AKT = "eu_akt"
    EU_ENTSCHEIDUNG = "eu_entscheidung"
    US_FALL = "us_fall"
    US_GESETZ = "us_gesetz"
    US_VERORDNUNG = "us_verordnung"
    US_REGEL = "us_regel"
    US_VERFASSUNG = "us_verfassung"
    US_LANDESRECHT = "us_landesrecht"
    US_AUFSATZ = "us_aufsatz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Norm:
    """A provision of a law, treaty or EU act.

    `slug` is the law's address at gesetze-im-internet.de, empty where the law is not federal law in
    force, several slugs joined by "|" where the abbreviation is ambiguous. `nummer` is the section
    as cited ("312g"); where a law repeats its sections under each article (EGBGB) `artikel` holds
    the article. `bis` ends a range, `offen` is "f." or "ff.". `satz`, `nummern`, `buchstabe`,
    `halbsatz`, `alternative` are tuples because one Absatz can be cited with several of each.
    `alte_fassung` is true for a version that the text itself calls a former (or dated) one.
    """

    gesetz: str
    slug: str = ""
    einheit: str = "§"
    nummer: str = ""
    artikel: str = ""
    bis: str = ""
    offen: str = ""
    absatz: str = ""
    absatz_bis: str = ""
    unterabsatz: tuple[str, ...] = ()
    satz: tuple[str, ...] = ()
    halbsatz: tuple[str, ...] = ()
    nummern: tuple[str, ...] = ()
    buchstabe: tuple[str, ...] = ()
    alternative: tuple[str, ...] = ()
    alte_fassung: bool = False
    fassung: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entscheidung:
    """A court decision; `datum` is ISO 8601, `reporter` its print citations in canonical form."""

    gericht: str = ""
    datum: str = ""
    aktenzeichen: tuple[str, ...] = ()
    ecli: str = ""
    reporter: tuple[str, ...] = ()
    name: str = ""
    rn: str = ""
    typ: str = ""
    celex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EuAkt:
    """A regulation, directive or decision of the Union, named without an article."""

    akt: str
    celex: str = ""
    kurzname: str = ""
    erwaegungsgrund: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsFall:
    """A US case: the parties, the first and all parallel reporter citations, the parenthesis."""

    name: str = ""
    fundstellen: tuple[str, ...] = ()
    jahr: str = ""
    gericht: str = ""
    pin: str = ""
    abfrage: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class UsNorm:
    """A section of a US code, rule or constitution; `zusatz` holds "et seq.", "note" or "app."."""

    werk: str
    titel: str = ""
    abschnitt: str = ""
    unterteilung: str = ""
    zusatz: str = ""


Teile = Norm | Entscheidung | EuAkt | UsFall | UsNorm


@dataclass(frozen=True, slots=True, kw_only=True)
class Fundstelle:
    """One citation. `start` and `end` are offsets into the text given to `extract`.

    `text` is the span as it stands there, `anzeige` the authority as a German lawyer writes it.
    `kurzform` marks a short, id. or a.a.O. form that was resolved to an earlier full citation.
    """

    start: int
    end: int
    text: str
    rechtsordnung: Rechtsordnung
    art: Zitatart
    schluessel: str
    abzugsschluessel: str
    anzeige: str
    teile: Teile = field(repr=False)
    kurzform: bool = False
