import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init beside a package.json");

const KEY = ["init", "acme", "--base-url", "https://api.acme.example", "--auth", "header=X-Api-Key"];
const read = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");

const BESIDE = {
  "README.md": "",
  LICENSE: "",
  "package-lock.json": "{}",
  ".npmrc": "",
  ".git/hooks/pre-commit.js": "",
  "node_modules/x/index.js": "",
  "api/openapi.json": "{}",
};

test("without code it is completed, as its owner laid it out, and nothing in it is replaced", async () => {
  const manifest =
    '{\n    "name": "shop", "main": "index.js",\n    "scripts": {\n        "test": "vitest"\n    },\n    "devDependencies": { "typescript": "5.9.2" },\n    "type": "commonjs"\n}\n';
  await withFolder({ ...BESIDE, "package.json": manifest }, async (folder) => {
    const run = await sdkwright(folder, KEY);
    assert.equal([run.status, run.stderr], [0, ""]);
    const text = read(folder, "package.json");
    assert.ok(
      text.startsWith('{\n    "name": "shop", "main": "index.js",\n    "scripts": {\n        "test": "vitest",\n'),
    );
    const { type, scripts, dependencies, devDependencies } = JSON.parse(text) as {
      readonly [section: string]: { readonly [name: string]: string };
    };
    assert.equal([type, Object.keys(dependencies ?? {})], ["module", ["@sdkwright/runtime"]]);
    assert.equal(Object.keys(scripts ?? {}), ["test", "generate", "check:sdk", "start"]);
    assert.equal(Object.keys(devDependencies ?? {}).sort(), ["@types/node", "sdkwright", "typescript"]);
    assert.is(devDependencies?.["typescript"], "5.9.2");
    assert.match(run.stdout, /^ {2}package\.json +"type": "module", scripts and dependencies, changed$/m);
    assert.match(run.stdout, "Next:\n  npm install\n  ACME_API_KEY=test npm start\n");
    for (const file of ["tsconfig.json", "src/main.ts"]) assert.ok(existsSync(join(folder, file)), file);
    const before = read(folder, "package.json");
    assert.match((await sdkwright(folder, KEY)).stdout, "Nothing to write.");
    assert.is(read(folder, "package.json"), before);
  });
});

test("a hidden script, which may be CommonJS, keeps the package so: await is in a function", async () => {
  await withFolder({ "package.json": { type: "commonjs" }, ".eslintrc.js": "module.exports = {};" }, async (folder) => {
    assert.is((await sdkwright(folder, KEY)).status, 0);
    assert.match(read(folder, "package.json"), '"type": "commonjs"');
    assert.match(read(folder, "src/main.ts"), /^async function main\(\)[^]*\n\nvoid main\(\);\n$/m);
  });
});

test("with code, a tsconfig above it or Next.js in its dependencies it gets scripts alone", async () => {
  for (const more of [
    { "lib/deep/x.mjs": "" },
    { "server.tsx": "" },
    { "tsconfig.json": "{}" },
    { "../tsconfig.json": "{}" },
    { "package.json": { dependencies: { next: "16" } } },
  ]) {
    await withFolder({}, async (above) => {
      const folder = join(above, "shop");
      writeFiles(folder, { "package.json": { name: "shop" }, ...more });
      const run = await sdkwright(folder, KEY);
      assert.is(run.status, 0, run.stderr);
      assert.not.match(read(folder, "package.json"), /"type"|"start"|typescript/);
      assert.not.ok(existsSync(join(folder, "src/main.ts")));
      assert.match(run.stdout, "npm install @sdkwright/runtime\n");
    });
  }
});

test("scripts of its owner stay, and the steps do without them", async () => {
  const scripts = { start: "node app", generate: "prisma generate" };
  await withFolder({ "package.json": { scripts } }, async (folder) => {
    const { stdout } = await sdkwright(folder, KEY);
    const written = JSON.parse(read(folder, "package.json")) as { scripts: object };
    assert.equal(written.scripts, { ...scripts, "check:sdk": "sdkwright check" });
    assert.match(stdout, "package.json already has a script start: run `sdkwright generate && tsc && node ");
    assert.match(stdout, "Next:\n  npm install\n  npx sdkwright generate\n");
  });
});

test("a .gitignore that is there gets the lines that it lacks", async () => {
  const present = "/node_modules\n.env*\n";
  await withFolder({ "package.json": "{}", ".gitignore": present }, async (folder) => {
    const { stdout } = await sdkwright(folder, KEY);
    assert.is(read(folder, ".gitignore"), `${present}dist/\n.env\n`);
    assert.match(stdout, "add the line !.env.example after it");
    assert.not.match(stdout, "add the line .env to .gitignore");
  });
});

const ATTRIBUTES =
  "src/generated/**/*.model.json linguist-generated\nsrc/generated/sdkwright.lock.json linguist-generated\n";

test(".gitattributes marks the models and the lock as generated; lines that are there stay", async () => {
  for (const [before, after] of [
    [undefined, ATTRIBUTES],
    ["*.png binary", `*.png binary\n${ATTRIBUTES}`],
    ["*.png binary\r\n", `*.png binary\r\n${ATTRIBUTES.replaceAll("\n", "\r\n")}`],
    [ATTRIBUTES, ATTRIBUTES],
    [
      "src/generated/sdkwright.lock.json -linguist-generated\n",
      `src/generated/sdkwright.lock.json -linguist-generated\n${ATTRIBUTES.split("\n")[0] ?? ""}\n`,
    ],
  ] as const) {
    await withFolder(
      { "package.json": "{}", ...(before !== undefined && { ".gitattributes": before }) },
      async (folder) => {
        const { stdout } = await sdkwright(folder, KEY);
        assert.is(read(folder, ".gitattributes"), after);
        assert.match(stdout, "In CI, which does not trust the lock:\n  npx sdkwright check --full\n");
      },
    );
  }
});

test(".gitattributes and the line for CI know the places", async () => {
  await withFolder({ "package.json": "{}" }, async (folder) => {
    const { stdout } = await sdkwright(folder, [...KEY, "--out", "my lib/[sdk]"]);
    assert.match(read(folder, ".gitattributes"), '"my lib/\\\\[sdk]/**/*.model.json" linguist-generated\n');
    assert.match(stdout, "In CI, which does not trust the lock:\n  npx sdkwright check --full --out 'my lib/[sdk]'\n");
  });
});

test.run();
