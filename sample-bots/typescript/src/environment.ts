/** The settings of a program in Node: from its environment and its files. */
import { readFileSync } from "node:fs";

import { type Checked, type Settings, SettingsError, checked } from "./settings.js";

/** Completes the settings from the environment and checks them. Throws `SettingsError` if one is missing or wrong. */
export function fromEnvironment(settings: Settings): Checked {
  return checked(settings, process.env, readRoots);
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
