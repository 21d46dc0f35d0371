import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init: Deno and formatters");
const ACME = ["init", "acme", "--base-url", "https://api.acme.example/v2", "--auth", "bearer"];

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

test("beside deno.json: endings .ts, no compiler, permissions of the first call, Deno's commands", async () => {
  await withFolder({ "deno.json": "{}" }, async (folder) => {
    const run = await sdkwright(folder, ACME);
    assert.equal([run.status, run.stderr], [0, ""]);
    const {
      scripts,
      devDependencies,
      sdkwright: options,
    } = JSON.parse(read(folder, "package.json")) as {
      readonly scripts: { readonly [name: string]: string };
      readonly devDependencies: object;
      readonly sdkwright: object;
    };
    assert.equal(options, { importEndings: ".ts" });
    assert.equal(Object.keys(devDependencies), ["sdkwright"]);
    const call = "deno run --allow-net=api.acme.example --allow-env=ACME_TOKEN src/main.ts";
    assert.is(scripts["start"], `sdkwright generate && ${call}`);
    assert.not.ok(existsSync(join(folder, "tsconfig.json")));
    assert.match(read(folder, "src/main.ts"), 'from "./generated/providers/acme.ts"');
    assert.match(run.stdout, "Next:\n  deno install\n  ACME_TOKEN=test deno task start\n");
    assert.match(run.stdout, 'deno.json, "fmt": { "exclude": ["src/generated"] } keeps `deno fmt`');
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.match(read(folder, "src/generated/index.ts"), '"./providers/acme.ts"');
    assert.is(read(folder, "deno.json"), "{}");
  });
});

test("a base URL with a parameter: any host; deno.jsonc counts too", async () => {
  await withFolder({ "deno.jsonc": "{}" }, async (folder) => {
    await sdkwright(folder, ["init", "acme", "--base-url", "https://{SHOP}.acme.example", "--auth", "none"]);
    assert.match(read(folder, "package.json"), "deno run --allow-net --allow-env=ACME_SHOP src/main.ts");
  });
});

const HOSTS = {
  "api.acme.example$(id)": undefined,
  "api.acme.example'x": undefined,
  "api.acme.example*,x": undefined,
  "api_2.acme.example:8443": "api_2.acme.example:8443",
  "[::1]:8443": "[::1]:8443",
  "bücher.example": "xn--bcher-kva.example",
} as const;

test("no host of a document is more than a host in the script that Deno runs", async () => {
  for (const [host, net] of Object.entries(HOSTS)) {
    const servers = [{ url: `https://${host}/v2` }];
    const document = { openapi: "3.0.3", info: { title: "Acme", version: "1" }, servers, paths: {} };
    await withFolder({ "deno.json": "{}", "acme.json": document }, async (folder) => {
      const { status, stderr } = await sdkwright(folder, ["init", "acme.json", "--name", "acme"]);
      if (net === undefined) {
        assert.is(status, 3, host);
        assert.match(stderr, "the host of a base URL can only have letters, digits, dots and hyphens");
        assert.not.ok(existsSync(join(folder, "package.json")));
      } else {
        const call = `"start": "sdkwright generate && deno run --allow-net=${net} src/main.ts"`;
        assert.match(read(folder, "package.json"), call);
      }
    });
  }
});

test("a folder whose name holds what a shell reads is one word of the script", async () => {
  await withFolder({ "deno.json": "{}" }, async (folder) => {
    await sdkwright(folder, [...ACME, "--out", "a;id/generated"]);
    const { scripts } = JSON.parse(read(folder, "package.json")) as { readonly scripts: { readonly start: string } };
    assert.match(scripts.start, / --out 'a;id\/generated' .* 'a;id\/main.ts'$/);
  });
});

test("the host that gives tokens may be asked too", async () => {
  const paths = { "/pets": { get: { responses: { 200: { description: "" } } } } };
  const allowed = async (tokenUrl: string): Promise<string> => {
    const flows = { clientCredentials: { tokenUrl, scopes: {} } };
    const components = { securitySchemes: { app: { type: "oauth2", flows } } };
    const servers = [{ url: "https://api.acme.example" }];
    const openapi = { openapi: "3.1.0", info: {}, servers, security: [{ app: [] }], paths, components };
    return withFolder({ "deno.json": "{}", "acme.json": openapi }, async (folder) => {
      const { status, stderr } = await sdkwright(folder, ["init", "acme.json", "--name", "acme"]);
      assert.is(status, 0, stderr);
      return /--allow-net\S*/.exec(read(folder, "package.json"))?.[0] ?? "";
    });
  };
  assert.is(
    await allowed("https://auth.acme.example:8443/token"),
    "--allow-net=api.acme.example,auth.acme.example:8443",
  );
  assert.is(await allowed("https://api.acme.example/token"), "--allow-net=api.acme.example");
});

test("with a package.json too, it says which endings Deno needs, until they are there", async () => {
  await withFolder({ "deno.json": "{}", "package.json": "{}", "app.ts": "" }, async (folder) => {
    const { stdout } = await sdkwright(folder, ACME);
    assert.match(stdout, 'write "sdkwright": { "importEndings": ".ts" } in package.json');
    assert.match(stdout, "deno add @sdkwright/runtime");
  });
  const manifest = { sdkwright: { importEndings: ".ts" } };
  await withFolder({ "deno.json": "{}", "package.json": manifest, "app.ts": "" }, async (folder) => {
    const { stdout } = await sdkwright(folder, ACME);
    assert.not.match(stdout, 'write "sdkwright"');
    assert.match(stdout, 'from "./generated/providers/acme.ts"');
  });
});

test("formatters of the project: how each is kept from emitted files, where nothing says so yet", async () => {
  const manifest = { devDependencies: { prettier: "^3.0.0", "@biomejs/biome": "^2.0.0" } };
  await withFolder({ "package.json": manifest }, async (folder) => {
    const { stdout } = await sdkwright(folder, ACME);
    assert.match(stdout, "add the line src/generated/ to .prettierignore");
    assert.match(stdout, 'add "!src/generated" to "files.includes" in biome.json');
  });
  const told = { "package.json": manifest, ".prettierignore": "src/generated\n", "biome.json": '"!**/generated"' };
  await withFolder(told, async (folder) => {
    assert.not.match((await sdkwright(folder, ACME)).stdout, "would change emitted files");
  });
  await withFolder({ "package.json": "{}" }, async (folder) => {
    assert.not.match((await sdkwright(folder, ACME)).stdout, "would change emitted files");
  });
});

test.run();
