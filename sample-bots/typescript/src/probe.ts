/** Finds out in plain words why there is no connection, where gRPC's own words don't say it. Only for Node. */
import { type Socket, connect } from "node:net";
import { connect as connectTls } from "node:tls";

import { Hopeless } from "./patience.js";
import { type Checked, hostPort } from "./settings.js";

/** How long each step of a probe may take. */
const TIMEOUT_MS = 5_000;

/** Certificates are fine in themselves, but nobody whom this bot trusts signed them or they are for somebody else. */
const UNTRUSTED = /CERT|SIGNATURE|ALTNAME|ISSUER/;

/**
 * Tries to reach the arena without gRPC. Returns why that is impossible, or undefined if it isn't. Rejects with
 * `Hopeless` if only one side speaks TLS, or if the certificate isn't trusted.
 */
export async function probe(settings: Checked): Promise<string | undefined> {
  const { addr, roots } = settings;
  const place = hostPort(addr);
  const unreached = await failure(connect(addr.port, addr.host), "connect");
  if (unreached) return plain(unreached);
  const options = { host: addr.host, port: addr.port, ALPNProtocols: ["h2"], ...(roots && { ca: roots }) };
  const refused = await failure(connectTls({ ...options, rejectUnauthorized: addr.tls }), "secureConnect");
  if (!addr.tls) {
    if (!refused) throw new Hopeless(`${place} speaks TLS; use https://${place}`);
  } else if (refused && UNTRUSTED.test(refused.code ?? "")) {
    const hint = "set KAHUA_CA to the file of the CA that signed it";
    throw new Hopeless(`the certificate of ${place} is not trusted: ${refused.message}; ${hint}`);
  } else if (refused) {
    throw new Hopeless(`${place} does not speak TLS; if the arena has no certificate, use http://${place}`);
  }
  return undefined;
}

/** Waits until the socket is connected and closes it. Resolves with the error if there is one. */
function failure(socket: Socket, connected: "connect" | "secureConnect"): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    socket.once(connected, () => resolve(undefined));
    socket.once("error", resolve);
    socket.once("close", () => resolve(new Error("the connection was closed")));
    socket.setTimeout(TIMEOUT_MS, () => resolve(new Error("no reply")));
  }).finally(() => socket.destroy());
}

function plain({ code, message }: NodeJS.ErrnoException): string {
  return code === "ECONNREFUSED" ? "connection refused" : code === "ENOTFOUND" ? "unknown host" : message;
}
