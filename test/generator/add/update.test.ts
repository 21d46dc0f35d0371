import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { addIn, documentOf, JSON_ANSWER, type Adding } from "./adding.js";

const test = suite("add: update");

const get = { get: { responses: { 200: JSON_ANSWER } } };
const first = documentOf({ paths: { "/a": get, "/b": get } });
const second = documentOf({
  paths: { "/a": get, "/c": { post: { responses: { 204: {} } } } },
  servers: [{ url: "https://api.acme-pay.example/v2/" }, { url: "https://eu.example" }],
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
});

async function addTwice(
  use: (folder: string, again: (document: object) => Promise<Adding>) => Promise<void>,
): Promise<void> {
  await withFolder({ "package.json": "{}", "acme.json": first }, async (folder) => {
    assert.is((await addIn(folder, "acme.json")).result.exitCode, 0);
    await use(folder, async (document) => {
      writeFiles(folder, { "acme.json": document });
      return addIn(folder, "acme.json");
    });
  });
}

test("the vendor's next version: the document is replaced, what comes and goes is shown, all else is left", async () => {
  await addTwice(async (_folder, again) => {
    const { result, json, diagnostics } = await again(second);
    assert.is(result.exitCode, 0);
    assert.equal(result.files, { written: ["client/openapi/acme-pay.json"] });
    assert.match(result.summary, /changes: 1 breaking, .*\n {2}breaking +operation "?GET \/b"? .*removed/);
    assert.match(result.summary, /\n {2}compatible +operation "?POST \/c"? .*added/);
    assert.equal(Object.keys((json("client/openapi/acme-pay.json") as { paths: object }).paths), ["/a", "/c"]);
    assert.equal((json("client/providers/acme-pay.json") as { services: object[] }).services.length, 1);
    assert.equal(
      diagnostics.map(({ code, message }) => [code, message]),
      [
        ["SW0708", "the definition has no service with the base URL https://eu.example"],
        ["SW0708", 'the definition has no security scheme "key"'],
      ],
    );
  });
});

test("a server that moved: where requests still go, and the file and field to edit", async () => {
  await addTwice(async (_folder, again) => {
    const before = "https://api.acme-pay.example/v2";
    const hint = async (servers: readonly object[]): Promise<readonly (string | undefined)[]> =>
      (await again({ ...first, servers })).diagnostics.filter(({ code }) => code === "SW0708").map((note) => note.hint);
    const edit = 'in "client/providers/acme-pay.json", then run `npx sdkwright generate`';
    assert.equal(await hint([{ url: "https://api.acme-pay.example/v9" }]), [
      `the service "default" stays at ${before}; to send requests to the new one, set its "baseUrl" ${edit}`,
    ]);
    assert.equal(await hint([{ url: before }, { url: "https://eu.example" }]), [
      `operations that name it use the service "default", ${before}; to use that server, add it to "services" ${edit}`,
    ]);
  });
});

test("12: a document that is a link, as to another provider's, is not replaced", async () => {
  await addTwice(async (folder, again) => {
    const [own, other] = ["acme-pay", "bolt"].map((name) => join(folder, `client/openapi/${name}.json`)) as [
      string,
      string,
    ];
    renameSync(own, other);
    symlinkSync("bolt.json", own);
    const before = readFileSync(other, "utf8");
    const { result, diagnostics } = await again(second);
    assert.is(result.exitCode, 2);
    assert.match(diagnostics[0]?.message ?? "", '"client/openapi/acme-pay.json" is a link, and is not replaced');
    assert.is(readFileSync(other, "utf8"), before);
  });
});

test("where credentials newly go is shown and counted, however much else has changed", async () => {
  const key = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } }, security: [{ key: [] }] };
  const servers = [{ url: "https://api.acme-pay.example" }, { url: "https://cdn.third.example" }];
  const paths = (parameters: (index: number) => readonly object[]) =>
    Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => {
        return [`/p${String(index)}`, { get: { ...get.get, parameters: parameters(index) } }] as const;
      }),
    );
  const required = (index: number) => [
    { name: `q${String(index)}`, in: "query", required: true, schema: { type: "string" } },
  ];
  const pay = { "/pay": { post: { servers: servers.slice(1), responses: { 204: {} } } } };
  const before = documentOf({ ...key, servers, paths: paths(() => []) });
  await withFolder({ "package.json": "{}", "acme.json": before }, async (folder) => {
    await addIn(folder, "acme.json");
    const after = documentOf({ ...key, servers, paths: { ...paths(required), ...pay } });
    writeFiles(folder, { "acme.json": after });
    const { summary } = (await addIn(folder, "acme.json")).result;
    assert.match(
      summary,
      /changes: 25 breaking, 1 compatible \(1 credential destination\)\.\n {2}compatible +credential /,
    );
    assert.match(summary, 'credentials of scheme "key" go to service');
    assert.match(summary, "\n  and 6 more; ");
  });
});

test("a server that differs in its variables alone, and a scheme beside one that is sent alike, are told", async () => {
  const of = (value: string) => ({ url: "https://{region}.a.example", variables: { region: { default: value } } });
  const bearer = { type: "http", scheme: "bearer" };
  const document = (server: object, securitySchemes: object): object =>
    documentOf({ servers: [server], components: { securitySchemes } });
  await withFolder({ "package.json": "{}", "acme.json": document(of("us"), { user: bearer }) }, async (folder) => {
    await addIn(folder, "acme.json");
    const again = async (next: object): Promise<readonly string[]> => {
      writeFiles(folder, { "acme.json": next });
      return (await addIn(folder, "acme.json")).diagnostics.map(({ message }) => message);
    };
    assert.equal(await again(document(of("us"), { user: bearer })), []);
    assert.equal(await again(document(of("eu"), { user: bearer, admin: bearer })), [
      'the definition has no service with the base URL https://{region}.a.example if "region" is "eu"',
      'the definition has no security scheme "admin"',
    ]);
    assert.equal(await again(document(of("us"), { renamed: bearer })), []);
  });
});

test("a constant header of the new version is told, where the definition sends another value or none", async () => {
  const of = (name: string, value: string) =>
    documentOf({}, { parameters: [{ name, in: "header", required: true, schema: { const: value } }] });
  await withFolder({ "package.json": "{}", "acme.json": of("Acme-Version", "1") }, async (folder) => {
    await addIn(folder, "acme.json");
    const again = async (document: object): Promise<readonly (string | undefined)[]> => {
      writeFiles(folder, { "acme.json": document });
      const { diagnostics, json } = await addIn(folder, "acme.json");
      const { headers } = json("client/providers/acme-pay.json") as { headers: object };
      assert.equal(headers, { "Acme-Version": "1" });
      return diagnostics.flatMap(({ code, message, hint }) => [code, message, hint]);
    };
    assert.equal(await again(of("acme-version", "1")), []);
    const required = (name: string, value: string) => `every operation has the header "${name}" with "${value}"`;
    const hint = 'set it in "headers" of the definition, then run `npx sdkwright generate`';
    const another = `${required("Acme-Version", "2")}, but the definition sends another value`;
    assert.equal(await again(of("Acme-Version", "2")), ["SW0708", another, hint]);
    const none = `${required("Acme-Edition", "a")}, but the definition does not send it`;
    assert.equal(await again(of("Acme-Edition", "a")), ["SW0708", none, hint]);
  });
});

test("the same document again writes nothing", async () => {
  await addTwice(async (_folder, again) => {
    const { result } = await again(first);
    assert.equal([result.exitCode, result.files], [0, { written: [] }]);
    assert.match(result.summary, /Nothing to write/);
  });
});

test("a document that was changed by hand is not replaced; one that was formatted is", async () => {
  await addTwice(async (folder, again) => {
    const place = join(folder, "client/openapi/acme-pay.json");
    const { json } = await again(first);
    const document = json("client/openapi/acme-pay.json") as { info: { title: string } };
    writeFileSync(place, JSON.stringify(document));
    assert.is((await again(second)).result.exitCode, 0);
    writeFileSync(place, JSON.stringify({ ...document, info: { ...document.info, title: "Mine" } }));
    const { result, text } = await again(second);
    assert.equal([result.exitCode, result.issues[0]?.code], [2, "SW0704"]);
    assert.match(text("client/openapi/acme-pay.json"), /Mine/);
  });
});

const definition = `{
    "name": "acme-pay",
    "services": [{ "id": "main", "baseUrl": "https://api.acme-pay.example/v2" }],
    "defaultService": "main"
}
`;
const written: Files = {
  "package.json": "{}",
  "acme.json": first,
  "client/providers/acme-pay.json": definition,
  "client/client.json": { providers: { "acme-pay": {} } },
};

test("a definition that exists gets `openapi` alone, in place", async () => {
  await withFolder(written, async (folder) => {
    const { result, text, json } = await addIn(folder, "acme.json");
    assert.is(result.exitCode, 0);
    const expected = definition.replace('"main"\n}', '"main",\n    "openapi": "../openapi/acme-pay.json"\n}');
    assert.is(text("client/providers/acme-pay.json"), expected);
    assert.equal(json("client/client.json"), written["client/client.json"]);
    const again = await addIn(folder, "acme.json", { include: ["/a"] });
    assert.equal((again.json("client/providers/acme-pay.json") as { openapi: object }).openapi, {
      file: "../openapi/acme-pay.json",
      include: ["/a"],
    });
  });
});

test("options about services are wrong usage for a definition or an entry that exists", async () => {
  for (const options of [{ service: ["x=https://x.example"] }, { "server-variable": ["x=y"] }]) {
    await withFolder(written, async (folder) => {
      const { result, text } = await addIn(folder, "acme.json", options);
      assert.equal([result.exitCode, result.issues[0]?.code], [3, "SW0302"]);
      assert.is(text("client/providers/acme-pay.json"), definition);
    });
  }
  const { "client/providers/acme-pay.json": _, ...undefinedYet } = written;
  await withFolder(undefinedYet, async (folder) => {
    const { result } = await addIn(folder, "acme.json", { "server-variable": ["x=y"] });
    assert.equal([result.exitCode, result.issues[0]?.code], [3, "SW0302"]);
  });
});

test("a definition that client.json names elsewhere is found; its document stays where it says, and its patterns hold", async () => {
  const named = { ...(JSON.parse(definition) as object), openapi: { file: "docs/openapi/pay.json", exclude: ["/c"] } };
  const files = {
    ...written,
    "client/providers/acme-pay.json": "",
    "client/pay.json": named,
    "client/client.json": { providers: { "acme-pay": { file: "pay.json" } } },
  };
  await withFolder(files, async (folder) => {
    const { result, json } = await addIn(folder, "acme.json");
    assert.equal([result.exitCode, result.files], [0, { written: ["client/docs/openapi/pay.json"] }]);
    writeFiles(folder, { "acme.json": second });
    const again = await addIn(folder, "acme.json");
    assert.match(again.result.summary, /changes: 1 breaking, /);
    assert.equal(json("client/pay.json"), named);
  });
});

test("12: a key that somebody wrote once more counts as a change by hand, though nothing reads it", async () => {
  for (const more of ['"title": "Mine", "title"', '"__proto__": { "note": "mine" }, "title"']) {
    await addTwice(async (folder, again) => {
      const place = join(folder, "client/openapi/acme-pay.json");
      writeFileSync(place, readFileSync(place, "utf8").replace('"title"', more));
      const { result } = await again(second);
      assert.equal([result.exitCode, result.issues[0]?.code], [2, "SW0704"]);
      assert.match(readFileSync(place, "utf8"), more);
    });
  }
});

/** A server beside the default, which an operation names. */
const admin = "https://admin.acme-pay.example";
const atAdmin = { get: { ...get.get, servers: [{ url: admin }] } };
const key = { key: { type: "apiKey", in: "header", name: "X-Key" } };
const withAdmin = (paths: object, version: string): object =>
  documentOf({
    info: { title: "Acme Pay API", version },
    servers: [{ url: "https://api.acme-pay.example/v2" }, { url: admin }],
    components: { securitySchemes: key },
    security: [{ key: [] }],
    paths,
  });

test("12: what a definition includes and excludes stays, however its document is named, and only that is shown", async () => {
  const [v1, v2] = ["1", "2"].map((version) => withAdmin({ "/a": get, "/a/wipe": atAdmin }, version));
  const chosen = { include: ["GET /**"], exclude: ["GET /a/wipe"] };
  const ways: [file: string, options: object][] = [
    ["../openapi/acme-pay.json", {}],
    ["../openapi/acme-pay.json", { include: ["GET /**"] }],
    ["./../openapi/acme-pay.json", {}],
    ["../openapi/acme-pay.json", { link: true }],
  ];
  for (const [file, options] of ways) {
    await withFolder({ "package.json": "{}", "v1.json": v1, "v2.json": v2 }, async (folder) => {
      const definition = "client/providers/acme-pay.json";
      const { json } = await addIn(folder, "v1.json");
      writeFiles(folder, { [definition]: { ...(json(definition) as object), openapi: { file, ...chosen } } });
      const { result } = await addIn(folder, "v2.json", options);
      assert.match(result.summary, "1 operation.");
      assert.not.match(result.summary, "wipe");
      const wanted = "link" in options ? "../../v2.json" : file;
      assert.equal((json(definition) as { openapi: object }).openapi, { file: wanted, ...chosen });
    });
  }
});

test("12: destinations are shown where more is included, where a document is linked, and where it is the first", async () => {
  const v1 = withAdmin({ "/a": get }, "1");
  const moved = withAdmin({ "/a": atAdmin }, "2");
  const definition = "client/providers/acme-pay.json";
  const shown = /credential destination: .*GET \/a\W.* (?:service )?"admin.* at "https:\/\/admin\.acme-pay\.example"/;
  for (const options of [{}, { link: true }]) {
    await withFolder({ "package.json": "{}", "v1.json": v1, "v2.json": moved }, async (folder) => {
      await addIn(folder, "v1.json");
      assert.match((await addIn(folder, "v2.json", options)).result.summary, shown);
    });
  }
  await withFolder({ "package.json": "{}", "v1.json": v1, "v2.json": moved }, async (folder) => {
    const { json } = await addIn(folder, "v1.json");
    const { openapi: _, ...written } = json(definition) as { openapi?: unknown };
    writeFiles(folder, { [definition]: written });
    rmSync(join(folder, "client/openapi"), { recursive: true });
    const { summary } = (await addIn(folder, "v2.json")).result;
    assert.match(summary, shown);
    assert.match(summary, /breaking +the OpenAPI document of provider "acme-pay" was added/);
  });
  await withFolder(
    { "package.json": "{}", "v1.json": withAdmin({ "/a": atAdmin, "/b": get }, "1") },
    async (folder) => {
      await addIn(folder, "v1.json", { include: ["GET /b"] });
      assert.match((await addIn(folder, "v1.json", { include: ["/**"] })).result.summary, shown);
    },
  );
});

const ELSEWHERE = [
  "../../.vscode/tasks.json",
  "../../nodemon.json",
  "../../.github/workflows/ci.yml",
  "../openapi/ci.yml",
];

for (const file of ELSEWHERE)
  test(`12: a definition says that its document is ${file}: nothing is written where other programs look`, async () => {
    const definition = "client/providers/acme-pay.json";
    await withFolder({ "package.json": "{}", "acme.json": first }, async (folder) => {
      const { json } = await addIn(folder, "acme.json");
      const place = join(folder, "client/providers", file);
      writeFiles(folder, { [definition]: { ...(json(definition) as object), openapi: file }, "acme.json": second });
      const tried = async () => {
        const { result, diagnostics } = await addIn(folder, "acme.json");
        assert.is(result.exitCode, 2);
        assert.match(
          diagnostics[0]?.message ?? "",
          /is not a place for documents of `sdkwright add`, and is not written$/,
        );
      };
      await tried();
      assert.not.ok(existsSync(place));
      mkdirSync(dirname(place), { recursive: true });
      copyFileSync(join(folder, "client/openapi/acme-pay.json"), place);
      await tried();
      assert.match(readFileSync(place, "utf8"), '"/b"');
    });
  });

test("12: documents stand anywhere below a folder called openapi, those of an unverified provider too", async () => {
  for (const [name, file] of [
    ["unverified/acme-pay", "client/openapi/unverified/acme-pay.json"],
    ["acme-pay", "client/OpenAPI/v2/pay.json"],
  ] as const)
    await withFolder({ "package.json": "{}", "acme.json": first }, async (folder) => {
      const { json } = await addIn(folder, "acme.json", { name });
      const definition = `client/providers/${name}.json`;
      const openapi = relative(join(folder, dirname(definition)), join(folder, file));
      const usual = join(folder, `client/openapi/${name}.json`);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      renameSync(usual, join(folder, file));
      writeFiles(folder, { [definition]: { ...(json(definition) as object), openapi }, "acme.json": second });
      const { result } = await addIn(folder, "acme.json", { name });
      assert.equal([result.exitCode, result.files], [0, { written: [file] }]);
    });
});

test("12: nor is it where the folder of documents is a link to such a place", async () => {
  await withFolder({ "package.json": "{}", "acme.json": first }, async (folder) => {
    for (const path of ["client", ".vscode"]) mkdirSync(join(folder, path));
    symlinkSync("../.vscode", join(folder, "client/openapi"));
    assert.is((await addIn(folder, "acme.json", { name: "tasks" })).result.exitCode, 2);
    assert.equal(readdirSync(join(folder, ".vscode")), []);
  });
});

test("a document that the definition has, and add did not make, is not replaced", async () => {
  const named = { ...(JSON.parse(definition) as object), openapi: "../own.json" };
  await withFolder(
    { ...written, "client/providers/acme-pay.json": named, "client/own.json": first },
    async (folder) => {
      const { result } = await addIn(folder, "acme.json");
      assert.equal([result.exitCode, result.issues[0]?.code], [2, "SW0704"]);
    },
  );
});

test("a definition without an entry in client.json keeps to itself, and the entry to write is told", async () => {
  await withFolder({ ...written, "client/client.json": {} }, async (folder) => {
    const { result, json } = await addIn(folder, "acme.json");
    assert.is(result.exitCode, 0);
    assert.equal(json("client/client.json"), {});
    assert.match(result.summary, /client\/client\.json does not name it: add "acme-pay": \{\} to its "providers"/);
  });
});

test("a new version whose root asks for other credentials, or for none: the definition's default stays, and is told", async () => {
  const schemes = { user: { type: "http", scheme: "bearer" }, key: { type: "apiKey", in: "header", name: "X-Key" } };
  const version = (security?: object[]): object =>
    documentOf({ components: { securitySchemes: schemes }, ...(security !== undefined && { security }) });
  await withFolder({ "package.json": "{}", "acme.json": version([{ user: [] }]) }, async (folder) => {
    assert.is((await addIn(folder, "acme.json")).result.exitCode, 0);
    const notes = async (security?: object[]): Promise<readonly string[]> => {
      writeFiles(folder, { "acme.json": version(security) });
      return (await addIn(folder, "acme.json")).diagnostics.map(({ code, message }) => `${code} ${message}`);
    };
    const sent = '1 operation without its own is sent with the definition\'s default, "user"';
    assert.equal(await notes([{ key: [] }]), [`SW0708 the document requires "key" by default; ${sent}`]);
    assert.equal(await notes([]), [`SW0708 the document requires no credentials by default; ${sent}`]);
    assert.equal(await notes(), [`SW0708 the document does not mention \`security\`, which means none; ${sent}`]);
    assert.equal(await notes([{ key: [] }, { user: [] }]), []);
  });
});

test.run();
