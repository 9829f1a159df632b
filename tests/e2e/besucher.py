"""A visitor's browser page that remembers foreign requests, cookies and console errors."""

from __future__ import annotations

from typing import Any


class Besucher:
    """Wraps a Playwright page; addresses are relative to the site."""

    def __init__(self, page: Any, adresse: str) -> None:
        self.page, self.adresse = page, adresse
        self._fremd: list[str] = []
        self._konsole: list[str] = []
        page.on("request", self._note_request)
        page.on("console", self._note_console)
        page.on("pageerror", lambda fehler: self._konsole.append(str(fehler)))

    def open(self, pfad: str = "", *, status: int = 200) -> Any:
        """Open a path of the site and return the page."""
        antwort = self.page.goto(self.adresse + pfad)
        assert antwort.status == status, (pfad, antwort.status)
        return self.page

    def click(self, name: str, *, exakt: bool = False, in_: str = "body") -> Any:
        """Follow the first link of this name and return the page."""
        self.page.locator(in_).get_by_role("link", name=name, exact=exakt).first.click()
        self.page.wait_for_load_state()
        return self.page

    @property
    def pfad(self) -> str:
        assert self.page.url.startswith(self.adresse), self.page.url
        return str(self.page.url)[len(self.adresse) :]

    def verstoesse(self) -> list[str]:
        """Return what no public page may do: foreign requests, cookies, console errors."""
        kekse = [f"cookie {keks['name']}" for keks in self.page.context.cookies()]
        return [*self._fremd, *self._konsole, *kekse]

    def _note_request(self, anfrage: Any) -> None:
        if not anfrage.url.startswith((self.adresse, "data:", "blob:")):
            self._fremd.append(f"request to {anfrage.url}")

    def _note_console(self, meldung: Any) -> None:
        erwartet = "status of 404" in meldung.text and "gibt-es-nicht" in str(meldung.location)
        if meldung.type in ("error", "warning") and not erwartet:
            self._konsole.append(f"console: {meldung.text}")
