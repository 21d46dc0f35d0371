// A project with a provider, and a page that uses it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const DEFINITION = "client/providers/acme.json";
export const MODULE = "src/generated/providers/acme.definition.ts";

/** Writes a project whose SDK is not made yet; `options` are those of the plugin. */
export function makeProject(folder, options = {}, more = {}) {
  write(folder, {
    "package.json": { type: "module" },
    "client/client.json": { providers: { acme: { file: "providers/acme.json" } } },
    [DEFINITION]: definitionOf("one"),
    "index.html": '<!doctype html><script type="module" src="/src/main.ts"></script>',
    "src/main.ts": 'import { createAcme } from "./generated/providers/acme.ts";\ndocument.title = typeof createAcme;\n',
    "tsconfig.json": {
      compilerOptions: {
        module: "esnext",
        moduleResolution: "bundler",
        allowImportingTsExtensions: true,
        noEmit: true,
      },
    },
    "vite.config.js": `import { sdkwright } from "sdkwright/vite";
export default { plugins: [sdkwright(${JSON.stringify(options)})], logLevel: "warn" };
`,
    ...more,
  });
}

export function definitionOf(host) {
  return {
    name: "acme",
    services: [{ id: "default", baseUrl: `https://${host}.example` }],
    defaultService: "default",
  };
}

export function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
  }
}

export function read(folder, path) {
  return readFileSync(join(folder, path), "utf8");
}

/** Edits the emitted module, and puts its new hash into the lock. */
export function forge(folder, from, to) {
  const hash = () => createHash("sha256").update(read(folder, MODULE)).digest("hex");
  const lock = "src/generated/sdkwright.lock.json";
  const before = hash();
  write(folder, { [MODULE]: read(folder, MODULE).replaceAll(from, to) });
  write(folder, { [lock]: read(folder, lock).replaceAll(before, hash()) });
}

/** Vite's command, as a package script runs it. */
export function vite({ folder, major, here }, ...args) {
  const bin = join(here, "node_modules", `vite-${major}`, "bin/vite.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}
