/** The log. */

/** A destination of log lines. */
export interface Log {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}

const LEVELS = ["debug", "info", "warn"] as const;

/** Logs to stderr, from the level in KAHUA_LOG upwards: debug, info (the default) or warn. */
export function consoleLog(level: string = process.env["KAHUA_LOG"] ?? "info"): Log {
  const least = Math.max(0, LEVELS.findIndex((known) => known === level.toLowerCase()));
  const writer = (name: (typeof LEVELS)[number]) =>
    LEVELS.indexOf(name) < least
      ? () => {}
      : (line: string) => console.error(`${new Date().toISOString()} ${name.toUpperCase().padEnd(5)} ${line}`);
  return { debug: writer("debug"), info: writer("info"), warn: writer("warn") };
}
