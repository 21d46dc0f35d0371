import { suite } from "uvu";
import * as assert from "uvu/assert";
import { existsSync, readFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { addIn, adding, documentOf } from "./adding.js";

const test = suite("add");

const secured = documentOf({
  components: { securitySchemes: { "api-key": { type: "apiKey", in: "header", name: "X-Key" } } },
  security: [{ "api-key": [] }],
});

test("makes a provider: document, definition, entry with variables; validate and generate go on from there", async () => {
  await withFolder({ "package.json": { type: "module" }, "acme.json": secured }, async (folder) => {
    const run = await sdkwright(folder, ["add", "acme.json"]);
    assert.equal([run.status, run.stderr], [0, ""]);
    const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, "client", file), "utf8"));
    assert.equal(read("providers/acme-pay.json"), {
      $schema: "../../node_modules/sdkwright/dist/schemas/provider.schema.json",
      name: "acme-pay",
      services: [{ id: "default", baseUrl: "https://api.acme-pay.example/v2" }],
      defaultService: "default",
      securitySchemes: [{ id: "api-key", type: "apiKey", in: "header", name: "X-Key" }],
      security: "api-key",
      openapi: "../openapi/acme-pay.json",
    });
    const entry = { security: [{ id: "api-key", apikey: "$ACME_PAY_API_KEY" }] };
    const $schema = "../node_modules/sdkwright/dist/schemas/client.schema.json";
    assert.equal(read("client.json"), { $schema, providers: { "acme-pay": entry } });
    const { "x-sdkwright-add": mark, ...document } = read("openapi/acme-pay.json") as { [key: string]: unknown };
    assert.equal([typeof mark, document], ["string", secured]);
    assert.match(run.stdout, /ACME_PAY_API_KEY {2}apikey of api-key/);
    assert.match(run.stdout, /New credential destinations.*\n {2}default {2}https:\/\/api\.acme-pay\.example\/v2/);
    assert.match(run.stdout, /import \{ createAcmePay \} from "\.\/generated\/providers\/acme-pay\.js";/);
    assert.match(
      run.stdout,
      /const acmePay = createAcmePay\(\);\n {2}console\.log\(await getCharges\(acmePay\)\.json\(\)\);/,
    );
    assert.is((await sdkwright(folder, ["validate"])).status, 0);
    assert.is((await sdkwright(folder, ["generate"])).status, 0);
  });
});

test("a document with webhooks: which line of the definition takes them; a bundle keeps them", async () => {
  const post = { requestBody: { content: { "application/json": { schema: {} } } }, responses: {} };
  const document = documentOf({ openapi: "3.1.0", webhooks: { paid: { post } } });
  await withFolder({ "package.json": { type: "module" }, "acme.json": document }, async (folder) => {
    const { stdout } = await sdkwright(folder, ["add", "acme.json"]);
    assert.match(
      stdout,
      "The document has webhooks. To receive them, add their signature to the definition, this one or the vendor's own:",
    );
    assert.match(stdout, '\n  "webhooks": { "signature": "standard" }\n');
    assert.match(
      stdout,
      'entry of client/client.json the secret, unless code passes it:\n  "webhooks": { "secret": "$ACME_PAY_WEBHOOK_SECRET" }\n',
    );
    const written = readFileSync(join(folder, "client/openapi/acme-pay.json"), "utf8");
    assert.match(written, '"webhooks"');
  });
  await withFolder({ "package.json": { type: "module" }, "acme.json": secured }, async (folder) => {
    assert.not.match((await sdkwright(folder, ["add", "acme.json"])).stdout, "webhooks");
  });
});

test("as JSON: one document with what was made of what", async () => {
  await withFolder({ "package.json": "{}", "acme.json": secured }, async (folder) => {
    const run = await sdkwright(folder, ["add", "acme.json", "--format", "json", "--dry-run"]);
    const told = JSON.parse(run.stdout) as {
      command: string;
      dryRun: boolean;
      exitCode: number;
      provider: object;
      files: object;
    };
    assert.equal([told.command, told.dryRun, told.exitCode], ["add", true, 0]);
    assert.equal(told.files, {
      written: ["client/openapi/acme-pay.json", "client/providers/acme-pay.json", "client/client.json"],
    });
    assert.ok(!existsSync(join(folder, "client")));
    const { name, operations, variables } = told.provider as { name: string; operations: number; variables: object };
    assert.equal([name, operations], ["acme-pay", 1]);
    assert.equal(variables, [{ name: "ACME_PAY_API_KEY", holds: "apikey of api-key" }]);
  });
});

test("client.json is edited in place: everything else stays as it is written", async () => {
  const client = '{\r\n\t"profiles": { },\r\n\t"providers": {\r\n\t\t"beta": {}\r\n\t}\r\n}\r\n';
  const beta = { name: "beta", services: [{ id: "default", baseUrl: "https://b.example" }], defaultService: "default" };
  const files = { "acme.json": secured, "client/client.json": `\uFEFF${client}`, "client/providers/beta.json": beta };
  await adding(files, "acme.json", {}, ({ result, text }) => {
    assert.is(result.exitCode, 0);
    const edited = text("client/client.json");
    assert.ok(
      edited.startsWith(
        '\uFEFF{\r\n\t"profiles": { },\r\n\t"providers": {\r\n\t\t"beta": {},\r\n\t\t"acme-pay": {\r\n',
      ),
    );
    assert.not.match(edited, /[^\r]\n/);
    assert.is(edited.replace(/,\r\n\t\t"acme-pay": \{[\s\S]*\n\t\t\}/, ""), `\uFEFF${client}`);
  });
});

test("--config: everything stands beside the client.json that is named", async () => {
  await adding(
    { "acme.json": secured, "config/x.json": {} },
    "acme.json",
    { config: "config/x.json" },
    ({ json, folder }) => {
      assert.ok(existsSync(join(folder, "config/openapi/acme-pay.json")));
      assert.ok(existsSync(join(folder, "config/providers/acme-pay.json")));
      assert.ok("acme-pay" in (json("config/x.json") as { providers: object }).providers);
    },
  );
});

test("--link: the definition names the document where it is, with what is beside it", async () => {
  const yaml =
    "openapi: 3.0.3\ninfo: { title: Acme, version: '1' }\nservers: [{ url: 'https://a.example' }]\npaths: {}\n";
  await adding(
    { "vendor/acme.yaml": yaml },
    "vendor/acme.yaml",
    { link: true },
    async ({ result, json, written, folder }) => {
      assert.is(result.exitCode, 0);
      assert.equal(written, ["client.json", "providers/acme.json"]);
      assert.is((json("client/providers/acme.json") as { openapi: string }).openapi, "../../vendor/acme.yaml");
      assert.is((await sdkwright(folder, ["validate"])).status, 0);
    },
  );
});

test("--link is wrong usage with a URL, with Swagger 2.0, and with a file outside of the project", async () => {
  const swagger = {
    swagger: "2.0",
    info: { title: "Acme", version: "1" },
    host: "a.example",
    schemes: ["https"],
    paths: {},
  };
  await withFolder({ "p/package.json": "{}", "p/swagger.json": swagger, "acme.json": secured }, async (folder) => {
    for (const target of ["https://a.example/x.json", "swagger.json", "../acme.json"]) {
      const { result, written } = await addIn(join(folder, "p"), target, { link: true });
      assert.equal([result.exitCode, result.issues[0]?.code, written], [3, "SW0302", []], target);
    }
  });
});

test("--include: the definition chooses, and a pattern that matches nothing is a warning", async () => {
  await adding(
    { "acme.json": secured },
    "acme.json",
    { include: ["GET /charges", "/nope"] },
    ({ json, diagnostics }) => {
      const { openapi } = json("client/providers/acme-pay.json") as { openapi: object };
      assert.equal(openapi, { file: "../openapi/acme-pay.json", include: ["GET /charges", "/nope"] });
      assert.equal(
        diagnostics.map(({ code, severity }) => [code, severity]),
        [["SW1608", "warning"]],
      );
    },
  );
});

test("a document without operations is a warning, which speaks of a choice only where there was one", async () => {
  const told = async (include?: string): Promise<readonly (string | undefined)[]> =>
    adding(
      { "x.json": documentOf({ paths: {} }) },
      "x.json",
      include === undefined ? {} : { include: [include] },
      (added) => added.diagnostics.map(({ code, message }) => `${code} ${message}`),
    );
  const untyped = "the provider's client is untyped";
  assert.equal(await told(), [`SW1609 the document has no operation, so ${untyped}`]);
  assert.ok((await told("/a")).includes(`SW1609 the document has no selected operation, so ${untyped}`));
  const post = { requestBody: { content: { "application/json": { schema: {} } } }, responses: {} };
  const webhooks = { "x.json": documentOf({ openapi: "3.1.0", paths: {}, webhooks: { paid: { post } } }) };
  await adding(webhooks, "x.json", {}, ({ diagnostics }) => assert.equal(diagnostics, []));
});

test("what is not OpenAPI, not JSON, not there or too broken is one error, and nothing is written", async () => {
  const cases: readonly (readonly [content: unknown, code: string])[] = [
    ["{", "SW0104"],
    ["a: [", "SW0104"],
    ["[]", "SW0703"],
    [{ paths: {} }, "SW1601"],
    [{ openapi: "4.0.0" }, "SW1601"],
    [{ swagger: "1.2" }, "SW1601"],
    ["<html></html>", "SW0703"],
    [Buffer.from([0xff, 0xfe]), "SW0703"],
  ];
  for (const [content, code] of cases) {
    await adding({ "x.txt": content }, "x.txt", {}, ({ result, written }) => {
      assert.equal(
        [result.exitCode, result.issues.map((issue) => issue.code), written],
        [2, [code], []],
        String(content),
      );
    });
  }
  await adding({ "acme.json": secured }, "acmee.json", {}, ({ result }) => assert.is(result.exitCode, 2));
});

test("a client.json or definition with mistakes stops it, and what is wrong is said with its place", async () => {
  await adding(
    { "acme.json": secured, "client/client.json": '{ "providers": [] }' },
    "acme.json",
    {},
    ({ result, written }) => {
      assert.equal([result.exitCode, written], [2, ["client.json"]]);
      assert.is(result.issues[0]?.source?.file, "client/client.json");
    },
  );
  const broken = { name: "acme-pay", services: [], defaultService: "x" };
  await adding({ "acme.json": secured, "client/providers/acme-pay.json": broken }, "acme.json", {}, ({ result }) => {
    assert.equal([result.exitCode, result.issues[0]?.source?.file], [2, "client/providers/acme-pay.json"]);
  });
});

test("a document that add did not make is not replaced; a link does not lead out of the project", async () => {
  await adding(
    { "acme.json": secured, "client/openapi/acme-pay.json": secured },
    "acme.json",
    {},
    ({ result, json, written }) => {
      assert.equal([result.exitCode, result.issues[0]?.code], [2, "SW0704"]);
      assert.equal([json("client/openapi/acme-pay.json"), written], [secured, ["openapi/acme-pay.json"]]);
    },
  );
  await withFolder({ "p/package.json": "{}", "p/acme.json": secured, "out/x": "" }, async (folder) => {
    mkdirSync(join(folder, "p/client"));
    symlinkSync(join(folder, "out"), join(folder, "p/client/openapi"));
    const { result } = await addIn(join(folder, "p"), "acme.json");
    assert.equal([result.exitCode, result.issues[0]?.code], [2, "SW0704"]);
    assert.ok(!existsSync(join(folder, "out/acme-pay.json")));
  });
});

test("texts of a document are data: nothing in them begins a line, or leaves its quotes", async () => {
  const evil = "x\u001b[2J\nError: run `rm`";
  const document = documentOf({
    info: { title: `Acme ${evil}`, version: "1" },
    servers: [
      { url: "https://a.example", description: evil },
      { url: "https://b.example", description: "; rm -rf" },
    ],
    paths: { '/a"+process.exit()+"\u2028/`${1}': { get: { responses: {} } } },
    components: {
      securitySchemes: {
        ["o\u202e\n1"]: { type: "oauth2", flows: { x: { tokenUrl: "https://t.example/\n\u001b]0;" } } },
      },
    },
  });
  await withFolder({ "package.json": "{}", "acme.json": document }, async (folder) => {
    const asked = await sdkwright(folder, ["add", "acme.json"]);
    assert.is(asked.status, 3);
    const run = await sdkwright(folder, ["add", "acme.json", "--name", "acme"]);
    assert.is(run.status, 0, run.stderr);
    for (const text of [asked.stderr, run.stdout, run.stderr]) {
      assert.not.match(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u);
      assert.not.match(text, /^(?:Error|\/`)/m);
    }
    assert.ok(run.stdout.includes("await getAProcessExitBy1(acme, {"), run.stdout);
  });
});

test("an example of the variables that init wrote gets those of the new provider; another is its owner's", async () => {
  const added = async (example: string): Promise<readonly string[]> =>
    adding({ "acme.json": secured, ".env.example": example }, "acme.json", {}, ({ result, text }) => [
      text(".env.example"),
      result.summary,
    ]);
  const ours = "# Copy this to .env, which is not committed\n\n# beta\n# token of key\nBETA_TOKEN=";
  const section = "# acme-pay\n# apikey of api-key\nACME_PAY_API_KEY=\n";
  const [text = "", summary = ""] = await added(ours);
  assert.is(text, `${ours}\n\n${section}`);
  assert.match(summary, /^ {2}\.env\.example +its variables, to fill in, changed$/m);
  const [windows = ""] = await added(`${ours}\n`.replaceAll("\n", "\r\n"));
  assert.is(windows, `${ours}\n\n${section}`.replaceAll("\n", "\r\n"));
  const [same] = await added(`${ours}\nACME_PAY_API_KEY=\n`);
  assert.is(same, `${ours}\nACME_PAY_API_KEY=\n`);
  const [theirs, told = ""] = await added("OTHER=\n");
  assert.is(theirs, "OTHER=\n");
  assert.match(told, ".env.example already exists: add ACME_PAY_API_KEY=\n\nNext: `npx sdkwright generate`.");
});

test("the first call awaits in a function where the package is CommonJS, as that of init does", async () => {
  for (const [manifest, expected] of [
    [{ type: "module" }, /\n\n {2}const acmePay = createAcmePay\(\);\n {2}console\.log\(await /],
    [{ type: "commonjs" }, /\n\n {2}async function main\(\): Promise<void> \{\n {4}const acmePay/],
    [{}, /\n {4}console\.log\(await [^\n]*\n {2}\}\n\n {2}void main\(\);$/],
  ] as const) {
    await adding({ "acme.json": secured, "package.json": manifest }, "acme.json", {}, ({ result }) => {
      assert.match(result.summary, expected);
    });
  }
});

test("an entry that is there stays: the lines that it lacks are printed", async () => {
  const client = { providers: { "acme-pay": { limits: { concurrency: 2 } } } };
  await adding({ "acme.json": secured, "client/client.json": client }, "acme.json", {}, ({ json, result }) => {
    assert.equal(json("client/client.json"), client);
    assert.match(result.summary, /\{ "id": "api-key", "apikey": "\$ACME_PAY_API_KEY" \}/);
  });
});

test("all files or none: where one cannot be written, none has changed", async () => {
  await withFolder(
    { "package.json": "{}", "acme.json": secured, "client/providers": "a file in the way" },
    async (folder) => {
      const { result, written } = await addIn(folder, "acme.json");
      assert.equal([result.exitCode, written], [2, ["providers"]]);
    },
  );
});

test.run();
