/** The settings of a bot: its arena, its name and its token. */

/** Where a bot plays, and under which name. */
export interface Settings {
  /** The arena: HOST:PORT, or https://HOST:PORT over gRPC-Web. */
  readonly addr: string;
  /** The bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'. */
  readonly name: string;
  /** The bot's token. Leave it out for an arena that needs none. */
  readonly token?: string;
  /** How many matches to play at once. By default, the bot decides. */
  readonly matches?: number;
  /** How long the arena may be unreachable before the bot gives up, in milliseconds: 300 000 by default. */
  readonly patienceMs?: number;
  /** The transport: "grpc" by default. In a browser it is always "grpc-web". */
  readonly transport?: Transport;
}

/** One bidirectional stream, or a stream and single calls as browsers can make them. */
export type Transport = "grpc" | "grpc-web";

/** A variable of the environment is missing or wrong. The message names it. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Reads the variables that `kahua` sets for the bots that it starts: KAHUA_ADDR and KAHUA_NAME, which are required, and
 * KAHUA_TOKEN. KAHUA_MATCHES and KAHUA_TRANSPORT may be set by hand.
 */
export function settingsFromEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const token = variables["KAHUA_TOKEN"];
  const matches = variables["KAHUA_MATCHES"];
  const transport = variables["KAHUA_TRANSPORT"];
  return {
    addr: needed(variables, "KAHUA_ADDR", "the arena's HOST:PORT").replace(/^http:\/\//, ""),
    name: needed(variables, "KAHUA_NAME", "the bot's name"),
    ...(token && { token }),
    ...(matches && { matches: number("KAHUA_MATCHES", matches, 1) }),
    ...(transport && { transport: oneOf("KAHUA_TRANSPORT", transport, ["grpc", "grpc-web"] as const) }),
  };
}

function needed(variables: Readonly<Record<string, string | undefined>>, name: string, meaning: string): string {
  const value = variables[name];
  if (!value) throw new SettingsError(`${name} is not set: it must hold ${meaning}`);
  return value;
}

function number(name: string, text: string, least: number): number {
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) < least) {
    throw new SettingsError(`${name} is ${JSON.stringify(text)}: expected a whole number of at least ${least}`);
  }
  return Number(text);
}

function oneOf<Known extends string>(name: string, text: string, known: readonly Known[]): Known {
  const found = known.find((known) => known === text);
  if (!found) throw new SettingsError(`${name} is ${JSON.stringify(text)}: expected ${known.join(" or ")}`);
  return found;
}
