/** The simplest bot: it knows no game and takes the first action that is legal. */
import { run } from "../src/index.js";

await run({ matches: 16, choose: () => 0 });
