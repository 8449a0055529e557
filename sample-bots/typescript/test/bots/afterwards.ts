/** Has something to do when its bot has left: it goes on for longer than a signal gives the open matches. */
import { setTimeout as sleep } from "node:timers/promises";

import { run } from "../../src/index.js";

await run({ choose: () => 0 });
await sleep(6_000);
process.exit(7);
