"""Only the configured endpoint can be reached; everything else is refused before connecting."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import httpx2
import pytest

from lexassay.beispiel.standin.anbieterserver import Anbieter, serve
from runs_app.audit import Pruefprotokoll, validity
from runs_app.begriffe import Fehlerart, Gueltigkeit
from runs_app.normalise import normalise
from runs_app.providers.aufruf import describe_error, http_client
from runs_app.providers.base import KonfigurationsFehler
from runs_app.providers.netz import address_allowed, endpoint
from runs_app.providers.registry import open_adapter
from runs_app.providers.transport import MITSCHRIFT, GuardedResolver, Mitschrift
from runs_app.status import TechnischerStatus
from tests.runs_app.providers.station import ask, frage

ANTWORT_MIT_KEKS = (
    b"HTTP/1.1 500 x\r\nconnection: close\r\ncontent-length: 0\r\nset-cookie: a=b\r\n\r\n"
)


@pytest.mark.parametrize(
    ("base_url", "lokal", "expected"),
    [
        ("https://api.example.org/v1", (), "https://api.example.org:443/v1/chat"),
        ("https://api.example.org/v1/", (), "https://api.example.org:443/v1/chat"),
        ("https://API.Example.org:8443", (), "https://api.example.org:8443/chat"),
        ("http://127.0.0.1:8000/v1", ("127.0.0.1",), "http://127.0.0.1:8000/v1/chat"),
        ("http://localhost:11434", ("localhost:11434",), "http://localhost:11434/chat"),
        ("http://[::1]:8000", ("::1",), "http://[::1]:8000/chat"),
        ("http://192.168.0.7:8000", ("192.168.0.7",), "http://192.168.0.7:8000/chat"),
    ],
)
def test_a_fit_base_url_gives_one_endpoint(base_url, lokal, expected):
    assert endpoint(base_url, "/chat", lokal).url == expected


@pytest.mark.parametrize(
    ("base_url", "lokal", "reason"),
    [
        ("http://api.example.org/v1", (), "nur über https"),
        ("ftp://api.example.org", (), "https://"),
        ("api.example.org", (), "https://"),
        ("https://", (), "https://"),
        ("https://nutzer:geheim@api.example.org", (), "Zugangsdaten"),
        ("https://api.example.org/v1?x=1", (), "Abfrage"),
        ("https://api.example.org:99999", (), "Port"),
        ("https://127.0.0.1:8000", (), "nicht als lokaler Host"),
        ("https://[::1]", (), "nicht als lokaler Host"),
        ("https://169.254.169.254", ("169.254.169.254",), "nicht als lokaler Host"),
        ("http://127.0.0.1:8000", ("127.0.0.1:9000",), "nur über https"),
        ("https://10.0.0.1", ("127.0.0.1",), "nicht als lokaler Host"),
    ],
)
def test_an_unfit_base_url_is_refused_in_german(base_url, lokal, reason):
    with pytest.raises(KonfigurationsFehler, match=reason):
        endpoint(base_url, "/chat", lokal)


@pytest.mark.parametrize(
    ("address", "remote", "local"),
    [
        ("93.184.216.34", True, True),
        ("2606:2800:220:1::1", True, True),
        ("127.0.0.1", False, True),
        ("10.1.2.3", False, True),
        ("192.168.1.1", False, True),
        ("100.64.0.1", False, True),
        ("::1", False, True),
        ("fd00::1", False, True),
        ("::ffff:127.0.0.1", False, True),
        ("0.0.0.0", False, False),
        ("169.254.169.254", False, False),
        ("fe80::1%eth0", False, False),
        ("224.0.0.1", False, False),
    ],
)
def test_special_addresses_need_a_local_host(address, remote, local):
    assert address_allowed(address, lokal=False) is remote
    assert address_allowed(address, lokal=True) is local


def test_a_name_that_leads_to_loopback_is_refused_before_connecting():
    ziel = endpoint("https://localhost:1", "/v1")

    async def resolve() -> None:
        await GuardedResolver(ziel).resolve("localhost", 1, socket.AF_INET)

    with pytest.raises(OSError, match="nicht freigegebenen Adresse"):
        asyncio.run(resolve())


def test_a_call_to_such_a_name_is_a_refused_valid_attempt():
    n = normalise(ask("chat", "stop", base_url="https://localhost:1/v1", lokale_hosts=frozenset()))
    assert (n.status, n.fehlerart) == (TechnischerStatus.PROVIDER_FEHLER, Fehlerart.VERWEIGERT)
    assert n.gueltigkeit is Gueltigkeit.GUELTIG


@pytest.mark.parametrize("zugang", ["responses", "chat", "messages"])
@pytest.mark.parametrize("stream", [True, False])
def test_a_redirect_to_another_port_is_not_followed(zugang, stream):
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.2)
        port = trap.getsockname()[1]
        roh = ask(zugang, f"umleitung-{port}", stream=stream)
        with pytest.raises(TimeoutError):
            trap.accept()
    n = normalise(roh)
    assert (n.status, n.http_status) == (TechnischerStatus.PROVIDER_FEHLER, 307)
    assert len(roh.kontakte) == 1
    assert n.gueltigkeit is Gueltigkeit.GUELTIG


@pytest.mark.parametrize(
    ("url", "foreign"),
    [
        ("http://127.0.0.1:{andere}/v1/chat/completions", True),
        ("http://127.0.0.1:{port}/v1/files", True),
        ("http://telemetrie.example.org/v1/chat/completions", True),
        ("https://127.0.0.1:{port}/v1/chat/completions", False),
    ],
)
def test_the_transport_refuses_any_other_destination(url, foreign):
    with socket.create_server(("127.0.0.1", 0)) as trap:
        port = trap.getsockname()[1]
        ziel = endpoint(f"http://127.0.0.1:{port}/v1", "/chat/completions", ["127.0.0.1"])
        note = Mitschrift()

        async def call() -> None:
            MITSCHRIFT.set(note)
            async with http_client(ziel) as client:
                await client.post(url.format(port=port, andere=port - 1), content=b"geheim")

        with pytest.raises(httpx2.ConnectError) as caught:
            asyncio.run(call())
    assert describe_error(caught.value)[0] is Fehlerart.VERWEIGERT
    assert [(k.verweigert, k.gesendet) for k in note.contacts()] == [(True, 0)]
    protokoll = Pruefprotokoll(endpunkt=ziel.url, kontakte=note.contacts())
    assert (validity(protokoll) is Gueltigkeit.UNGUELTIG) is foreign


def test_a_closed_port_is_a_connection_error_not_a_timeout():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    n = normalise(ask("chat", "stop", base_url=f"http://127.0.0.1:{port}/v1"))
    assert (n.status, n.fehlerart) == (TechnischerStatus.PROVIDER_FEHLER, Fehlerart.VERBINDUNG)


def test_a_proxy_in_the_environment_is_not_used(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.2)
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{trap.getsockname()[1]}")
        roh = ask("chat", "stop")
        with pytest.raises(TimeoutError):
            trap.accept()
    assert roh.http_status == 200


def test_the_audit_names_the_one_contact_with_its_sizes():
    roh = ask("responses", "stop", stream=False)
    (kontakt,) = roh.kontakte
    assert (kontakt.methode, kontakt.pfad, kontakt.status) == ("POST", "/v1/responses", 200)
    assert (kontakt.gesendet, kontakt.empfangen) == (len(roh.anfrage), len(roh.antwort))


def test_cancelling_a_call_passes_through_and_frees_the_connection():
    async def call() -> str:
        server = await serve(Anbieter(), 0)
        port = server.sockets[0].getsockname()[1]
        anfrage = replace(
            frage("chat", "langsam", deadline_s=30), base_url=f"http://127.0.0.1:{port}/v1"
        )
        adapter = open_adapter(anfrage.ausfuehrungsweg, anfrage.dialekt)
        task = asyncio.create_task(adapter.ask(anfrage))
        await asyncio.sleep(0.3)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            await adapter.close()
            server.close()
            await server.wait_closed()
            return "abgebrochen"
        return "beendet"

    assert asyncio.run(call()) == "abgebrochen"


def test_an_answer_without_end_is_broken_off(monkeypatch):
    monkeypatch.setattr("runs_app.providers.transport.GROESSTE_ANTWORT", 500)
    roh = ask("chat", "stop", stream=True)
    n = normalise(roh)
    assert (n.status, n.fehlertext) == (TechnischerStatus.PROVIDER_FEHLER, "Antwort zu groß.")


@pytest.mark.parametrize("zugang", ["chat", "messages"])
def test_what_leaves_the_machine_is_one_plain_request(zugang):
    """The raw bytes on the wire: identity encoding, the key in its header and nowhere else."""
    heads: list[bytes] = []

    async def call() -> None:
        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(ANTWORT_MIT_KEKS)
            writer.close()

        server = await asyncio.start_server(take, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        anfrage = frage(zugang, "stop")
        base_url = f"http://127.0.0.1:{port}"
        adapter = open_adapter(anfrage.ausfuehrungsweg, anfrage.dialekt)
        for _ in range(2):
            await adapter.ask(replace(anfrage, base_url=base_url))
        await adapter.close()
        server.close()
        await server.wait_closed()

    asyncio.run(call())
    assert len(heads) == 2
    for head in (h.decode().lower() for h in heads):
        assert "accept-encoding: identity\r\n" in head
        assert head.count("geheim-5f1c7a9e2b") == 1
        assert "cookie" not in head
