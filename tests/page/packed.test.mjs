// What `make page` compresses beforehand is the same as what it lies beside.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";

const PACKED = new URL("../../service/web/packed/", import.meta.url);

const compressed = (await readdir(PACKED)).filter((name) => name.endsWith(".br"));

test("a file in Brotli has the bytes of its file", async () => {
  assert.ok(compressed.includes("chunk.js.br"));
  for (const name of compressed) {
    const [file, brotli] = await Promise.all([name.replace(".br", ""), name].map((each) => readFile(new URL(each, PACKED))));
    assert.deepEqual(brotliDecompressSync(brotli), file, name);
  }
});
