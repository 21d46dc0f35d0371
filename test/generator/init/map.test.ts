import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { compilersIn } from "../compile/compilers.js";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("map");

const provider = (name: string) => ({
  name,
  services: [{ id: "default", baseUrl: `https://${name}.example` }],
  defaultService: "default",
  securitySchemes: [{ id: "token", type: "http", scheme: "bearer" }],
});

const profile = {
  name: "communication/send-sms",
  version: "1.0.0",
  usecases: {
    SendMessage: {
      title: "Sends a message */ at once",
      input: { type: "object", properties: { to: { type: "string" }, text: { type: "string" } }, required: ["to"] },
      result: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      error: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
    },
    Status: { input: true, result: { type: "string" } },
  },
};

const client = {
  profiles: { "communication/send-sms": "1.0.0" },
  providers: { pigeon: {}, raven: {} },
};

const project: Files = {
  "package.json": { type: "module" },
  "client/client.json": client,
  "client/providers/pigeon.json": provider("pigeon"),
  "client/providers/raven.json": provider("raven"),
  "client/profiles/communication/send-sms@1.0.0.json": profile,
};

const MAP = ["map", "communication/send-sms", "pigeon"];

const profileIn = (folder: string): object =>
  (JSON.parse(readFileSync(join(folder, "client/client.json"), "utf8")) as typeof client).profiles;

test("writes a function per use-case with what goes in and out, and names the map in client.json", async () => {
  await withFolder(project, async (folder) => {
    const run = await sdkwright(folder, MAP);
    assert.equal([run.status, run.stderr], [0, ""]);
    const text = readFileSync(join(folder, "src/maps/send-sms.pigeon.ts"), "utf8");
    assert.match(
      text,
      /^import type \{ SendSmsMap \} from "\.\.\/generated\/profiles\/communication\/send-sms\.js";\n/,
    );
    assert.match(
      text,
      'const map: SendSmsMap<"pigeon"> = {\n  /** Sends a message *\\/ at once */\n  async SendMessage() {',
    );
    assert.match(text, "// input: { to, text? }\n    // it returns: { id }\n    // return fail({ title })");
    assert.match(text, "  async Status() {");
    assert.equal(profileIn(folder), {
      "communication/send-sms": {
        version: "1.0.0",
        providers: { pigeon: { file: "../src/maps/send-sms.pigeon.ts" } },
      },
    });
    assert.match(run.stdout, "From now on, communication/send-sms only uses the providers that it lists");
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test("a title is text of a comment: no tag, no end, one line", async () => {
  const [title, description] = ["@deprecated */ {@link x}\r\n\u202e a@b", " \r\n@internal"];
  const usecases = { A: { ...profile.usecases.Status, title }, B: { ...profile.usecases.Status, description } };
  const path = "client/profiles/communication/send-sms@1.0.0.json";
  await withFolder({ ...project, [path]: { ...profile, usecases } }, async (folder) => {
    assert.is((await sdkwright(folder, MAP)).status, 0);
    const text = readFileSync(join(folder, "src/maps/send-sms.pigeon.ts"), "utf8");
    assert.match(text, "  /** \\@deprecated *\\/ {\\@link x} \u{FFFD} a@b */\n  async A() {");
    assert.match(text, "\n\n  async B() {");
  });
});

test("the skeletons compile with every version of TypeScript, as .ts and as .js", async () => {
  const js = ["map", "communication/send-sms", "raven", "--file", "src/maps/raven.js"];
  await withFolder(project, async (folder) => {
    for (const args of [MAP, js, ["generate"]]) assert.is((await sdkwright(folder, args)).status, 0);
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(root, "node_modules/@sdkwright"), join(folder, "node_modules/@sdkwright"));
    const files = ["src/maps/send-sms.pigeon.ts", "src/maps/raven.js", "src/generated/client.ts"];
    const options = { allowJs: true, checkJs: true, isolatedDeclarations: false };
    for (const { version, check } of compilersIn(join(folder, "compile"), options)) {
      assert.is(await check(files.map((file) => join(folder, file))), "", version);
    }
  });
});

for (const [name, compilerOptions, ending] of [
  ["allowImportingTsExtensions", { allowImportingTsExtensions: true, noEmit: true }, ".ts"],
  ["a bundler", { moduleResolution: "bundler", module: "esnext", noEmit: true }, ""],
] as const) {
  test(`imports as the tsconfig wants: ${name}`, async () => {
    await withFolder({ ...project, "tsconfig.json": { compilerOptions } }, async (folder) => {
      await sdkwright(folder, MAP);
      const text = readFileSync(join(folder, "src/maps/send-sms.pigeon.ts"), "utf8");
      assert.match(text, `from "../generated/profiles/communication/send-sms${ending}";`);
    });
  });
}

test("settings that are there stay; a map that client.json names already is written where it says", async () => {
  const text = `{
  "profiles": { "communication/send-sms": { "version": "1.0.0", "priority": ["raven"],
      "providers": { "raven": "file:../lib/raven.mjs", "pigeon": { "mapVariant": "eu" } } } },
  "providers": { "pigeon": {}, "raven": {} }
}
`;
  await withFolder({ ...project, "client/client.json": text }, async (folder) => {
    const named = await sdkwright(folder, ["map", "communication/send-sms", "raven"]);
    assert.equal([named.status, named.stderr], [0, ""]);
    assert.match(readFileSync(join(folder, "lib/raven.mjs"), "utf8"), '/** @type {import("../src/generated/profiles');
    assert.is(readFileSync(join(folder, "client/client.json"), "utf8"), text);
  });
  const variant = await withFolder({ ...project, "client/client.json": text }, (folder) => sdkwright(folder, MAP));
  assert.is(variant.status, 2);
  assert.match(variant.stderr, "selects a map by variant or revision");
  const kept = '"pigeon": { "defaults": { "Status": { "input": { "id": 1 } } } }';
  const settings = text.replace('"pigeon": { "mapVariant": "eu" }', kept);
  await withFolder({ ...project, "client/client.json": settings }, async (folder) => {
    const run = await sdkwright(folder, MAP);
    assert.equal([run.status, run.stderr], [0, ""]);
    const after = readFileSync(join(folder, "client/client.json"), "utf8");
    assert.match(after, '"raven": "file:../lib/raven.mjs"');
    assert.equal(profileIn(folder), {
      "communication/send-sms": {
        version: "1.0.0",
        priority: ["raven"],
        providers: {
          raven: "file:../lib/raven.mjs",
          pigeon: { defaults: { Status: { input: { id: 1 } } }, file: "../src/maps/send-sms.pigeon.ts" },
        },
      },
    });
    assert.match(run.stdout, '"priority" of communication/send-sms does not name pigeon');
  });
});

test("with an OpenAPI document: a request that it has, in place of one that would not compile", async () => {
  const noted = async (paths: object): Promise<string> => {
    const files = {
      ...project,
      "client/providers/pigeon.json": { ...provider("pigeon"), openapi: "../pigeon.json" },
      "client/pigeon.json": { openapi: "3.1.0", info: {}, paths },
    };
    return withFolder(files, async (folder) => {
      assert.is((await sdkwright(folder, MAP)).status, 0);
      return readFileSync(join(folder, "src/maps/send-sms.pigeon.ts"), "utf8");
    });
  };
  const has = "    // http has the paths of pigeon's OpenAPI document: await http.";
  const get = { responses: { 200: { content: { "application/json": { schema: { type: "string" } } } } } };
  assert.match(await noted({ "/a": { get } }), `${has}get("/a").json()\n`);
  assert.match(
    await noted({ "/b/{id}": { delete: {} } }),
    `${has}delete("/b/{id}", { params: { id: "test" } }).text()\n`,
  );
  assert.match(await noted({}), 'http sends requests to pigeon: await http.post("/path"');
});

test("the document of a profile is enough: the command names the profile", async () => {
  const files = {
    ...project,
    "client/client.json": { providers: client.providers },
    "client/profiles/ship.json": { ...profile, name: "ship", version: "3.2.1" },
    "client/profiles/shop@2.1.0.json": { ...profile, name: "shop", version: "2.1.0" },
    "client/profiles/shop@10.0.0.json": { ...profile, name: "shop", version: "10.0.0" },
  };
  await withFolder(files, async (folder) => {
    const before = readFileSync(join(folder, "client/client.json"), "utf8");
    assert.is((await sdkwright(folder, ["map", "ship", "pigeon", "--dry-run"])).status, 0);
    assert.is(readFileSync(join(folder, "client/client.json"), "utf8"), before);
    for (const name of ["ship", "shop"]) assert.is((await sdkwright(folder, ["map", name, "pigeon"])).status, 0);
    const providers = (name: string) => ({ pigeon: { file: `../src/maps/${name}.pigeon.ts` } });
    assert.equal(profileIn(folder), {
      ship: { version: "3.2.1", providers: providers("ship") },
      shop: { version: "10.0.0", providers: providers("shop") },
    });
    assert.is((await sdkwright(folder, [])).status, 0);
  });
});

test("a second map switches failover on where nobody has decided", async () => {
  const run = async (settings: object) =>
    withFolder(
      { ...project, "client/client.json": { ...client, profiles: { "communication/send-sms": settings } } },
      async (folder) => {
        assert.is((await sdkwright(folder, MAP)).status, 0);
        const one = profileIn(folder);
        const { status, stdout } = await sdkwright(folder, ["map", "communication/send-sms", "raven"]);
        assert.is(status, 0);
        const two = Object.values(
          profileIn(folder) as { readonly [name: string]: { readonly [key: string]: unknown } },
        );
        return { one, priority: two[0]?.["priority"], defaults: two[0]?.["defaults"], stdout };
      },
    );
  const version = "1.0.0";
  const [on, off] = [{ providerFailover: true }, { providerFailover: false }];
  const silent = await run({ version });
  assert.not.match(JSON.stringify(silent.one), /priority|providerFailover/);
  assert.equal([silent.priority, silent.defaults], [["pigeon", "raven"], { SendMessage: on, Status: on }]);
  assert.match(silent.stdout, '"providerFailover" of SendMessage, Status is now true: calls try pigeon, then raven.');
  const [hang, place] = [
    "If pigeon hangs, the next provider gets its turn after",
    '"requestTimeout" of pigeon in "providers"',
  ];
  assert.match(silent.stdout, `${hang} 30 s: set ${place}, or give calls a \`deadline\`.\n`);
  const policies = (retryPolicy: unknown) => ({ pigeon: { defaults: { Status: { retryPolicy } } } });
  const slow = await run({ version, providers: policies("circuit-breaker") });
  assert.match(slow.stdout, `${hang} 30 s: set "requestTimeout" of its retryPolicy, or`);
  const decided = await run({ version, defaults: { Status: off, SendMessage: { input: { to: "a" } } } });
  assert.equal(decided.defaults, { Status: off, SendMessage: { input: { to: "a" }, ...on } });
  assert.match(decided.stdout, '"providerFailover" of Status stays false: calls only try pigeon');
  const refused = await run({ version, defaults: { Status: off, SendMessage: off } });
  assert.equal([refused.priority, refused.defaults], [undefined, { Status: off, SendMessage: off }]);
  assert.not.match(refused.stdout, hang);
  const ordered = await run({ version, priority: ["raven", "pigeon"] });
  assert.equal([ordered.priority, ordered.defaults], [["raven", "pigeon"], { SendMessage: on, Status: on }]);
  const alone = await run({ version, priority: ["pigeon"] });
  assert.equal([alone.priority, alone.defaults], [["pigeon"], undefined]);
});

test("--dry-run writes nothing; what is there is not replaced; JSON is one document", async () => {
  await withFolder(project, async (folder) => {
    const dry = await sdkwright(folder, [...MAP, "--dry-run", "--format", "json"]);
    const told = JSON.parse(dry.stdout) as { [key: string]: unknown };
    assert.equal(
      [told["command"], told["dryRun"], told["map"], told["useCases"]],
      ["map", true, "src/maps/send-sms.pigeon.ts", ["SendMessage", "Status"]],
    );
    assert.not.ok(existsSync(join(folder, "src")));
    assert.equal(profileIn(folder), client.profiles);
    await sdkwright(folder, MAP);
    const again = await sdkwright(folder, MAP);
    assert.equal([again.status, again.stdout], [2, "Nothing was written.\n"]);
    assert.match(again.stderr, 'error SW0802  "src/maps/send-sms.pigeon.ts" already exists, and is not replaced');
  });
});

test("unknown names, other endings and other places are refused, with what to do", async () => {
  const wrong: readonly (readonly [readonly string[], number, string])[] = [
    [["map", "communication/send-sm", "pigeon"], 3, 'did you mean "communication/send-sms"?'],
    [["map", "communication/send-sms", "pigeom"], 3, 'did you mean "pigeon"?'],
    [["map", "shop/order", "pigeon"], 3, "write its document client/profiles/shop/order.json first"],
    [["map", "bill", "pigeon"], 2, "client/profiles/bill.json"],
    [["map", "communication/send-sms", "owl"], 3, "`sdkwright init owl --base-url <url>` creates it"],
    [
      ["map", "communication/send-sms", "heron"],
      3,
      'add "heron": {} to its "providers": client/providers/heron.json exists',
    ],
    [["map", "communication/send-sms"], 3, "map takes a profile and a provider"],
    [[...MAP, "--file", "maps/a.json"], 3, "a map module ends in .ts, .mts, .js or .mjs"],
    [[...MAP, "--file", "../a.ts"], 3, "must be inside the project"],
    [[...MAP, "--file", "src/generated/a.ts"], 3, "outside the output folder"],
  ];
  const unnamed = {
    "client/profiles/bill.json": "",
    "client/providers/heron.json": "",
  };
  await withFolder({ ...project, ...unnamed }, async (folder) => {
    for (const [args, status, expected] of wrong) {
      const run = await sdkwright(folder, args);
      assert.equal([args, run.status], [args, status]);
      assert.match(run.stderr, expected);
    }
    assert.not.ok(existsSync(join(folder, "src")));
  });
  const own = { "communication/send-sms": { version: "1.0.0", providers: { pigeon: { file: "own.json" } } } };
  const files = {
    ...project,
    "client/client.json": { ...client, profiles: own },
    "client/own.json": provider("pigeon"),
  };
  await withFolder(files, async (folder) => {
    assert.match((await sdkwright(folder, MAP)).stderr, "is a definition, and an entry has only one file");
  });
  await withFolder({ ...project, "client/profiles/communication/send-sms@1.0.0.json": "{}" }, async (folder) => {
    assert.is((await sdkwright(folder, MAP)).status, 2);
  });
});

test.run();
