"""Finds out in plain words why there is no connection, where gRPC's own words don't say it."""

import socket
import ssl

from kahua.settings import Checked

TIMEOUT_S = 5.0
"""How long each step of a probe may take."""


class Hopeless(Exception):
    """Another attempt won't help. The text says why, and what to do."""


def probe(settings: Checked) -> str | None:
    """Tries to reach the arena without gRPC. Returns why that is impossible, or None if it isn't.

    Raises Hopeless if only one side speaks TLS, or if the certificate isn't trusted.
    """
    addr = settings.addr
    try:
        with socket.create_connection((addr.host, addr.port), TIMEOUT_S) as plain:
            if addr.tls:
                _check_certificate(plain, settings)
            elif _speaks_tls(plain):
                raise Hopeless(f"{addr} speaks TLS; use https://{addr}")
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return None


def _check_certificate(plain: socket.socket, settings: Checked) -> None:
    addr = settings.addr
    context = ssl.create_default_context(cadata=settings.roots.decode("ascii", "replace") if settings.roots else None)
    try:
        context.wrap_socket(plain, server_hostname=addr.host).close()
    except ssl.SSLCertVerificationError as error:
        text = f"the certificate of {addr} is not trusted: {error.verify_message}"
        raise Hopeless(f"{text}; set KAHUA_CA to the file of the CA that signed it") from None
    except (ssl.SSLError, ConnectionError, TimeoutError):
        raise Hopeless(f"{addr} does not speak TLS; if the arena has no certificate, use http://{addr}") from None


def _speaks_tls(plain: socket.socket) -> bool:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        context.wrap_socket(plain).close()
    except (ssl.SSLError, ConnectionError, TimeoutError):
        return False
    return True
