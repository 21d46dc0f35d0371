// The tests of openapi-fetch, checked by the compiler with schemas that `sdkwright types` wrote: they say what a call
// accepts and gives. They are read from a checkout, and nothing of it is kept. vitest is a stub, but for its `expectTypeOf`.
// Usage: node fetch-tests.mjs <checkout of openapi-ts/openapi-typescript> [name=document ..], where documents stand in for
// those that the checkout lacks: github=api.github.com.json stripe=spec3.yaml
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const here = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, ".build", "oracles-openapi-fetch");
const [checkout, ...others] = process.argv.slice(2);
if (checkout === undefined) throw new Error("name the folder of a checkout of openapi-ts/openapi-typescript");
const standIns = new Map(others.map((pair) => pair.split("=")));

const VITEST = `import type { expectTypeOf as ExpectTypeOf } from "expect-type";
export declare const expectTypeOf: typeof ExpectTypeOf;
export declare function assertType<T>(value: T): void;
interface Each {
  <const T extends readonly [unknown, ...unknown[]]>(cases: readonly T[]): (name: string, run: (...args: [...T]) => unknown) => void;
  <T>(cases: readonly T[]): (name: string, run: (value: T) => unknown) => void;
}
interface Test { (name: string, run: () => unknown): void; readonly each: Each; }
export declare const test: Test;
export declare const it: Test;
export declare function describe(name: string, run: () => unknown): void;
interface Expect { (value: unknown, message?: string): any; readonly [matcher: string]: any; }
export declare const expect: Expect;
export declare const vi: { fn<T extends (...args: any[]) => any>(run?: T): T; readonly [name: string]: any };
`;

/** A copy of the tests, with what they import. */
function prepare() {
  rmSync(folder, { recursive: true, force: true });
  const packages = join(resolve(checkout), "packages");
  for (const part of ["src", "test", "tsconfig.json"])
    cpSync(join(packages, "openapi-fetch", part), join(folder, part), { recursive: true });
  // For a browser, and for a bench.
  for (const part of ["test/e2e", "test/bench", "test/common/create-client-e2e.test.js"])
    rmSync(join(folder, part), { recursive: true, force: true });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "vitest"), { recursive: true });
  writeFileSync(
    join(modules, "vitest", "package.json"),
    '{ "name": "vitest", "type": "module", "types": "index.d.ts" }\n',
  );
  writeFileSync(join(modules, "vitest", "index.d.ts"), VITEST);
  symlinkSync(join(here, "node_modules", "expect-type"), join(modules, "expect-type"));
  const helpers = join(modules, "openapi-typescript-helpers");
  cpSync(join(packages, "openapi-typescript-helpers", "src"), helpers, { recursive: true });
  const types = existsSync(join(helpers, "index.ts")) ? "index.ts" : "index.d.ts";
  writeFileSync(join(helpers, "package.json"), JSON.stringify({ type: "module", exports: { ".": `./${types}` } }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
}

/** Schemas as its `redocly.yaml` lists them, and one that it does not list. */
function schemas() {
  const { apis } = load(readFileSync(join(folder, "test/redocly.yaml"), "utf8"));
  const listed = Object.entries(apis).map(([name, { root: document, "x-openapi-ts": how }]) => ({
    name,
    document,
    how,
  }));
  const more = "./never-response/schemas/never-response";
  return [...listed, { name: "never-response", document: `${more}.yaml`, how: { output: `${more}.d.ts` } }];
}

/** Writes the types of a schema; says why not. Without its document the types that stand there stay. */
function write({ name, document, how: { output, ...options } }) {
  const places = [
    standIns.get(name),
    join(folder, "test", document),
    resolve(checkout, "packages/openapi-fetch/test", document),
  ];
  const file = places.find((place) => place !== undefined && existsSync(place));
  if (file === undefined) return `${name}: its document is not here`;
  const flags = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
  const target = join(folder, "test", output);
  rmSync(target, { force: true });
  mkdirSync(dirname(target), { recursive: true });
  const command = [join(root, "generator/dist/bin.js"), "types", resolve(file), "-o", target, ...flags];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", cwd: folder });
  return status === 0 ? undefined : `${name}: ${stderr}`;
}

function compile(project) {
  const tsc = join(root, "node_modules/typescript-5.9/bin/tsc");
  const command = [tsc, "-p", project, "--noEmit", "--pretty", "false"];
  const { stdout, status } = spawnSync(process.execPath, command, { encoding: "utf8", cwd: folder });
  if (status !== 0) console.log(`${project}\n${stdout}`);
  return status === 0;
}

prepare();
const all = schemas();
const failures = all.map(write).filter((failure) => failure !== undefined);
for (const failure of failures) console.log(failure);
const projects = ["tsconfig.json", "test/no-strict-null-checks/tsconfig.json"];
const verdicts = projects.map(compile);
const passed = verdicts.filter(Boolean).length;
console.log(
  `openapi-fetch: ${all.length - failures.length} of ${all.length} schemas; its tests pass ${passed} of ${verdicts.length} checks`,
);
process.exitCode = failures.length === 0 && passed === verdicts.length ? 0 : 1;
