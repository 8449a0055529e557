/** A bot that knows no game and chooses at random, seeded by KAHUA_SEED and its name. */
import { createHash } from "node:crypto";

import { ActionForm, type Ask, type Bot, run } from "../src/index.js";

class Random implements Bot {
  readonly matches = 16;
  readonly actionForm = ActionForm.NONE;
  #drawn = 0;

  constructor(private readonly seed: string) {}

  choose(ask: Ask): number {
    const lot = createHash("sha256").update(`${this.seed} ${this.#drawn++}`).digest();
    return lot.readUInt32BE() % ask.legalTotal;
  }
}

await run(new Random(`${process.env["KAHUA_SEED"] ?? 0} ${process.env["KAHUA_NAME"]}`));
