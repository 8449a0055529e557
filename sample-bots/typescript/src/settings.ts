/** The settings of a bot, from the program and from variables, checked before anything connects. */
import type { Log } from "./log.js";
import type { Ask } from "./proto/kahua/arena/v1/bot_pb.js";

/** What a program wants to set itself. Whatever it leaves out comes from the environment, if there is one. */
export interface Settings {
  /** The arena: host:port, http://host:port or https://host:port. KAHUA_ADDR. */
  readonly addr?: string;
  /** The bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'. KAHUA_NAME. */
  readonly name?: string;
  /** The bot's token, if the arena wants one. KAHUA_TOKEN. */
  readonly token?: string;
  /** The path of a PEM file with the CA certificates to trust instead of Node's. Not in browsers. KAHUA_CA. */
  readonly ca?: string;
  /** Whether the token may be sent without TLS to an address that isn't loopback. KAHUA_ALLOW_CLEARTEXT_TOKEN. */
  readonly allowCleartextToken?: boolean;
  /** What a failure of the bot's own code does: it ends the run, or resigns the match. KAHUA_ON_ERROR. */
  readonly onError?: OnError;
  /** How many matches to play at once; otherwise the bot decides. KAHUA_MATCHES. */
  readonly matches?: number;
  /** A file to append every ask to, for tests with `loadAsks`. Not in browsers. KAHUA_RECORD. */
  readonly record?: string;
  /** How long the arena may be unreachable before the bot gives up, in milliseconds: 300 000 by default. */
  readonly patienceMs?: number;
  /** The transport: "grpc" by default. In a browser it is always "grpc-web". KAHUA_TRANSPORT. */
  readonly transport?: Transport;
}

export type OnError = "exit" | "resign";

/** One bidirectional stream, or a stream and single calls as browsers can make them. */
export type Transport = "grpc" | "grpc-web";

/** Settings that are complete and make sense. */
export interface Checked {
  readonly addr: Address;
  readonly name: string;
  readonly token: string;
  /** The CA certificates to trust, as PEM, if they aren't the usual ones. */
  readonly roots?: string;
  readonly onError: OnError;
  readonly matches?: number;
  readonly version: string;
  readonly patienceMs: number;
  readonly transport: Transport;
  /** Where asks are recorded, if they are. */
  readonly recorder?: { record(ask: Ask, log: Log): void };
}

/** Where the arena is. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** A setting is missing or wrong. The message names it, what was found, and what is expected. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const PATIENCE_MS = 300_000;
const ADDR_FORMS = "expected host:port, http://host:port or https://host:port";

/**
 * Completes the settings from these variables and checks them. `readRoots` reads the file of KAHUA_CA. Throws
 * `SettingsError` if a setting is missing or wrong.
 */
export function checked(
  settings: Settings,
  variables: Readonly<Record<string, string | undefined>>,
  readRoots: (path: string) => string,
): Checked {
  const addr = parseAddr(settings.addr || variables["KAHUA_ADDR"] || "");
  const name = settings.name || variables["KAHUA_NAME"] || "";
  checkName(name);
  const token = settings.token || variables["KAHUA_TOKEN"] || "";
  const cleartext = oneOf("KAHUA_ALLOW_CLEARTEXT_TOKEN", variables["KAHUA_ALLOW_CLEARTEXT_TOKEN"] || "0", SWITCH) === "1";
  checkToken(token, addr, settings.allowCleartextToken ?? cleartext);
  checkLog(variables["KAHUA_LOG"] ?? "");
  const ca = settings.ca || variables["KAHUA_CA"];
  const transport = oneOf("KAHUA_TRANSPORT", settings.transport || variables["KAHUA_TRANSPORT"] || "grpc", TRANSPORTS);
  if (ca && transport === "grpc-web") fail("KAHUA_CA: not possible with grpc-web; expected NODE_EXTRA_CA_CERTS instead");
  const matches = settings.matches ?? number("KAHUA_MATCHES", variables["KAHUA_MATCHES"]);
  return {
    addr,
    name,
    token,
    ...(ca && { roots: readRoots(ca) }),
    onError: oneOf("KAHUA_ON_ERROR", settings.onError || variables["KAHUA_ON_ERROR"] || "exit", ON_ERRORS),
    ...(matches && { matches }),
    version: variables["KAHUA_VERSION"] ?? "",
    patienceMs: settings.patienceMs ?? PATIENCE_MS,
    transport,
  };
}

const TRANSPORTS = ["grpc", "grpc-web"] as const;
const ON_ERRORS = ["exit", "resign"] as const;
const SWITCH = ["1", "0"] as const;

/** Reads the address of an arena. Throws `SettingsError` if it is none. */
export function parseAddr(text: string): Address {
  if (!text) fail(`KAHUA_ADDR is not set; ${ADDR_FORMS}`);
  const [, scheme = "", rest = ""] = /^(?:(.*):\/\/)?(.*?)\/?$/s.exec(text) ?? [];
  if (!["", "http", "https"].includes(scheme.toLowerCase())) {
    fail(`KAHUA_ADDR: "${text}" has the unknown scheme "${scheme}"; ${ADDR_FORMS}`);
  }
  const [, host, port] = /^(.*):([^:\]]*)$/s.exec(rest) ?? [];
  if (host === undefined) fail(`KAHUA_ADDR: "${text}" has no port; ${ADDR_FORMS}`);
  const isPort = /^[0-9]{1,5}$/.test(port ?? "") && Number(port) >= 1 && Number(port) <= 65_535;
  if (!host || !isPort) fail(`KAHUA_ADDR: "${text}" is not an address; ${ADDR_FORMS}`);
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port), tls: scheme.toLowerCase() === "https" };
}

/** The address as HOST:PORT. */
export function hostPort({ host, port }: Address): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function checkName(name: string): void {
  if (!name) fail("KAHUA_NAME is not set; expected the bot's name");
  if (/^[a-zA-Z0-9_.-]{1,32}$/.test(name)) return;
  const expected = "expected 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'";
  fail(`KAHUA_NAME: "${name}" is not a valid bot name; ${expected}`);
}

function checkToken(token: string, { host, tls }: Address, cleartext: boolean): void {
  // eslint-disable-next-line no-control-regex
  if (/[\s\x00-\x1f\x7f]/.test(token)) fail("KAHUA_TOKEN contains white space; copy it again without line breaks");
  if (/[^\x21-\x7e]/.test(token)) fail("KAHUA_TOKEN contains a character that isn't ASCII; copy it again");
  const loopback = host === "localhost" || host === "::1" || /^127(\.[0-9]{1,3}){3}$/.test(host);
  if (token && !tls && !loopback && !cleartext) {
    fail(`KAHUA_TOKEN would be sent unencrypted to ${host}; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1`);
  }
}

/** Refuses a KAHUA_LOG without any level. It may be a filter for kahua's own log too, such as `info,kahua=debug`. */
function checkLog(text: string): void {
  const levels = text.split(",").map((part) => part.slice(part.lastIndexOf("=") + 1).trim().toLowerCase());
  if (!text || levels.some((level) => ["error", "warn", "info", "debug", "trace"].includes(level))) return;
  fail(`KAHUA_LOG: "${text}" is unknown; expected error, warn, info, debug or trace`);
}

function number(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < 1) {
    fail(`${name}: "${text}" is not valid; expected a whole number of at least 1`);
  }
  return Number(text);
}

function oneOf<Known extends string>(name: string, text: string, known: readonly Known[]): Known {
  return known.find((known) => known === text) ?? fail(`${name}: "${text}" is unknown; expected ${known.join(" or ")}`);
}

function fail(text: string): never {
  throw new SettingsError(text);
}
