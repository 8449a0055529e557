// Finds what the compiler lets pass: promises that nobody awaits, and values of type any.
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

// node:test waits for its tests by itself.
const awaitedByNode = { from: "package", package: "node:test", name: ["describe", "test"] };

export default defineConfig(
  globalIgnores(["dist/", "src/proto/", "eslint.config.js", "prepare.js"]),
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [awaitedByNode] }],
      // The client passes on what a bot throws, which need not be an Error.
      "@typescript-eslint/prefer-promise-reject-errors": ["error", { allowThrowingUnknown: true }],
      // An async function without an await still fits an interface that returns promises.
      "@typescript-eslint/require-await": "off",
      // A view gives cards as plain numbers; the enum only names them.
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
    },
  },
);
