"""Runs with their attempts, citations and grades as the snapshot needs them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from citations_app.models import Befund, Zitat, Zitatquelle
from grading_app.models import Bewertung
from grading_app.selectors import veraltete_run_ids
from lexassay.builds import datenstand as ds
from lexassay.builds.snapshot_kosten import Kostenblick
from runs_app.audit import Pruefprotokoll, certificate
from runs_app.begriffe import Gueltigkeit, RunStatus
from runs_app.models import Run, Teilnahme, Versuch

STAPEL = 500
HAND = "Redaktion"


@dataclass(slots=True)
class Runblick:
    """All rows below the Runs of some Teilnahmen, read table by table."""

    rows: list[Run]
    versuche: dict[int, list[Versuch]] = field(default_factory=dict)
    zitate: dict[int, list[Zitat]] = field(default_factory=dict)
    belege: dict[int, list[ds.BelegStand]] = field(default_factory=dict)
    noten: dict[int, Bewertung] = field(default_factory=dict)
    veraltet: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, teilnahmen: Iterable[Teilnahme]) -> Runblick:
        rows = list(
            Run.objects.filter(teilnahme__in=list(teilnahmen), status=RunStatus.BEENDET)
            .select_related("testfall", "teilnahme__modell__anbieter", "teilnahme__lauf")
            .select_related("zaehlender_versuch")
        )
        rows.sort(key=lambda r: (r.teilnahme.kennung, r.testfall.adresse, r.run_index))
        blick = cls(rows)
        for teil in _chunks([run.pk for run in rows]):
            blick._read(teil)
        for lauf in {row.teilnahme.lauf for row in rows}:
            blick.veraltet |= veraltete_run_ids(lauf)
        return blick

    def _read(self, ids: list[int]) -> None:
        for versuch in Versuch.objects.filter(run__in=ids).defer("antwort").order_by("nummer"):
            self.versuche.setdefault(versuch.run_id, []).append(versuch)
        zitate = list(
            Zitat.objects.zaehlend()
            .filter(run__in=ids)
            .select_related("endbefund")
            .order_by("nummer")
        )
        for zitat in zitate:
            self.zitate.setdefault(zitat.run_id, []).append(zitat)
        namen = dict(Zitatquelle.objects.values_list("kennung", "name"))
        befunde = Befund.objects.filter(zitat__in=[z.pk for z in zitate]).select_related("beleg")
        for befund in befunde.order_by("zitat", "nummer"):
            self.belege.setdefault(befund.zitat_id, []).append(_beleg(befund, namen))
        for note in Bewertung.objects.filter(run__in=ids).aktuell().select_related("bewerter"):
            self.noten[note.run_id] = note

    def by_teilnahme(self) -> dict[int, list[Run]]:
        gruppen: dict[int, list[Run]] = defaultdict(list)
        for run in self.rows:
            gruppen[run.teilnahme_id].append(run)
        return dict(gruppen)

    def audited(self, teilnahme: Teilnahme) -> bool:
        """Whether every counting attempt of a Teilnahme carries an audit (R-3.1)."""
        return all(
            run.zaehlender_versuch.pruefprotokoll.get("geprueft", False)
            for run in self.rows
            if run.teilnahme_id == teilnahme.pk and run.zaehlender_versuch
        )

    def runs(self, kosten: Kostenblick) -> Iterator[ds.RunStand]:
        """Yield the Runs by Teilnahme, Testfall and repetition."""
        for run in self.rows:
            yield self._run(run, kosten)

    def _run(self, run: Run, kosten: Kostenblick) -> ds.RunStand:
        versuch = run.zaehlender_versuch
        assert versuch is not None
        return ds.RunStand(
            testfall=run.testfall.adresse,
            teilnahme=run.teilnahme.kennung,
            run_index=run.run_index,
            gueltig=run.gueltigkeit == Gueltigkeit.GUELTIG,
            ungueltig_grund=run.ungueltig_grund,
            technischer_status=run.technischer_status,
            abschlussgrund=versuch.abschlussgrund,
            abschlussgrund_original=versuch.abschlussgrund_original,
            antwort=versuch.antwort,
            zeichen=len(versuch.antwort),
            started_at=versuch.started_at,
            dauer_ms=versuch.dauer_ms,
            token_eingabe=versuch.token_eingabe,
            token_ausgabe=versuch.token_ausgabe,
            token_denken=versuch.token_denken,
            gemeldetes_modell=versuch.gemeldetes_modell,
            kosten_mikro=kosten.run(run),
            prompt_fingerabdruck=run.prompt_fingerabdruck,
            versuche=tuple(
                _versuch(v, zaehlt=v.pk == versuch.pk) for v in self.versuche.get(run.pk, [])
            ),
            pruefschein=_pruefschein(versuch),
            zitate=tuple(_zitat(z, self.belege.get(z.pk, [])) for z in self.zitate.get(run.pk, [])),
            bewertung=self._note(run),
        )

    def _note(self, run: Run) -> ds.BewertungStand | None:
        note = self.noten.get(run.pk)
        if note is None:
            return None
        return ds.BewertungStand(
            evaluations_status=note.evaluations_status,
            label=note.label,
            correctness=note.correctness,
            effektiv=note.effektiv,
            anteil=note.anteil,
            zitatabzuege=tuple(sorted(note.abzugsschluessel)),
            hinweis_vorhanden=note.hinweis_vorhanden,
            urteile=tuple(_urteil(urteil) for urteil in note.urteile),
            regelreferenz=note.regelreferenz,
            bewerter=note.bewerter.name if note.bewerter else "",
            bewerter_familie=note.bewerter.herstellerfamilie if note.bewerter else "",
            judge_version=note.judge_version,
            begruendung=note.begruendung,
            treffer=tuple(map(str, note.treffer)),
            fehlend=tuple(map(str, note.fehlend)),
            ueberschrieben=note.ueberschrieben,
            basis=note.basis_fingerabdruck,
            veraltet=run.pk in self.veraltet,
            interessenkonflikt=note.interessenkonflikt,
        )


def _chunks(ids: list[int]) -> Iterator[list[int]]:
    for i in range(0, len(ids), STAPEL):
        yield ids[i : i + STAPEL]


def _versuch(versuch: Versuch, *, zaehlt: bool) -> ds.VersuchStand:
    return ds.VersuchStand(
        nummer=versuch.nummer,
        art=versuch.art,
        limit=versuch.limit,
        gewaehrt=versuch.gewaehrt,
        denklimit=versuch.denklimit,
        technischer_status=versuch.technischer_status,
        abschlussgrund=versuch.abschlussgrund,
        gueltig=versuch.gueltigkeit == Gueltigkeit.GUELTIG,
        zaehlt=zaehlt,
        dauer_ms=versuch.dauer_ms,
    )


def _pruefschein(versuch: Versuch) -> ds.PruefscheinStand:
    schein = certificate(Pruefprotokoll.from_dict(versuch.pruefprotokoll))
    return ds.PruefscheinStand(
        geprueft=schein.geprueft,
        gueltig=schein.gueltigkeit is Gueltigkeit.GUELTIG,
        saetze=schein.saetze,
    )


def _beleg(befund: Befund, namen: Mapping[str, str]) -> ds.BelegStand:
    beleg = befund.beleg
    return ds.BelegStand(
        quelle=namen.get(beleg.quelle, HAND if beleg.quelle == "hand" else beleg.quelle),
        betreiber=beleg.betreiber,
        adresse=beleg.url,
        abgerufen_am=beleg.abgerufen_am,
        stand=beleg.stand,
        http_status=beleg.http_status,
        sha256=beleg.inhalt_sha256,
        auszug=beleg.auszug,
        befund=befund.get_art_display(),
    )


def _zitat(zitat: Zitat, belege: list[ds.BelegStand]) -> ds.ZitatStand:
    return ds.ZitatStand(
        nummer=zitat.nummer,
        start=zitat.start,
        ende=zitat.ende,
        text=zitat.text,
        anzeige=zitat.anzeige,
        art=zitat.art,
        rechtsordnung=zitat.rechtsordnung,
        schluessel=zitat.schluessel,
        abzugsschluessel=zitat.abzugsschluessel,
        status=zitat.status,
        verwendung=zitat.verwendung,
        von_hand=zitat.von_hand,
        verdacht_unbestaetigt=bool(zitat.verdacht)
        and zitat.endbefund_id is None
        and not zitat.naechste_quelle,
        zweite_pruefung_faellig=bool(zitat.verdacht) and bool(zitat.naechste_quelle),
        hinweise=tuple(map(str, zitat.hinweise)),
        begruendung=zitat.endbefund.begruendung if zitat.endbefund else "",
        belege=tuple(belege),
    )


def _urteil(urteil: dict[str, object]) -> ds.UrteilStand:
    return ds.UrteilStand(
        kriterium=str(urteil["kennung"]),
        erfuellt=bool(urteil["erfuellt"]),
        begruendung=str(urteil.get("begruendung", "")),
        passage=str(urteil.get("passage", "")),
    )
