/** A bot for tests: it takes the first legal action, except for the mistake that KAHUA_MISTAKE names. */
import { type Ask, type Bot, type Reply, run } from "../src/index.js";

const mistake = process.env["KAHUA_MISTAKE"] ?? "";

function overflow(): number {
  return overflow() + 1;
}

const bot: Bot = {
  choose({ legalTotal }: Ask): Reply {
    switch (mistake) {
      case "throw":
        throw new TypeError("a mistake of the bot");
      case "overflow":
        return overflow();
      case "negative":
        return -1;
      case "fraction":
        return 0.5;
      case "null":
        return null as unknown as Reply;
      case "beyond":
        return legalTotal;
      case "illegal":
        return "nonsense";
      case "slow":
        // Blocks the whole thread, as a long calculation does.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000);
    }
    return 0;
  },
  onEnded() {
    if (mistake === "on_ended") throw new TypeError("a mistake of the bot");
  },
};

await run(bot);
