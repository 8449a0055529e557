"""Takes the webhooks of a Kahua arena, checks that they are genuine, and prints what has happened.

    python3 receiver.py relay.secret 8080
"""

import base64
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

# How old a request may be, in seconds, so that one that was overheard can't be sent again later.
AGE_MAX = 300


def is_genuine(key: bytes, headers, body: bytes) -> bool:
    """Whether the arena has signed this request just now."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    signatures = headers.get("webhook-signature", "").split()
    is_signed = any(hmac.compare_digest(expected, signature) for signature in signatures)
    return is_signed and abs(time.time() - int(headers["webhook-timestamp"])) < AGE_MAX


class Receiver(BaseHTTPRequestHandler):
    """Answers the requests of an arena."""

    key = b""
    seen: set[str] = set()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_genuine(self.key, self.headers, body):
            self.send_error(401)
            return
        if self.headers["webhook-id"] not in self.seen:
            self.seen.add(self.headers["webhook-id"])
            event = json.loads(body)
            # Put here what shall be done, such as a message to a chat.
            print(event["type"], event["text"], sep=": ", flush=True)
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    secret, port = sys.argv[1:]
    Receiver.key = base64.b64decode(Path(secret).read_text().strip().removeprefix("whsec_"))
    server = HTTPServer(("127.0.0.1", int(port)), Receiver)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
