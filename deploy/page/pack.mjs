// Packs the page, for `make page`: bundles the files of service/web/static into a few in service/web/packed.

import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build } from "esbuild";

const FROM = new URL("../../service/web/static/", import.meta.url);
const TO = new URL("../../service/web/packed/", import.meta.url);
const LINKED = /<link rel="(?:stylesheet|modulepreload)" href="web\/.*">\n/g;
const STYLE = /<link rel="stylesheet" href="web\/(.*)">/g;
const CLIENT = ["hangman.js", "hangman.d.ts"]; // which others read, too, so it is not packed
const LAZY = [ // loaded with lazy.js
  "end.css", "drama.css", "ladder.css", "bar.css", "lastsheet.css", "confession.css", "watch.css", "other_word.css", "deal.css",
];

const source = (name) => new URL(name, FROM).pathname;
const page = await readFile(source("index.html"), "utf8");
await rm(TO, { recursive: true, force: true });
await mkdir(TO);

const { first, all } = await scripts();
await styles("page.css", [...page.matchAll(STYLE)].map(([, file]) => file).filter((file) => !LAZY.includes(file)));
await styles("confession.css", LAZY);
await worker(["page.css", "confession.css", "icon.svg", ...all]);
for (const file of CLIENT) await copyFile(new URL(file, FROM), new URL(file, TO));
await writeFile(new URL("index.html", TO), packedPage(page, first));
await writeFile(new URL("sources", TO), await digest());

// Packs the modules. Returns the names of those that the page loads first, and of all.
async function scripts() {
  const { metafile } = await pack({
    entryPoints: { page: source("main.js") },
    splitting: true,
    format: "esm",
    chunkNames: "[name]",
    metafile: true,
  });
  const [[entry, { imports }]] = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.endsWith("/main.js"));
  const first = [entry, ...imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path)];
  return { first: first.map((path) => basename(path)), all: Object.keys(metafile.outputs).map((path) => basename(path)) };
}

function styles(name, files) {
  const contents = files.map((file) => `@import "./${file}";`).join("\n");
  return pack({ stdin: { contents, loader: "css", resolveDir: FROM.pathname }, entryNames: name.replace(".css", "") });
}

function worker(files) {
  return pack({ entryPoints: [source("worker.js")], define: { FILES: JSON.stringify(files) } });
}

function pack(options) {
  return build({ bundle: true, minify: true, outdir: TO.pathname, logLevel: "warning", ...options });
}

function packedPage(html, [entry, ...others]) {
  const preloads = others.map((file) => `<link rel="modulepreload" href="web/${file}">\n`).join("");
  return html
    .replace(LINKED, "")
    .replace("<html ", '<html data-worker="worker.js" ')
    .replace('<script type="module" src="web/main.js">',
      `<link rel="stylesheet" href="web/page.css">\n${preloads}<script type="module" src="web/${entry}">`);
}

// The digest of the sources. service/web/page.py computes it, too, and serves the packed files only if they agree.
async function digest() {
  const sources = createHash("sha256");
  for (const name of (await readdir(FROM)).sort()) {
    sources.update(`${name}\n`).update(await readFile(source(name)));
  }
  return sources.digest("hex");
}
