import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("runs with nothing to do, and documents of JSON");

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
  securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Key" }],
};
const profile = { name: "send", version: "1.0.0", usecases: { Send: { input: { type: "object" }, result: {} } } };

/** A warning of client.json, a note of client.json, a warning and a note of maps. */
const project: Files = {
  "package.json": { type: "module" },
  "client/client.json": {
    profiles: {
      send: {
        version: "1.0.0",
        defaults: { Send: { providerFailover: true } },
        providers: { acme: "file:../src/map.ts", beta: "file:../src/map.js" },
      },
      other: { version: "1.0.0", defaults: { Do: {} } },
    },
    providers: { acme: { security: [{ id: "key", apikey: "literal" }] }, beta: {} },
  },
  "client/profiles/send.json": profile,
  "client/providers/acme.json": acme,
  "client/providers/beta.json": { ...acme, name: "beta" },
  "src/map.ts": "import { more } from './more.js';\nexport default { ...more };\n",
  "src/map.js": "export default { Send() { return 1; } };\n",
};

interface Document {
  readonly command: string;
  readonly exitCode: number;
  readonly dryRun: boolean;
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly hint?: string }[];
  readonly text?: string;
}

for (const format of ["pretty", "json", "github"])
  test(`12.19: diagnostics of a run with nothing to do are those of the first, in ${format}`, async () => {
    await withFolder(project, async (folder) => {
      const run = (command: string) => sdkwright(folder, [command, "--format", format, "--verbose"]);
      const told = ({ stdout, stderr }: { stdout: string; stderr: string }): string =>
        format === "json"
          ? JSON.stringify((JSON.parse(stdout) as Document).diagnostics)
          : (stderr + stdout)
              .split("\n")
              .filter((line) => /SW\d{4}/.test(line))
              .join("\n");
      const first = told(await run("generate"));
      for (const code of ["SW1310", "SW0213", "SW0235", "SW0236"]) assert.match(first, code);
      for (const command of ["generate", "check", "generate"]) {
        const again = await run(command);
        assert.is(again.status, 0);
        assert.is(told(again), first);
      }
    });
  });

test("12.19: the shortest form tells them too, and errors alone stay quiet", async () => {
  await withFolder(project, async (folder) => {
    const first = await sdkwright(folder, []);
    const second = await sdkwright(folder, []);
    assert.is(second.stderr, first.stderr);
    assert.match(second.stderr, /^warning SW1310/m);
    assert.is(second.stdout, "Nothing to write in src/generated.\n");
    assert.equal(await sdkwright(folder, ["--quiet"]), { status: 0, stdout: "", stderr: "" });
  });
});

const wrong: readonly (readonly string[])[] = [
  ["--cofnig", "x"],
  ["generat"],
  ["check", "--force"],
  ["diff", "a", "b"],
  ["generate", "--watch"],
  ["--out"],
  ["diff", "no-such-base"],
  ["--config", "gone.json"],
  ["gone.json"],
  ["--out", "."],
];

test("12.19: --format json is one document in every case", async () => {
  await withFolder(project, async (folder) => {
    for (const [index, args] of [...wrong, ["--help"], ["--version"], ["validate"]].entries()) {
      const run = await sdkwright(folder, [...(index % 2 === 0 ? ["--format", "json"] : ["--format=json"]), ...args]);
      assert.is(run.stderr, "", args.join(" "));
      const { exitCode, diagnostics, command, dryRun } = JSON.parse(run.stdout) as Document;
      assert.equal([exitCode, dryRun, typeof command], [run.status, false, "string"], args.join(" "));
      if (wrong.includes(args)) assert.match(diagnostics[0]?.code ?? "", /^SW\d{4}$/);
    }
    const { diagnostics } = JSON.parse(
      (await sdkwright(folder, ["--format", "json", "--cofnig", "x"])).stdout,
    ) as Document;
    assert.is(diagnostics[0]?.code, "SW0302");
    assert.is(diagnostics[0]?.hint, "did you mean --config?");
  });
});

test("12.19: the format of package.json holds for wrong usage too; github gets an annotation", async () => {
  await withFolder({ ...project, "package.json": { sdkwright: { format: "json" } } }, async (folder) => {
    assert.is((JSON.parse((await sdkwright(folder, ["--cofnig"])).stdout) as Document).exitCode, 3);
    const { stdout } = await sdkwright(folder, ["--cofnig", "--format", "github"]);
    assert.match(stdout, /^::error title=sdkwright SW0302::/);
  });
});

test("12.19: where package.json asks for JSON, a run with nothing to do and nothing to tell is a document too", async () => {
  const quiet: Files = {
    "package.json": { type: "module", sdkwright: { format: "json" } },
    "client/client.json": { providers: { acme: {} } },
    "client/providers/acme.json": acme,
  };
  await withFolder(quiet, async (folder) => {
    for (const command of [[], [], ["check"]]) {
      const { diagnostics, exitCode } = JSON.parse((await sdkwright(folder, command)).stdout) as Document;
      assert.equal([diagnostics, exitCode], [[], 0]);
    }
  });
});

test("12.19: the document says whether it was a dry run", async () => {
  await withFolder(project, async (folder) => {
    const run = async (...args: string[]): Promise<Document> =>
      JSON.parse((await sdkwright(folder, [...args, "--format", "json"])).stdout) as Document;
    assert.is((await run("--dry-run")).dryRun, true);
    assert.is((await run("generate")).dryRun, false);
    assert.is((await run("generate", "--dry-run")).dryRun, true);
    const lock = readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8");
    assert.match(lock, /"warnings": 4/);
  });
});

test.run();
