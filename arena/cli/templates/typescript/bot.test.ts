/** Plays some minutes: `kahua` must be in the PATH. */
import { execFileSync } from "node:child_process";
import { test } from "node:test";

test("ready for a league", () => {
  execFileSync("kahua", ["check", "--bot", "node --enable-source-maps dist/bot.js"], { stdio: "inherit" });
});
