/** @NAME@ knows no game and takes the first action that is legal. */
import { run, type Ask } from "kahua";

await run({
  // ask.view is what your seat sees, and ask.legal has the actions to choose from; the answer is an index into it.
  choose: (ask: Ask) => 0,
});
