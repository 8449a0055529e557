/** Recorded asks, to try a bot's choices on without an arena: reading them, and KAHUA_RECORD. */
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from "node:fs";

import { type JsonObject, type JsonValue, fromJson, toJson } from "@bufbuild/protobuf";

import type { Log } from "./log.js";
import { type Ask, AskSchema } from "./proto/kahua/arena/v1/bot_pb.js";

/** How large a file of recorded asks may become, in bytes. After that nothing more is recorded. */
const BYTES_MAX = 64 * 1024 * 1024;

/**
 * The asks in a file that `kahua asks` or KAHUA_RECORD has written, one on each line. Throws an `Error` that names the line
 * if one isn't an ask, and the system's error if the file can't be read.
 */
export function loadAsks(path: string | URL): Ask[] {
  const asks: Ask[] = [];
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    if (!line.trim()) continue;
    try {
      asks.push(fromJson(AskSchema, JSON.parse(line) as JsonValue, { ignoreUnknownFields: true }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${String(path)}, line ${index + 1}: it isn't an ask: ${reason}`, { cause: error });
    }
  }
  return asks;
}

/** Appends asks to a file, in the form that `kahua asks` prints. It never fails: it says in the log why it ends. */
export class Recorder {
  #file: number | undefined;
  #left: number;

  /** Opens the file. Throws the system's error if it can't be written. */
  constructor(private readonly path: string, bytesMax = BYTES_MAX) {
    this.#file = openSync(path, "a");
    this.#left = bytesMax - fstatSync(this.#file).size;
  }

  record(ask: Ask, log: Log): void {
    if (this.#file === undefined) return;
    const line = Buffer.from(`${asLine(ask)}\n`);
    this.#left -= line.length;
    try {
      if (this.#left < 0) throw new Error(`it is as large as it may become (${BYTES_MAX / (1024 * 1024)} MiB)`);
      writeSync(this.#file, line);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(`KAHUA_RECORD: no more asks are recorded in ${this.path}: ${reason}`);
      this.close();
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** An ask in protobuf's JSON mapping, as `kahua asks` prints it: with the fields' own names and with zeros. */
export function asLine(ask: Ask): string {
  const fields = toJson(AskSchema, ask, { useProtoFieldName: true, alwaysEmitImplicit: true }) as JsonObject;
  // The mapping writes 64 bits as texts; these are small.
  for (const name of ["ask_ms", "bank_ms"]) if (name in fields) fields[name] = Number(fields[name]);
  return JSON.stringify(sorted(fields));
}

/** The value with the fields of all objects in alphabetical order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}
