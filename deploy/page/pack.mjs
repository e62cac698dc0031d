// Packs the page, for `make page`: bundles the files of service/web/static into a few in service/web/packed.

import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

const FROM = new URL("../../service/web/static/", import.meta.url);
const TO = new URL("../../service/web/packed/", import.meta.url);
const LINKED = /<link rel="(?:stylesheet|modulepreload)" href="web\/.*">\n/g;
const STYLE = /<link rel="stylesheet" href="web\/(.*)">/g;
const CLIENT = ["hangman.js", "hangman.d.ts"]; // which others read, too, so it is not packed
const LAZY = [ // loaded with lazy.js
  "statistics.css", "end.css", "drama.css", "ladder.css", "bar.css", "confession.css", "watch.css", "other_word.css", "deal.css",
];

const source = (name) => new URL(name, FROM).pathname;
const page = await readFile(source("index.html"), "utf8");
await rm(TO, { recursive: true, force: true });
await mkdir(TO);

const [script] = await scripts();
await styles("page.css", [...page.matchAll(STYLE)].map(([, file]) => file).filter((file) => !LAZY.includes(file)));
await styles("confession.css", LAZY);
await pack({ entryPoints: [source("worker.js")] });
for (const file of CLIENT) await copyFile(new URL(file, FROM), new URL(file, TO));
await compress();
await writeFile(new URL("index.html", TO), packedPage(page, script));
await writeFile(new URL("sources", TO), await digest());

// Packs the modules. Returns the names of those that the page loads first, which is one.
async function scripts() {
  const { metafile } = await pack({
    entryPoints: { main: source("main.js") },
    splitting: true,
    format: "esm",
    chunkNames: "[name]",
    metafile: true,
    plugins: [{ name: "first load", setup: inOneFile }, { name: "texts", setup: oneLanguage }],
  });
  const [[entry, { imports }]] = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.endsWith("main.js"));
  await rm(new URL(basename(entry), TO)); // it only imports the chunk
  return imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
}

// If lazy.js, too, imports main.js, the chunk that both need has all that the page loads first.
function inOneFile({ onLoad }) {
  onLoad({ filter: /\/lazy\.js$/ }, async ({ path }) => ({ contents: `import "./main.js";\n${await readFile(path, "utf8")}` }));
}

// `texts.js?de` becomes the file `texts.de.js`, with the texts of that language.
function oneLanguage({ onResolve, onLoad }) {
  onResolve({ filter: /texts\.js\?/ }, ({ path }) => ({ path: path.replace(/^\.\/(.+)\.js\?(.+)$/, "$1.$2.js"), namespace: "texts" }));
  onLoad({ filter: /./, namespace: "texts" }, async ({ path }) => {
    const [name, code] = path.split(".");
    const { default: texts } = await import(source(`${name}.js`));
    return { contents: `export default ${JSON.stringify({ [code]: texts[code] })}` };
  });
}

function styles(name, files) {
  const contents = files.map((file) => `@import "./${file}";`).join("\n");
  return pack({ stdin: { contents, loader: "css", resolveDir: FROM.pathname }, entryNames: name.replace(".css", "") });
}

function pack(options) {
  return build({ bundle: true, minify: true, outdir: TO.pathname, logLevel: "warning", ...options });
}

// What is sent as it lies here, also in Brotli: a tenth shorter than with gzip, which the service makes itself.
async function compress() {
  for (const name of (await readdir(TO)).filter((file) => file !== "worker.js")) {
    await writeFile(new URL(`${name}.br`, TO), brotliCompressSync(await readFile(new URL(name, TO))));
  }
}

// The page names the texts in English; the service names those of the reader's language.
function packedPage(html, script) {
  return html
    .replace(LINKED, "")
    .replace("<html ", '<html data-worker="worker.js" ')
    .replace('<script type="module" src="web/main.js">',
      `<link rel="stylesheet" href="web/page.css">\n<link rel="modulepreload" href="web/texts.en.js">\n<script type="module" src="web/${script}">`);
}

// The digest of the sources. service/web/page.py computes it, too, and serves the packed files only if they agree.
async function digest() {
  const sources = createHash("sha256");
  for (const name of (await readdir(FROM)).sort()) {
    sources.update(`${name}\n`).update(await readFile(source(name)));
  }
  return sources.digest("hex");
}
