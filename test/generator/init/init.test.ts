import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { documentOf } from "../add/adding.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init");

const ACME = ["init", "acme-pay", "--base-url", "https://api.acme-pay.example/v2"];
const KEY = [...ACME, "--auth", "header=X-Api-Key"];

const reader = (folder: string) => (file: string) => readFileSync(join(folder, file), "utf8");
const jsonReader = (folder: string) => (file: string) => JSON.parse(reader(folder)(file)) as { [key: string]: unknown };

test("an empty folder: configuration, definition, scripts, variables and a first call; check is green after generate", async () => {
  await withFolder({}, async (folder) => {
    const run = await sdkwright(folder, KEY);
    assert.equal([run.status, run.stderr], [0, ""]);
    const [text, json] = [reader(folder), jsonReader(folder)];
    assert.equal(json("client/client.json"), {
      $schema: "../node_modules/sdkwright/dist/schemas/client.schema.json",
      providers: { "acme-pay": { security: [{ id: "api-key", apikey: "$ACME_PAY_API_KEY" }] } },
    });
    assert.equal(json("client/providers/acme-pay.json"), {
      $schema: "../../node_modules/sdkwright/dist/schemas/provider.schema.json",
      name: "acme-pay",
      services: [{ id: "default", baseUrl: "https://api.acme-pay.example/v2" }],
      defaultService: "default",
      securitySchemes: [{ id: "api-key", type: "apiKey", in: "header", name: "X-Api-Key" }],
      security: "api-key",
    });
    const { scripts, dependencies } = json("package.json") as {
      scripts: { [name: string]: string };
      dependencies: object;
    };
    assert.equal([scripts["generate"], scripts["check:sdk"]], ["sdkwright generate", "sdkwright check"]);
    assert.equal(Object.keys(dependencies), ["@sdkwright/runtime"]);
    assert.match(text(".env.example"), /^# apikey of api-key\nACME_PAY_API_KEY=$/m);
    assert.match(text(".gitignore"), /^\.env$/m);
    assert.match(text("src/main.ts"), 'console.log(await acmePay.get("/").text());');
    assert.match(run.stdout, "Next:\n  npm install\n  ACME_PAY_API_KEY=test npm start\n");
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test("scripts of a package.json that are none are left, and told", async () => {
  for (const scripts of [null, "x", ["x"]]) {
    const text = JSON.stringify({ name: "app", scripts });
    await withFolder({ "package.json": text, "index.js": "" }, async (folder) => {
      const { status, stdout, stderr } = await sdkwright(folder, [
        "init",
        "acme",
        "--base-url",
        "https://a.example",
        "--auth",
        "bearer",
      ]);
      assert.is(status, 0, stderr);
      assert.match(stdout + stderr, "package.json has `scripts` that are not an object");
      assert.is(readFileSync(join(folder, "package.json"), "utf8"), text);
    });
  }
});

test("an existing project: scripts without reformatting, dependencies are told, files of others stay", async () => {
  const manifest =
    '{\n    "name": "shop", "type": "module",\n    "scripts": {\n        "generate": "prisma generate"\n    },\n    "dependencies": { "ky": "1" }\n}\n';
  const files = {
    "package.json": manifest,
    "pnpm-lock.yaml": "",
    ".env.example": "DATABASE_URL=\n",
    "src/main.ts": "mine",
  };
  await withFolder(files, async (folder) => {
    const run = await sdkwright(folder, KEY);
    const text = reader(folder);
    assert.is(run.status, 0);
    assert.is(
      text("package.json"),
      manifest.replace('"prisma generate"\n', '"prisma generate",\n        "check:sdk": "sdkwright check"\n'),
    );
    assert.equal([text(".env.example"), text("src/main.ts")], ["DATABASE_URL=\n", "mine"]);
    assert.not.ok(existsSync(join(folder, "tsconfig.json")));
    assert.match(run.stdout, /package\.json already has a script generate: run `sdkwright generate`/);
    assert.match(run.stdout, ".env.example already exists: add ACME_PAY_API_KEY=");
    assert.match(run.stdout, "add the line .env to .gitignore");
    assert.match(
      run.stdout,
      /pnpm add @sdkwright\/runtime\n {2}pnpm add --save-dev sdkwright @types\/node typescript\n {2}npx sdkwright generate/,
    );
    assert.match(
      run.stdout,
      'A first call, in src/main.ts:\n\n  import { createAcmePay } from "./generated/providers/acme-pay.js";',
    );
  });
});

test("an empty folder below a project begins one of its own; a folder that is in use belongs to the project", async () => {
  await withFolder({ "package.json": "{}", "new/.keep": "", "used/readme.md": "" }, async (folder) => {
    rmSync(join(folder, "new/.keep"));
    assert.is((await sdkwright(join(folder, "new"), KEY)).status, 0);
    assert.ok(existsSync(join(folder, "new/package.json")));
    assert.is(reader(folder)("package.json"), "{}");
    const run = await sdkwright(join(folder, "used"), KEY);
    assert.ok(run.stdout.startsWith(`The project is ${folder}, the nearest folder upward with a package.json.\n`));
    assert.ok(existsSync(join(folder, "client/client.json")));
  });
});

test("what may be secret is not printed again", async () => {
  await withFolder({}, async (folder) => {
    const missing = await sdkwright(folder, ["init", "acme", "--base-url", "https://a.example?key=canary"]);
    assert.is(missing.status, 3);
    const wrong = await sdkwright(folder, [
      "init",
      "acme",
      "--base-url",
      "https://me:canary@a.example",
      "--auth",
      "none",
    ]);
    assert.is(wrong.status, 3);
    const text = missing.stdout + missing.stderr + wrong.stdout + wrong.stderr;
    assert.not.match(text, "canary");
  });
});

test("run again, it writes nothing; another provider is added to what is there", async () => {
  await withFolder({}, async (folder) => {
    await sdkwright(folder, KEY);
    const before = reader(folder)("client/client.json");
    const again = await sdkwright(folder, ["init", "acme-pay"]);
    assert.equal([again.status, again.stderr], [0, ""]);
    assert.match(again.stdout, /^Provider acme-pay already exists\.\nNothing to write\./);
    assert.is(reader(folder)("client/client.json"), before);
    const other = await sdkwright(folder, [
      "init",
      "beta",
      "--base-url",
      "https://{REGION}.beta.example",
      "--auth",
      "basic",
    ]);
    assert.is(other.status, 0, other.stderr);
    assert.equal(Object.keys(jsonReader(folder)("client/client.json")["providers"] as object), ["acme-pay", "beta"]);
    assert.match(other.stdout, /BETA_REGION +REGION of the base URL/);
    assert.match(reader(folder)(".env.example"), /^ACME_PAY_API_KEY=\n\n# beta\n[^]*\nBETA_REGION=\n$/m);
    assert.is((await sdkwright(folder, ["validate"])).status, 0);
  });
});

test("of an OpenAPI document: as add does it, with scripts and variables", async () => {
  const secured = documentOf({
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
  });
  await withFolder({ "api/acme.json": secured }, async (folder) => {
    const run = await sdkwright(folder, ["init", "api/acme.json"]);
    assert.equal([run.status, run.stderr], [0, ""]);
    assert.match(run.stdout, /^Provider acme-pay of "Acme Pay API" is added: 1 operation\.\n/);
    assert.match(run.stdout, "  ACME_PAY_TOKEN=test npm start");
    assert.match(reader(folder)("src/main.ts"), "getCharges(acmePay).json()");
    assert.ok(existsSync(join(folder, "client/openapi/acme-pay.json")));
  });
  await withFolder({ "acme.json": documentOf({ servers: [] }) }, async (folder) => {
    const run = await sdkwright(folder, ["init", "acme.json"]);
    assert.is(run.status, 3);
    assert.match(run.stderr, "sdkwright init acme.json --service default=https://api.example.com");
    assert.is((await sdkwright(folder, ["init", "acme.json", "--base-url", "https://a.example"])).status, 0);
  });
});

test("where Vite is configured without the plugin, a line says what to write there", async () => {
  const files = { "package.json": {}, "vite.config.ts": "export default {};\n" };
  await withFolder(files, async (folder) => {
    const run = await sdkwright(folder, [...ACME, "--auth", "bearer"]);
    assert.match(run.stdout, '  vite.config.ts: with the plugin sdkwright() of "sdkwright/vite", `vite` generates');
    assert.is(reader(folder)("vite.config.ts"), files["vite.config.ts"]);
  });
  const told = { ...files, "vite.config.ts": 'import { sdkwright } from "sdkwright/vite";\n' };
  await withFolder(told, async (folder) => {
    assert.not.match((await sdkwright(folder, [...ACME, "--auth", "bearer"])).stdout, "vite.config");
  });
});

test("without a terminal nothing is asked: what is missing is wrong usage, with the whole command", async () => {
  await withFolder({}, async (folder) => {
    const run = await sdkwright(folder, ["init"]);
    assert.equal([run.status, run.stdout], [3, "Nothing was written.\n"]);
    assert.match(
      run.stderr,
      /^error SW0801 {2}init needs the name of the first provider, its base URL, how it authenticates \(--auth header=<name>, .*bearer.* or none\)\n/,
    );
    assert.match(run.stderr, "sdkwright init acme --base-url https://api.acme.example --auth header=X-Api-Key");
    const some = await sdkwright(folder, ACME);
    assert.match(
      some.stderr,
      /needs how it authenticates \(--auth .*\)\n {2}npx sdkwright init acme-pay --base-url https:\/\/api\.acme-pay\.example\/v2 --auth header=X-Api-Key\n/,
    );
    assert.not.ok(existsSync(join(folder, "client")));
  });
});

const AUTHENTICATIONS: { readonly [auth: string]: RegExp } = {
  "header=X-Key": /"apiKey"[^]*"header"/,
  "query=key": /"query"/,
  "cookie=sid": /"cookie"/,
  bearer: /"bearer"/,
  basic: /"basic"/,
  digest: /"digest"/,
  "oauth2=https://auth.example/token": /"clientCredentials"/,
  "oauth2-refresh=https://auth.example/token": /"refreshToken"/,
  "signature=X-Signature, X-Time": /"x-signature",\n\s+"x-time"/,
  none: /"defaultService": "default"\n}/,
};

for (const [auth, expected] of Object.entries(AUTHENTICATIONS)) {
  test(`--auth ${auth}: a project that validates and generates`, async () => {
    await withFolder({}, async (folder) => {
      const run = await sdkwright(folder, [...ACME, "--auth", auth]);
      assert.equal([run.status, run.stderr], [0, ""]);
      assert.match(reader(folder)("client/providers/acme-pay.json"), expected);
      const generated = await sdkwright(folder, ["generate"]);
      assert.equal([generated.status, generated.stderr], [0, ""]);
    });
  });
}

test("mistakes in options are wrong usage, and nothing is written", async () => {
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [[...ACME, "--auth", "beerer"], "did you mean bearer?"],
    [[...ACME, "--auth", "header"], "--auth header=X-Api-Key"],
    [[...ACME, "--auth", "basic=me"], "takes no value"],
    [[...ACME, "--auth", "oauth2=nowhere"], "token"],
    [["init", "acme", "--base-url", "acme.example/api", "--auth", "none"], "must start with https:// or http://"],
    [["init", "acme", "--base-url", "ftp://a.example", "--auth", "none"], "--base-url"],
    [["init", "a.json", "--auth", "none"], "a document says how"],
    [["init", "acme", "beta"], "init takes one provider"],
    [["init", "acme", "--name", "beta"], "given twice"],
    [[...ACME, "--auth", "bearer", "--key-prefix", "Bot "], "--key-prefix is for --auth header"],
  ];
  for (const [args, expected] of wrong) {
    await withFolder({}, async (folder) => {
      const run = await sdkwright(folder, args);
      assert.equal([args, run.status], [args, 3]);
      assert.match(run.stderr, expected);
      assert.not.ok(existsSync(join(folder, "package.json")));
    });
  }
});

test("other places go into the scripts; --dry-run writes nothing; JSON is one document", async () => {
  await withFolder({}, async (folder) => {
    const args = [...KEY, "--config", "sdk/client.json", "--out", "lib/sdk"];
    const dry = await sdkwright(folder, [...args, "--dry-run", "--format", "json"]);
    const told = JSON.parse(dry.stdout) as {
      command: string;
      dryRun: boolean;
      files: { written: string[] };
      steps: string[];
    };
    assert.equal(
      [told.command, told.dryRun, told.steps],
      ["init", true, ["npm install", "ACME_PAY_API_KEY=test npm start"]],
    );
    assert.ok(told.files.written.includes("sdk/client.json"));
    assert.not.ok(existsSync(join(folder, "sdk")));
    assert.is((await sdkwright(folder, args)).status, 0);
    const { scripts } = jsonReader(folder)("package.json") as { scripts: { [name: string]: string } };
    assert.is(scripts["generate"], "sdkwright generate --config sdk/client.json --out lib/sdk");
    assert.match(reader(folder)("lib/main.ts"), 'from "./sdk/providers/acme-pay.js"');
    assert.match(reader(folder)("tsconfig.json"), '"rootDir": "lib"');
  });
});

test("a package.json that is no JSON stays as it is, and so does everything else", async () => {
  await withFolder({ "package.json": "{ nonsense" }, async (folder) => {
    const run = await sdkwright(folder, KEY);
    assert.is(run.status, 2);
    assert.is(reader(folder)("package.json"), "{ nonsense");
    assert.not.ok(existsSync(join(folder, "client")));
  });
});

test("12: a link in place of a file that init would write leads nothing out of the project", async () => {
  for (const file of [".env.example", ".gitattributes", ".gitignore", "tsconfig.json", "src/main.ts", "src"]) {
    await withFolder({ "p/notes": "", "elsewhere/notes": "" }, async (folder) => {
      if (file.startsWith("src/")) mkdirSync(join(folder, "p/src"));
      const target = file === "src" ? "elsewhere" : "elsewhere/made";
      symlinkSync(join(folder, target), join(folder, "p", file));
      const { status, stderr } = await sdkwright(join(folder, "p"), KEY);
      assert.is(status, 2, file);
      assert.match(stderr, /error SW0704 {2}"[^"]+" is outside of the project, perhaps by a link/);
      assert.equal([readdirSync(join(folder, "elsewhere")), existsSync(join(folder, "p/client"))], [["notes"], false]);
    });
  }
});

test.run();
