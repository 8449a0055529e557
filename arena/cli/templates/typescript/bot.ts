/** @NAME@: connects to an arena and takes the action that `ideas.ts` likes best. */
import { pathToFileURL } from "node:url";

import { type Ask, type Bot, ActionForm, run } from "kahua";

import { values } from "./ideas.js";

export const bot = {
  games: ["@GAME@"],
  // Typed messages, with their notation beside for people.
  actionForm: ActionForm.BOTH,

  /** The index of the best action in ask.legal; of equally good ones, the first. */
  choose(ask: Ask): number {
    const all = values(ask);
    return all.indexOf(Math.max(...all));
  },
} satisfies Bot;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  // Reads KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN; `kahua play` sets them.
  await run(bot);
}
