import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";

const test = suite("what is in the tarballs");

const ABOUT = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
const SCHEMAS = ["client", "profile", "provider"].map((name) => `dist/schemas/${name}.schema.json`);
const FOLDERS = ["runtime", "generator"] as const;

interface Manifest {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: { readonly type: string; readonly url: string; readonly directory: string };
  readonly publishConfig: object;
}

const packed = { runtime: filesPacked("runtime"), generator: filesPacked("generator") };

const NOTICES = "THIRD-PARTY-NOTICES.txt";

test("15: each tarball has a README, a changelog and the licence of its own, and nothing else beside what is built", () => {
  const beside = (folder: (typeof FOLDERS)[number]) => packed[folder].filter((file) => !/^(?:dist|lib)\//.test(file));
  assert.equal(beside("runtime"), ABOUT);
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const manual = pages.map((name) => `docs/${name}`);
  assert.equal(beside("generator"), [...ABOUT, NOTICES, ...manual].sort());
});

test("15: a page of the manual links to pages of the manual alone; a picture becomes its description", () => {
  for (const file of packed.generator.filter((name) => name.startsWith("docs/")))
    assert.not.match(textOf("generator", file), /\]\((?:\.\.|images)\//, file);
  assert.match(textOf("generator", "docs/reviewing.md"), /^Picture: /m);
});

test("15: what is bundled is not installed beside, and has its licence", () => {
  const { dependencies } = JSON.parse(textOf("generator", "package.json")) as { dependencies: object };
  const notices = textOf("generator", NOTICES);
  const bundled = ["prettier", "ts-morph", "@ts-morph/common", "json-schema-to-typescript", "lodash", "typescript"];
  for (const name of bundled) {
    assert.not.ok(Object.hasOwn(dependencies, name), name);
    assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
  }
  assert.match(notices, "Apache License");
  assert.equal(
    packed.generator.filter((file) => file.startsWith("dist/libraries/")),
    LIBRARIES,
  );
});

const LIBRARIES = [
  "dist/libraries/json-schema-to-typescript.cjs",
  "dist/libraries/json-schema-to-typescript.js",
  "dist/libraries/prettier-estree.js",
  "dist/libraries/prettier-typescript.js",
  "dist/libraries/prettier.js",
  "dist/libraries/ts-morph.cjs",
  "dist/libraries/ts-morph.js",
];

test("15: the runtime is a few files, each with its map, and the types of its modules", () => {
  const published = packed.runtime.filter((file) => /^(?:dist|lib)\//.test(file));
  const types = published.filter((file) => file.startsWith("dist/"));
  assert.ok(types.length > 80);
  assert.ok(types.every((file) => file.endsWith(".d.ts")));
  const strays = types.filter((file) => !existsSync(join(root, "runtime", sourceOf(file))));
  assert.equal(strays, []);
  const code = published.filter((file) => file.startsWith("lib/"));
  const names = [...new Set(code.map((file) => file.replace(/\.js(?:\.map)?$/, "")))];
  assert.ok(names.length < 66, names.join());
  assert.equal(code, names.flatMap((name) => [`${name}.js`, `${name}.js.map`]).sort());
});

function sourceOf(types: string): string {
  return types.replace(/^dist\/(.*)\.d\.ts$/, "src/$1.ts");
}

test("15: maps lead to the sources, which are in them, because the tarball has no src; no source is in two files", () => {
  const places = new Map<string, string>();
  for (const file of packed.runtime.filter((name) => name.endsWith(".js.map"))) {
    const { sources, sourcesContent = [] } = JSON.parse(textOf("runtime", file)) as {
      readonly sources: readonly string[];
      readonly sourcesContent?: readonly string[];
    };
    for (const [at, source] of sources.entries()) {
      // No path: Deno would look for the file, and show lines of the source in the compiled file where it is missing.
      const path = /^sdkwright-runtime:\/src\/(.*\.ts)$/.exec(source)?.[1] ?? "none";
      assert.is(sourcesContent[at], readFileSync(join(root, "runtime/src", path), "utf8"), source);
      assert.is(places.get(source), undefined, `${source} is in ${file} too`);
      places.set(source, file);
    }
    assert.match(textOf("runtime", file.slice(0, -".map".length)), /\n\/\/# sourceMappingURL=[\w.-]+\.js\.map\s*$/);
  }
  assert.ok(places.size > 100);
});

test("15: a place in a published file is that of its source", () => {
  const script = 'import { bindProvider } from "@sdkwright/runtime/generated"; bindProvider({}, {}, { fetch: 1 });';
  const args = ["--enable-source-maps", "--input-type=module", "--eval", script];
  const { stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  const [, file = "", line = ""] = /sdkwright-runtime:\/src\/([\w/-]+\.ts):(\d+)/.exec(stderr) ?? [];
  const source = readFileSync(join(root, "runtime/src", file), "utf8").split("\n");
  assert.match(source[Number(line) - 1] ?? "", "ConfigurationError", stderr);
});

test("15: the generator is its bundle, the libraries in it and the JSON Schemas", () => {
  const inDist = packed.generator.filter((file) => file.startsWith("dist/"));
  const isBundled = (file: string): boolean => /^dist\/bundle\/(?:bin\.cjs|cli\/main\.js|[\w-]+\.js)$/.test(file);
  assert.equal(
    inDist.filter((file) => !isBundled(file)),
    ["dist/index.d.ts", ...LIBRARIES, ...SCHEMAS, "dist/vite.d.ts"],
  );
  assert.not.match(textOf("generator", "dist/index.d.ts"), /\bfrom "|import\(/);
  assert.not.match(textOf("generator", "dist/vite.d.ts"), /\bfrom "(?!\.\/index\.js")|import\(/);
  assert.ok(inDist.includes("dist/bundle/bin.cjs") && inDist.includes("dist/bundle/cli/main.js"));
});

test("15: what a changelog links to in the repository is text in the tarball", () => {
  for (const folder of FOLDERS) {
    const changelog = textOf(folder, "CHANGELOG.md");
    assert.match(changelog, "## 0.1.0");
    assert.not.match(changelog, /\]\((?!https:)/);
  }
});

test("15: a registry is told where a package comes from; the placeholder stands in the checklist", () => {
  const checklist = readFileSync(join(root, "docs", "releases.md"), "utf8");
  for (const folder of FOLDERS) {
    const { name, keywords, homepage, bugs, repository, publishConfig } = JSON.parse(
      textOf(folder, "package.json"),
    ) as Manifest;
    assert.ok(keywords.length > 5, name);
    assert.is(repository.directory, folder);
    assert.equal(publishConfig, { access: "public", provenance: true });
    const hosts = [homepage, bugs, repository.url].map((url) => new URL(url.replace("git+", "")).hostname);
    for (const host of hosts) assert.ok(!host.endsWith(".example") || checklist.includes(host), `${name}: ${host}`);
  }
});

/** As npm lists them, in order. */
function filesPacked(folder: (typeof FOLDERS)[number]): readonly string[] {
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json", "--silent", "-w", folder], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 1e8,
  });
  assert.is(status, 0, stderr);
  // A list, or by name: majors of npm differ.
  const [{ files } = { files: [] }] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  return files.map(({ path }) => path).sort();
}

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

function textOf(folder: string, file: string): string {
  return readFileSync(join(root, folder, file), "utf8");
}

test.run();
