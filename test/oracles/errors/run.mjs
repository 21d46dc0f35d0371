// What clients and SDKs of others throw, as they are and minified: readForeignError means the same of each value as of its
// shape in thrown-errors.json, which the table test reads. Usage: node run.mjs [--write], which records the shapes again
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { CASES, meet } from "./cases.mjs";
import { packed, shapeOf } from "./shape.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(dirname(here)));
const recorded = join(root, "test/runtime/failover/thrown-errors.json");
const { readForeignError } = await import(pathToFileURL(join(root, "runtime/dist/failover/foreign-error.js")));
const { rebuild, unpacked } = await bundled(join(root, "test/runtime/failover/thrown.ts"));

// They speak to the console of their own failures.
console.error = console.warn = () => {};
const plain = await outcomes(await import("./clients.mjs"));
const minified = await outcomes(await bundled(join(here, "clients.mjs")));
if (process.argv.includes("--write")) write();

const shapes = unpacked(JSON.parse(readFileSync(recorded, "utf8")));
const failures = [];
let count = 0;
for (const [way, met] of Object.entries({ plain, minified })) {
  for (const [client, cases] of Object.entries(met)) {
    for (const [name, { thrown, aborted, requests }] of Object.entries(cases)) {
      count += 1;
      const shape = shapes[client]?.[name];
      const expected = shape === undefined ? "a value" : told(rebuild(shape, way === "minified"), aborted);
      const found = thrown === undefined ? "a value" : told(thrown, aborted);
      if (found !== expected) failures.push(`${client}, ${name}, ${way}: ${found}, recorded as ${expected}`);
      // A repeat that no option turns off.
      const most = client === "stripe" && /reset|closed/.test(name) ? 2 : 1;
      if (requests > most) failures.push(`${client}, ${name}, ${way}: ${requests} requests`);
    }
  }
}
for (const failure of failures) console.log(failure);
console.log(`errors: ${failures.length} of ${count} failed, of ${Object.keys(plain).length} clients`);
process.exit(failures.length === 0 ? 0 : 1);

function told(thrown, aborted) {
  return [aborted, false].map((value) => JSON.stringify(readForeignError(thrown, value))).join(", not aborted ");
}

/** By client and case. */
async function outcomes({ clients, LEFT_OUT }) {
  const met = {};
  for (const [client, call] of Object.entries(clients)) {
    const names = CASES.filter((name) => !LEFT_OUT[name]?.includes(client));
    const results = await Promise.all(names.map((name) => meet(call, name)));
    met[client] = Object.fromEntries(names.map((name, index) => [name, results[index]]));
  }
  return met;
}

/** A module and all that it imports, minified. */
async function bundled(entryPoint) {
  const outfile = join(here, "node_modules/.minified", `${basename(entryPoint)}.mjs`);
  const banner = { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' };
  const options = { banner, bundle: true, minify: true, platform: "node", format: "esm", logLevel: "error" };
  await build({ entryPoints: [entryPoint], outfile, ...options });
  return import(pathToFileURL(outfile));
}

function write() {
  const lines = Object.entries(plain).map(([client, cases]) => {
    const thrown = Object.entries(cases).filter(([, outcome]) => "thrown" in outcome);
    const shown = thrown.map(([name, outcome]) => [name, shapeOf(outcome.thrown, minified[client][name].thrown)]);
    const rows = Object.entries(packed(Object.fromEntries(shown)));
    return `"${client}": {\n${rows.map(([name, shape]) => `${JSON.stringify(name)}: ${JSON.stringify(shape)}`).join(",\n")}\n}`;
  });
  writeFileSync(recorded, `{\n${lines.join(",\n")}\n}\n`);
}
