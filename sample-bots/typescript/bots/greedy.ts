/** The bot `greedy` as a program. */
import { run } from "../src/index.js";
import { Greedy } from "./haleakala/greedy.js";

await run(new Greedy());
