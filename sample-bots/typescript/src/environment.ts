/** The settings of a program in Node: from its environment and its files. */
import { readFileSync } from "node:fs";

import { Recorder } from "./asks.js";
import { type Checked, type Settings, SettingsError, checked } from "./settings.js";

/** Completes the settings from the environment and checks them. Throws `SettingsError` if one is missing or wrong. */
export function fromEnvironment(settings: Settings): Checked {
  const complete = checked(settings, process.env, readRoots);
  const path = settings.record || process.env["KAHUA_RECORD"];
  return path ? { ...complete, recorder: openRecorder(path) } : complete;
}

function openRecorder(path: string): Recorder {
  try {
    return new Recorder(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`KAHUA_RECORD: can't write ${path}: ${reason}; expected a file to append asks to`);
  }
}

function readRoots(path: string): string {
  const expected = "expected a PEM file with CA certificates";
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`KAHUA_CA: can't read ${path}: ${reason}; ${expected}`);
  }
  if (!pem.includes("-----BEGIN CERTIFICATE-----")) {
    throw new SettingsError(`KAHUA_CA: can't read ${path}: there is no certificate in it; ${expected}`);
  }
  return pem;
}
