/** Where a bot plays, and as whom. */

/** Where a bot plays, and as whom. */
export interface Settings {
  /** The arena: HOST:PORT. */
  readonly addr: string;
  /** The bot's name: 1 to 32 of a-z A-Z 0-9 - _ . */
  readonly name: string;
  /** The bot's token; none for an arena that is open. */
  readonly token?: string;
  /** How many matches at once; left to the bot if not said. */
  readonly matches?: number;
  /** How long the arena may be out of reach before the bot gives up, in milliseconds. */
  readonly patienceMs: number;
}

/** The environment gives no settings; the message names the variable. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * From the variables that the arena gives to the commands that it starts: KAHUA_ADDR and KAHUA_NAME, which must be set,
 * KAHUA_TOKEN, and for tuning by hand KAHUA_MATCHES.
 */
export function settingsFromEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const token = variables["KAHUA_TOKEN"];
  const matches = variables["KAHUA_MATCHES"];
  return {
    addr: needed(variables, "KAHUA_ADDR", "the arena's HOST:PORT").replace(/^http:\/\//, ""),
    name: needed(variables, "KAHUA_NAME", "the bot's name"),
    ...(token && { token }),
    ...(matches && { matches: number("KAHUA_MATCHES", matches, 1) }),
    patienceMs: 300_000,
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
