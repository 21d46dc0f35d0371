// Makes `lib`, which is published, of `dist`, which tsc made: a file per part, because hundreds of small modules take long
// to load and bundlers split by file. Each module is in exactly one part. A part begins with an entry point of
// package.json, with a module that `import()` loads, or with what parts.mjs names; a module that several parts import
// belongs to the one of them that imports the least, if it is not in the core.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PARTS } from "./parts.mjs";

const runtime = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(runtime, "dist");
const lib = join(runtime, "lib");
/** What `lib` was made of. It goes with the folder, and is not published. */
const stamp = join(lib, ".made-of");

export async function publish() {
  const modules = readdirSync(dist, { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .map((path) => path.replaceAll(sep, "/"))
    .sort();
  const made = fingerprint(modules);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === made) return;
  rmSync(lib, { recursive: true, force: true });
  await write(modules);
  writeFileSync(stamp, made);
}

function fingerprint(modules) {
  const files = [...modules.map((path) => join(dist, path)), join(runtime, "package.json")];
  for (const name of ["publish.mjs", "parts.mjs", "../../package-lock.json"])
    files.push(join(runtime, "scripts", name));
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Rollup is loaded by those alone who have something to make. */
async function write(modules) {
  const { rollup } = await import("rollup");
  const entryPoints = entryPointsOf(JSON.parse(readFileSync(join(runtime, "package.json"), "utf8")));
  const bundle = await rollup({
    input: Object.fromEntries(Object.entries(entryPoints).map(([name, module]) => [name, join(dist, module)])),
    external: (id) => !id.startsWith(".") && !id.startsWith(dist),
    plugins: [{ name: "compiled", resolveId, load, renderChunk }],
    preserveEntrySignatures: "strict",
    treeshake: { moduleSideEffects: false },
    onLog: (_level, { message }) => fail(message),
  });
  let partOf;
  await bundle.write({
    dir: lib,
    format: "es",
    sourcemap: true,
    sourcemapPathTransform: (path, map) =>
      `sdkwright-runtime:/src/${within(join(dirname(map), path), join(runtime, "src"))}`,
    entryFileNames: "[name].js",
    // An entry point exports what it says and no more: what other parts import of its part is in a file beside it.
    chunkFileNames: ({ name }) => (name in entryPoints ? `${name}-part.js` : `${name}.js`),
    generatedCode: "es2015",
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    manualChunks(id, { getModuleInfo }) {
      partOf ??= partsOf(modules, entryPoints, (path) => importsOf(getModuleInfo(join(dist, path))));
      return partOf.get(within(id, dist));
    },
  });
  await bundle.close();
}

/** Module by name of its file in `lib`. */
function entryPointsOf({ exports }) {
  return Object.fromEntries(
    Object.values(exports)
      .filter(({ types }) => types !== undefined)
      .map(({ types, default: file }) => [
        file.replace(/^\.\/lib\/(.*)\.js$/, "$1"),
        types.replace(/^\.\/dist\/(.*)\.d\.ts$/, "$1.js"),
      ]),
  );
}

function resolveId(id, importer) {
  return id.startsWith(".") ? join(dirname(importer), id) : null;
}

/** Code and map as tsc made them, so that maps lead to what tsc was given. */
function load(id) {
  const code = readFileSync(id, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
  const map = JSON.parse(readFileSync(`${id}.map`, "utf8"));
  return { code, map: { ...map, sourceRoot: "", sources: map.sources.map((source) => join(runtime, "src", source)) } };
}

/** Rollup keeps imports of which nothing is used; no module of ours does anything by being imported. Lines stay. */
function renderChunk(code) {
  return { code: code.replace(/^import '\.\/[\w-]+\.js';$/gm, ""), map: null };
}

function importsOf(info) {
  if (info === null) return undefined;
  const own = (ids) => ids.filter((id) => id.startsWith(dist)).map((id) => within(id, dist));
  return { now: own(info.importedIds), late: own(info.dynamicallyImportedIds) };
}

/** A map from each module to the name of its part. */
function partsOf(modules, entryPoints, importsOf) {
  const graph = new Map(modules.flatMap((path) => (importsOf(path) === undefined ? [] : [[path, importsOf(path)]])));
  const partOf = new Map();
  const parts = new Map();
  const begin = (name, path) => {
    if (partOf.has(path)) return;
    if (!graph.has(path))
      fail(`no entry point needs ${path}, which scripts/parts.mjs names for ${name}: say where its code is now`);
    partOf.set(path, name);
    parts.set(name, [...(parts.get(name) ?? []), path]);
  };
  for (const [name, paths] of Object.entries(PARTS)) for (const path of paths) begin(name, path);
  for (const [name, path] of Object.entries(entryPoints)) begin(name, path);
  for (const { late } of graph.values())
    for (const path of late) {
      const name = /([^/]+)\.js$/.exec(path)[1];
      if (!partOf.has(path) && parts.has(name)) fail(`name the part of ${path} in scripts/parts.mjs: ${name} is taken`);
      begin(name, path);
    }
  const take = (name) => {
    for (const path of reached(parts.get(name), graph)) if (!partOf.has(path)) partOf.set(path, name);
  };
  const [core, ...others] = parts.keys();
  take(core);
  const size = (name) => [...reached(parts.get(name), graph)].filter((path) => partOf.get(path) !== core).length;
  const sizes = new Map(others.map((name) => [name, size(name)]));
  for (const name of others.sort((a, b) => sizes.get(a) - sizes.get(b))) take(name);
  refuseCycles(graph, partOf);
  return partOf;
}

function reached(paths, graph) {
  const all = new Set(paths);
  for (const path of all) for (const next of graph.get(path).now) all.add(next);
  return all;
}

/** Files that import one another would be evaluated in an order of which no module knows. */
function refuseCycles(graph, partOf) {
  const needs = new Map();
  for (const [path, { now }] of graph)
    for (const next of now) {
      const [from, to] = [partOf.get(path), partOf.get(next)];
      if (from !== to) needs.set(from, new Map(needs.get(from)).set(to, `${path} imports ${next}`));
    }
  const visit = (name, above) => {
    if (above.includes(name)) {
      const cycle = [...above.slice(above.indexOf(name)), name];
      const imports = cycle.slice(1).map((to, at) => `  ${cycle[at]} → ${to}: ${needs.get(cycle[at]).get(to)}`);
      const advice = "parts import one another; name one of these modules in another part of scripts/parts.mjs";
      fail([advice, ...imports].join("\n"));
    }
    for (const next of needs.get(name)?.keys() ?? []) visit(next, [...above, name]);
  };
  for (const name of needs.keys()) visit(name, []);
}

function within(path, folder) {
  return relative(folder, path).replaceAll(sep, "/");
}

function fail(message) {
  throw new Error(`runtime/lib: ${message}`);
}
