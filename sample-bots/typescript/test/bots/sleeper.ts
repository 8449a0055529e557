/** Blocks its whole thread for three seconds, as a long calculation does, before it answers. */
import { run } from "../../src/index.js";

await run({
  choose() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    return 5;
  },
});
