/** The log. */

/** A destination of log lines. */
export interface Log {
  /** Gets every message of the arena. Leave it out unless somebody reads them. */
  trace?(line: string): void;
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

const LEVELS = ["trace", "debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

/** Logs to `write`, from this level upwards. */
export function logFrom(least: Level, write: (line: string) => void): Log {
  const writer = (level: Level) =>
    LEVELS.indexOf(level) < LEVELS.indexOf(least)
      ? () => {}
      : (line: string) => write(`${new Date().toISOString()} ${level.toUpperCase().padEnd(5)} ${line}`);
  return {
    ...(least === "trace" && { trace: writer("trace") }),
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
  };
}

/** Logs to stderr (to the console in a browser), by default from the level in KAHUA_LOG upwards. */
export function consoleLog(filter: string = fromEnvironment()): Log {
  return logFrom(level(filter), (line) => console.error(line));
}

/** The first plain level in a filter such as `info,kahua=debug`; info if there is none. */
export function level(filter: string): Level {
  const words = filter.split(",").map((word) => word.trim().toLowerCase());
  return words.map((word) => LEVELS.find((level) => level === word)).find((level) => level !== undefined) ?? "info";
}

function fromEnvironment(): string {
  return typeof process === "undefined" ? "" : (process.env["KAHUA_LOG"] ?? "");
}
