// Builds the package. npm runs this also where it has only linked this folder, as `npm install /path/to/this/folder` does:
// then nothing of what the build needs is installed yet.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";

function run(command) {
  // npm's own variables would let it work on the project that it was called for.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  execSync(command, { stdio: "inherit", cwd: import.meta.dirname, env });
}

if (!existsSync(new URL("node_modules/typescript", import.meta.url))) {
  run("npm install --include=dev --ignore-scripts --no-audit --no-fund");
}
run("npm run build");
