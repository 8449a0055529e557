/** What a bot's author gets to read. */

/** Where log lines go. */
export interface Log {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}

const LEVELS = ["debug", "info", "warn"] as const;

/** Lines on stderr, from KAHUA_LOG on (debug, info or warn; info if it isn't set). */
export function consoleLog(level: string = process.env["KAHUA_LOG"] ?? "info"): Log {
  const least = Math.max(0, LEVELS.findIndex((known) => known === level.toLowerCase()));
  const writer = (name: (typeof LEVELS)[number]) =>
    LEVELS.indexOf(name) < least
      ? () => {}
      : (line: string) => console.error(`${new Date().toISOString()} ${name.toUpperCase().padEnd(5)} ${line}`);
  return { debug: writer("debug"), info: writer("info"), warn: writer("warn") };
}
