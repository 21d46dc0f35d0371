import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../../generator/folder.js";
import { documentOf, projectWith } from "../../generator/openapi/project.js";
import { sdkwright } from "../../generator/sdkwright.js";
import { newFolder, removeFolders } from "../../generator/output/output.js";

const test = suite("pipes and devices in the place of files");

const DOCUMENT = documentOf(
  { "/x": { get: { responses: { 200: { description: "" } } } } },
  { servers: [{ url: "https://a.example" }] },
);

const PROJECT = {
  ...projectWith(DOCUMENT, {}),
  "client/client.json": {
    profiles: { p: { file: "profiles/p.json", providers: { acme: "file:../maps/p.acme.ts" } } },
    providers: { acme: { file: "providers/acme.json" } },
  },
  "client/profiles/p.json": { name: "p", version: "1.0.0", usecases: { Go: { input: {}, result: {} } } },
  "maps/p.acme.ts": "export default { Go: () => ({}) };\n",
  "tsconfig.json": { extends: "./base.json" },
  "base.json": {},
  "package.json": { dependencies: { prettier: "3", "@biomejs/biome": "2" } },
  "other.json": DOCUMENT,
};

/** What reads each of them. */
const READERS: readonly (readonly [file: string, ...commands: readonly string[]])[] = [
  ["package.json", "generate", "generate --unknown", "check", "env", "init new", "add other.json --name other"],
  ["tsconfig.json", "generate", "check"],
  ["base.json", "generate"],
  ["client/client.json", "generate", "diff ./src/generated", "env", "init new", "add other.json --name other"],
  ["client/providers/acme.json", "generate", "validate client/providers/acme.json", "diff ./src/generated"],
  ["client/openapi.json", "generate", "diff ./src/generated", "add client/openapi.json --name other"],
  ["client/profiles/p.json", "generate", "map p acme"],
  ["maps/p.acme.ts", "generate", "map p acme"],
  ["src/generated/sdkwright.lock.json", "generate", "diff ./src/generated"],
  ["src/generated/index.ts", "generate", "check"],
  [".gitignore", "init new"],
  [".prettierignore", "init new"],
  ["biome.json", "init new"],
  [".env", "env --dotenv .env"],
  ["client/providers/other.json", "add other.json --name other"],
];

const generated = newFolder();
test.before(async () => {
  writeFiles(generated, PROJECT);
  const { status, stderr } = await sdkwright(generated, ["generate"]);
  assert.is(status, 0, stderr);
});
test.after(removeFolders);

const isPosix = process.platform !== "win32";

for (const kind of isPosix ? ["a pipe", "a link to a device without end"] : []) {
  for (const [file, ...commands] of READERS) {
    test(`${file} is ${kind}`, async () => {
      await withFolder({}, async (folder) => {
        cpSync(generated, folder, { recursive: true });
        replace(join(folder, file), kind);
        for (const command of commands) {
          const { status, stdout, stderr } = await sdkwright(folder, command.split(" "));
          assert.ok(status !== null && status <= 3, `${command}: ${String(status)} ${stdout}${stderr}`);
          replace(join(folder, file), kind);
        }
      });
    });
  }
}

const NOT_INSTALLED = `"@sdkwright/runtime" is not installed`;

/** What TypeScript reads to say where code uses what changed, and what is said where it is no file. */
const CODE = [
  ["tsconfig.json", '"tsconfig.json" cannot be read'],
  ["base.json", '"base.json" cannot be read'],
  ["src/named.ts", NOT_INSTALLED],
  ["src/part.vue", NOT_INSTALLED],
  ["src/package.json", NOT_INSTALLED],
  ["node_modules/installed/package.json", NOT_INSTALLED],
] as const;

for (const kind of isPosix ? ["a pipe", "a link to a device without end"] : []) {
  for (const [file, why] of CODE) {
    test(`code is asked for its use of what changed, and ${file} is ${kind}`, async () => {
      await withFolder({}, async (folder) => {
        cpSync(generated, folder, { recursive: true });
        writeFiles(folder, {
          "client/openapi.json": { ...DOCUMENT, paths: {} },
          "base.json": { compilerOptions: { module: "nodenext" }, files: ["src/named.ts"], include: ["src"] },
          "src/code.ts": 'import "installed";\n',
        });
        replace(join(folder, file), kind);
        const { status, stdout, stderr } = await sdkwright(folder, ["diff", "./src/generated"]);
        assert.is(status, 0, stderr);
        assert.match(stdout, `so every change counts: ${why}`);
      });
    });
  }
}

for (const device of isPosix ? ["/dev/zero", "/dev/tty", "/dev/full"] : []) {
  test(`a lock that is named as a base, and leads to ${device}, is refused`, async () => {
    await withFolder({}, async (folder) => {
      cpSync(generated, folder, { recursive: true });
      const lock = "src/generated/sdkwright.lock.json";
      rmSync(join(folder, lock));
      symlinkSync(device, join(folder, lock));
      for (const command of [
        ["diff", `./${lock}`],
        ["diff", device],
        ["report", "--base", `./${lock}`, "--file", "page.html"],
      ]) {
        const { status, stdout, stderr } = await sdkwright(folder, command);
        assert.ok(status === 2 || status === 3, `${String(status)} ${stdout}${stderr}`);
      }
      rmSync(join(folder, "package.json"));
      symlinkSync(device, join(folder, "package.json"));
      const { status, stdout, stderr } = await sdkwright(folder, ["generate"]);
      assert.ok(status === 2 || status === 3, `${String(status)} ${stdout}${stderr}`);
    });
  });
}

function replace(path: string, kind: string): void {
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  if (kind === "a pipe") spawnSync("mkfifo", [path]);
  else symlinkSync("/dev/zero", path);
}

test.run();
