"""Pure: no Django, no I/O. A cited German norm against the law itself (R-9.3, first six rows).

The section and its Absatz decide. Satz, Nummer and the end of a range are only remarked upon,
because sentences cannot be counted safely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citations_app.befund import Einzelbefund, mangel
from citations_app.begriffe import Befundart, Mangel
from citations_app.grammar.types import Norm
from citations_app.normenbestand.bestand import Bestand
from citations_app.normenbestand.nummern import split_number
from citations_app.normenbestand.types import Absatz, Vorschrift


def einheit_of(norm: Norm) -> str:
    """Return the unit as the Normenbestand writes it: "§" or "Art"."""
    return "§" if norm.einheit.startswith("§") else "Art"


def key_of(norm: Norm) -> str:
    """Return the section's key: "§ 823", "Art 1", "Art 229 § 6".

    >>> key_of(Norm(gesetz="EGBGB", artikel="229", nummer="6"))
    'Art 229 § 6'
    """
    if norm.artikel and norm.nummer and norm.artikel != norm.nummer:
        return f"Art {norm.artikel} § {norm.nummer}"
    return f"{einheit_of(norm)} {norm.nummer or norm.artikel}"


def resolve_slug(norm: Norm, bestand: Bestand) -> str | None:
    """Return the law that is meant, "" if none is at hand, None if several could be meant.

    Two laws may share an abbreviation (`slug` then holds both, joined by "|"); the section decides
    only if all of them are at hand and exactly one has it.
    """
    slugs = [slug for slug in norm.slug.split("|") if slug]
    if len(slugs) < 2:
        return slugs[0] if slugs and bestand.gesetz(slugs[0]) else ""
    if any(bestand.gesetz(slug) is None for slug in slugs):
        return None
    having = [slug for slug in slugs if bestand.vorschrift(slug, key_of(norm))]
    return having[0] if len(having) == 1 else None


def check_norm(norm: Norm, bestand: Bestand) -> Einzelbefund:
    """Return what the Normenbestand says about a cited norm."""
    slug = resolve_slug(norm, bestand)
    if slug is None:
        hinweis = f"Die Abkürzung „{norm.gesetz}“ steht für mehrere Gesetze."
        return Einzelbefund(art=Befundart.MEHRDEUTIG, hinweise=(hinweis,))
    if not slug:
        hinweis = f"„{norm.gesetz}“ liegt im Normenbestand nicht vor."
        return Einzelbefund(art=Befundart.GESETZ_UNBEKANNT, hinweise=(hinweis,))
    if norm.alte_fassung:
        hinweis = "Zitiert ist eine alte Fassung; der Bestand enthält nur die heutige."
        return Einzelbefund(art=Befundart.ALTE_FASSUNG, hinweise=(hinweis,))
    return _check_section(norm, slug, bestand)


def _check_section(norm: Norm, slug: str, bestand: Bestand) -> Einzelbefund:
    gesetz = bestand.gesetz(slug)
    name = gesetz.amtabk or gesetz.jurabk if gesetz else norm.gesetz
    if not (norm.nummer or norm.artikel):
        return Einzelbefund(art=Befundart.STIMMT)
    key = key_of(norm)
    vorschrift = bestand.vorschrift(slug, key)
    if vorschrift is None:
        return _missing(norm, slug, bestand, name=name)
    if vorschrift.weggefallen:
        return mangel(Mangel.WEGGEFALLEN, hinweise=(f"{key} {name} ist weggefallen.",))
    absatz = _check_absatz(norm, vorschrift, name=name)
    if absatz is not None:
        return absatz
    hinweise = (*_range_notes(norm, slug, bestand), *_detail_notes(norm, vorschrift))
    return Einzelbefund(art=Befundart.STIMMT, hinweise=hinweise)


def _missing(norm: Norm, slug: str, bestand: Bestand, *, name: str) -> Einzelbefund:
    """The section is not in the law: wrong unit, a number left out, or no such section."""
    key, einheit = key_of(norm), einheit_of(norm)
    other = "Art" if einheit == "§" else "§"
    if bestand.vorschrift(slug, f"{other} {norm.nummer}") and not norm.artikel:
        hinweis = f"{name} kennt {other} {norm.nummer}, aber nicht {key}."
        return mangel(Mangel.EINHEIT, hinweise=(hinweis,))
    if _is_left_out(norm, slug, bestand):
        hinweis = f"{key} {name} ist in der Zählung des Gesetzes ausgelassen (aufgehoben)."
        return mangel(Mangel.WEGGEFALLEN, hinweise=(hinweis,))
    return mangel(Mangel.NORM_FEHLT, hinweise=(f"{name} enthält {key} nicht.",))


def _is_left_out(norm: Norm, slug: str, bestand: Bestand) -> bool:
    """A plain number below the law's highest has existed once: acts are numbered without gaps."""
    if norm.artikel or not norm.nummer.isdigit():
        return False
    return 0 < int(norm.nummer) < bestand.hoechste_nummer(slug, einheit_of(norm))


def _check_absatz(norm: Norm, vorschrift: Vorschrift, *, name: str) -> Einzelbefund | None:
    """Return the defect of the cited Absatz, None if there is none."""
    if not norm.absatz or not vorschrift.absaetze:
        return None
    absatz = vorschrift.absatz(norm.absatz)
    where = f"{vorschrift.schluessel} {name}"
    if absatz is None and not (norm.absatz == "1" and not vorschrift.gezaehlt):
        hinweis = f"{where} hat {_count(vorschrift)}, keinen Absatz {norm.absatz}."
        return mangel(Mangel.ABSATZ_FEHLT, hinweise=(hinweis,))
    if absatz is not None and absatz.weggefallen:
        hinweis = f"{where} Absatz {norm.absatz} ist weggefallen."
        return mangel(Mangel.WEGGEFALLEN, hinweise=(hinweis,))
    return None


def _count(vorschrift: Vorschrift) -> str:
    if not vorschrift.gezaehlt and len(vorschrift.absaetze) == 1:
        return "keine Absatzzählung"
    if len(vorschrift.absaetze) == 1:
        return "nur Absatz 1"
    return f"die Absätze {vorschrift.absaetze[0].nummer} bis {vorschrift.absaetze[-1].nummer}"


def _range_notes(norm: Norm, slug: str, bestand: Bestand) -> Iterator[str]:
    """Remark on the end of a range that the law does not have."""
    if norm.bis and bestand.vorschrift(slug, f"{einheit_of(norm)} {norm.bis}") is None:
        yield f"Das Ende der Reihe, {einheit_of(norm)} {norm.bis}, steht nicht im Gesetz."


def _detail_notes(norm: Norm, vorschrift: Vorschrift) -> Iterator[str]:
    """Remark on a Satz or Nummer that seems not to be there; never more than a remark."""
    absaetze = [a for a in vorschrift.absaetze if not norm.absatz or a.nummer == norm.absatz]
    hoechster = max((a.saetze for a in absaetze), default=0)
    for satz in norm.satz:
        if satz.isdigit() and int(satz) > hoechster > 0:
            yield f"Satz {satz} ist zweifelhaft: gezählt sind {hoechster}."
    labels = {n for a in absaetze for n in _spanned(a)}
    for nummer in norm.nummern:
        if labels and nummer not in labels:
            yield f"Nummer {nummer} ist in der Aufzählung nicht zu finden."


def _spanned(absatz: Absatz) -> Iterable[str]:
    """Yield the labels of a list; "1. bis 3." stands for each number in it."""
    for label in absatz.nummern:
        first, _, last = label.partition(" bis ")
        try:
            ends = split_number(first.rstrip(".")), split_number(last.rstrip("."))
        except ValueError:
            yield first.rstrip(".")
        else:
            yield from (str(n) for n in range(ends[0][0], ends[1][0] + 1))
