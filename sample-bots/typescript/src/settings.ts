/** Where a bot plays, and as whom. */

/** Where a bot plays, and as whom. */
export interface Settings {
  /** The arena: HOST:PORT; over gRPC-Web also https://HOST:PORT. */
  readonly addr: string;
  /** The bot's name: 1 to 32 of a-z A-Z 0-9 - _ . */
  readonly name: string;
  /** The bot's token; none for an arena that is open. */
  readonly token?: string;
  /** How many matches at once; left to the bot if not said. */
  readonly matches?: number;
  /** How long the arena may be out of reach before the bot gives up, in milliseconds: 300 000 if not said. */
  readonly patienceMs?: number;
  /** How the arena is spoken to: "grpc" if not said. In a browser it is always "grpc-web". */
  readonly transport?: Transport;
}

/** One stream in both directions, or a stream downwards and calls upwards as browsers can make them. */
export type Transport = "grpc" | "grpc-web";

/** The environment gives no settings; the message names the variable. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * From the variables that the arena gives to the commands that it starts: KAHUA_ADDR and KAHUA_NAME, which must be set,
 * KAHUA_TOKEN, and for tuning by hand KAHUA_MATCHES and KAHUA_TRANSPORT.
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
