import { execute } from "#generator/cli/execute.js";
import { print } from "#generator/cli/report.js";
import type { GivenOptions } from "#generator/project/options.js";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../../tree.js";
import { withFolder, writeFiles, type Files } from "../../folder.js";
import type { Finished } from "../../sdkwright.js";
import { at, document, projectWith } from "./project.js";

const test = suite("diff used in a workspace");

const tsconfig = {
  compilerOptions: {
    strict: true,
    module: "nodenext",
    target: "es2022",
    rootDir: "src",
    outDir: "dist",
    skipLibCheck: true,
    types: [],
  },
  include: ["src"],
};
const call = (specifier: string) =>
  `import { createAcme } from "${specifier}";\nconst acme = createAcme();\n\nvoid acme.get("/refunds");\n`;
const built = {
  ".": { types: "./dist/generated/index.d.ts", default: "./dist/generated/index.js" },
  "./*": { types: "./dist/generated/*.d.ts", default: "./dist/generated/*.js" },
};

/** The SDK in packages/vendors, which has no code of its own; an app that depends on it, and one that does not. */
function workspace(parts: { readonly exports?: unknown; readonly manager: Files; readonly specifier: string }): Files {
  const { "client/providers/acme.json": definition, "client/client.json": client } = projectWith("");
  return {
    ...parts.manager,
    "packages/vendors/package.json": {
      name: "@acme/vendors",
      private: true,
      type: "module",
      exports: parts.exports ?? built,
    },
    "packages/vendors/tsconfig.json": tsconfig,
    "packages/vendors/client/providers/acme.json": definition,
    "packages/vendors/client/client.json": client,
    "packages/vendors/client/openapi/acme.json": document(),
    "apps/web/package.json": { name: "web", type: "module", dependencies: { "@acme/vendors": "*" } },
    "apps/web/tsconfig.json": tsconfig,
    "apps/web/src/main.ts": call(parts.specifier),
    "apps/other/package.json": { name: "other", type: "module" },
    "apps/other/src/main.ts": call(parts.specifier),
  };
}

/** What `diff` says in packages/vendors after "/refunds" is gone from the document. */
async function diffIn(files: Files, options: GivenOptions): Promise<Finished> {
  return withFolder(files, async (folder) => {
    const vendors = join(folder, "packages/vendors");
    mkdirSync(join(folder, "node_modules/@sdkwright"), { recursive: true });
    symlinkSync(join(root, "runtime"), join(folder, "node_modules/@sdkwright/runtime"));
    const { result: generated } = await execute({ command: "generate", files: [], options: {} }, vendors);
    assert.is(generated.exitCode, 0, JSON.stringify(generated.issues));
    cpSync(join(vendors, "src/generated"), join(folder, "before"), { recursive: true });
    const next = document();
    delete at(next, "paths")["/refunds"];
    writeFiles(vendors, { "client/openapi/acme.json": next });
    const { result, reporting } = await execute({ command: "diff", files: [join(folder, "before")], options }, vendors);
    return { status: result.exitCode, ...(await print(result, reporting)) };
  });
}

const npm: Files = { "package.json": { private: true, workspaces: ["packages/*", "apps/*"] } };
const yarn: Files = { "package.json": { private: true, workspaces: { packages: ["packages/*", "apps/*"] } } };
const pnpm: Files = {
  "package.json": { private: true },
  "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n  - "apps/*"\n',
};

for (const [name, manager, exports, specifier] of [
  ["npm and bun, with what is built", npm, built, "@acme/vendors/providers/acme"],
  ["yarn, with the source", yarn, { "./*": "./src/generated/*.ts" }, "@acme/vendors/providers/acme"],
  ["pnpm", pnpm, { "./acme": "./src/generated/providers/acme.ts" }, "@acme/vendors/acme"],
] as const) {
  test(`W3: packages that depend on this one: ${name}`, async () => {
    const files = workspace({ manager, exports, specifier });
    const { stdout, status } = await diffIn(files, { used: true, "fail-on": "breaking" });
    assert.match(stdout, "used at ../../apps/web/src/main.ts:4:15\n");
    assert.match(stdout, 'note: code was read in ".", "../../apps/web"\n');
    assert.is(status, 1);
  });
}

test("the folders that were read are data, too", async () => {
  const { stdout } = await diffIn(workspace({ manager: npm, specifier: "@acme/vendors" }), { format: "json" });
  assert.equal((JSON.parse(stdout) as { codeIn: unknown }).codeIn, [".", "../../apps/web"]);
});

test("a workspace whose packages are elsewhere is not known", async () => {
  const manager: Files = { "package.json": { private: true, workspaces: ["packages/*", "../elsewhere/*"] } };
  const { stdout, status } = await diffIn(workspace({ manager, specifier: "@acme/vendors" }), {
    used: true,
    "fail-on": "breaking",
  });
  assert.match(stdout, '"../elsewhere/*" is outside of this repository');
  assert.is(status, 1);
});

test.run();
