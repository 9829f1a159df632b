"""Pure: no Django, no I/O. The official `xml.zip` of a law → its XML bytes."""

from __future__ import annotations

import io
import zipfile

MAX_BYTES = 64 * 1024 * 1024


class KeinArchiv(ValueError):
    """The bytes are no official archive: usually an error page in place of the file."""


def xml_of(archiv: bytes) -> bytes:
    """Return the law's XML from an official archive; images beside it are ignored."""
    try:
        with zipfile.ZipFile(io.BytesIO(archiv)) as zf:
            members = [i for i in zf.infolist() if i.filename.lower().endswith(".xml")]
            if len(members) != 1:
                raise KeinArchiv(f"Das Archiv enthält {len(members)} XML-Dateien statt einer.")
            if members[0].file_size > MAX_BYTES:
                raise KeinArchiv("Das XML im Archiv ist größer als 64 MB.")
            return zf.read(members[0])
    except (zipfile.BadZipFile, RuntimeError, EOFError) as error:
        raise KeinArchiv("Die Datei ist kein ZIP-Archiv.") from error
