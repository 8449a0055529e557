/** The bot `builder`: of the actions that favourites.ts likes best, it chooses one at random. */
import { createHash } from "node:crypto";

import { type Ask, type Bot, run } from "../src/index.js";
import { favourites } from "./favourites.js";

class Builder implements Bot {
  readonly matches = 16;
  #drawn = 0;

  constructor(private readonly seed: string) {}

  choose(ask: Ask): number {
    const liked = favourites(ask);
    const lot = createHash("sha256").update(`${this.seed} ${this.#drawn++}`).digest();
    return liked[lot.readUInt32BE() % liked.length] ?? 0;
  }
}

await run(new Builder(`${process.env["KAHUA_SEED"] ?? 0} ${process.env["KAHUA_NAME"]}`));
