/** The committed messages are what the protos generate. They are committed, since projects compile the library without buf. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const BUF = join("node_modules", ".bin", "buf");
const MISSING = existsSync("../../proto") && existsSync(BUF) ? false : "the .proto files are only in Kahua's repository";

test("the committed messages are what the protos generate", { skip: MISSING }, (context) => {
  const fresh = mkdtempSync(join(tmpdir(), "proto-"));
  context.after(() => rmSync(fresh, { recursive: true }));
  execFileSync(BUF, ["generate", "--output", fresh]);
  assert.deepEqual(contents("src/proto"), contents(join(fresh, "src", "proto")), "run `npm run generate`");
});

/** All files below a folder, with what they hold. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")).sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
