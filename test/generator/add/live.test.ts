import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Network } from "#generator/add/read-target.js";
import { addCommand } from "#generator/cli/add-command.js";
import { findBeginning } from "#generator/io/find-project.js";
import { inputPlacesOf } from "#generator/project/places.js";
import { Reader } from "#generator/project/reader.js";
import { withFolder } from "../folder.js";
import { sdkwright, spawnSdkwright } from "../sdkwright.js";
import { pages, type Site, withSite } from "../site.js";
import { addIn, documentOf } from "./adding.js";

const test = suite("add: documents of servers");

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The output of `add` for a URL, and the definition that it writes, if any. */
async function added(
  url: string,
  args: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): Promise<Run & { readonly definition: { readonly services?: readonly { readonly baseUrl: string }[] } }> {
  return withFolder({ "package.json": "{}" }, async (folder) => {
    const run = await spawnSdkwright(folder, ["add", url, "--name", "acme", ...args], env);
    const { json, written } = await readBack(folder);
    return { ...run, definition: (written ? json() : {}) as object };
  });
}

async function readBack(folder: string): Promise<{ readonly written: boolean; readonly json: () => unknown }> {
  const { existsSync, readFileSync } = await import("node:fs");
  const file = `${folder}/client/providers/acme.json`;
  return { written: existsSync(file), json: () => JSON.parse(readFileSync(file, "utf8")) as unknown };
}

const live = (servers: unknown, more: object = {}): object => documentOf({ servers, ...more });

for (const [what, path, servers, base] of [
  ["K13: { url: /api/v3 }", "/docs/openapi.json", [{ url: "/api/v3" }], "/api/v3"],
  ["no servers, as FastAPI writes", "/openapi.json", undefined, ""],
  ["an empty list, as NestJS writes", "/docs-json", [], ""],
  ["neighbour: a server beside the document", "/specs/acme/openapi.json", [{ url: "../v2/" }], "/specs/v2"],
  ["neighbour: a slash", "/deep/down/openapi.json", [{ url: "/" }], ""],
] as const) {
  test(`${what}: on this machine the URL of the document counts, and is printed as a destination`, async () => {
    const scheme = { key: { type: "apiKey", in: "header", name: "X-Key" } };
    const document = live(servers, { components: { securitySchemes: scheme }, security: [{ key: [] }] });
    await withSite(pages({ [path]: document }), async ({ origin }) => {
      const { status, stdout, stderr, definition } = await added(`${origin}${path}`);
      assert.is(status, 0, stderr);
      assert.equal(definition.services, [{ id: "default", baseUrl: `${origin}${base}` }]);
      const told = `New credential destinations, the services:\n  default  ${origin}${base}  (the document came from there, and names no other)`;
      assert.match(stdout, told);
    });
  });
}

test("a relative server with a variable, and what another origin hands out, are asked for as before", async () => {
  const document = live([{ url: "/{version}", variables: { version: { default: "v1" } } }]);
  await withSite(pages({ "/openapi.json": document }), async ({ origin }) => {
    const { status, stderr } = await added(`${origin}/openapi.json`);
    assert.is(status, 3);
    assert.match(stderr, `--service default=${origin}/version`);
  });
  await withSite(pages({ "/openapi.json": live([]) }), async (other) => {
    const redirect = (location: string) => withSite(redirecting(location), ({ origin }) => added(`${origin}/a.json`));
    const { status, stderr } = await redirect(`${other.origin}/openapi.json`);
    assert.is(status, 3);
    assert.match(stderr, "the document names no server: give the base URL of the API");
  });
});

test("K13: elsewhere the base URL is asked for, with the whole command, filled in by the URL of the document", async () => {
  await withSite(pages({ "/docs/openapi.json": live([{ url: "/api/v3" }]) }), async ({ origin }) => {
    await withFolder({ "package.json": "{}" }, async (folder) => {
      const network: Network = {
        connect: async () => {
          const stream = connectTcp(Number(new URL(origin).port), "127.0.0.1");
          await once(stream, "connect");
          return { address: "93.184.215.14", stream };
        },
        signal: AbortSignal.timeout(30_000),
      };
      const project = findBeginning(folder);
      const places = inputPlacesOf({ command: "add", files: [], options: {} }, {}, project, folder);
      const url = "https://code.example/docs/openapi.json";
      const { exitCode, issues } = await addCommand(places, new Reader(folder), url, {}, network);
      assert.is(exitCode, 3);
      assert.is(issues[0]?.message, "the URL of its server is relative: give the base URL of the API");
      assert.is(issues[0]?.hint, `sdkwright add ${url} --service default=https://code.example/api/v3`);
    });
  });
});

test("the command to run again has the header as it was written", async () => {
  const document = { ...live([]), info: {} };
  await withSite(pages({ "/openapi.json": document }), async ({ origin }) => {
    await withFolder({ "package.json": "{}" }, async (folder) => {
      const args = ["add", `${origin}/openapi.json`, "--header", "X-API-Key: $DOCUMENT_KEY"];
      const { status, stderr } = await spawnSdkwright(folder, args, { DOCUMENT_KEY: KEY });
      assert.is(status, 3);
      assert.match(stderr, `openapi.json --name acme --header 'X-API-Key: $DOCUMENT_KEY'\n`);
    });
  });
});

function redirecting(location: string): Parameters<typeof withSite>[0] {
  return ({ url }, response) => {
    if (url === "/a.json") response.writeHead(302, { location }).end();
    else response.writeHead(404).end();
  };
}

test("a document on a file system has no URL: its server is asked for", async () => {
  await withFolder({ "package.json": "{}", "acme.json": live([{ url: "/api" }]) }, async (folder) => {
    const { status, stderr } = await sdkwright(folder, ["add", "acme.json"]);
    assert.is(status, 3);
    assert.match(stderr, "sdkwright add acme.json --service default=https://api.example.com/api");
  });
});

const PAGE = '<!DOCTYPE html>\n<html><title>Docs</title><script>ui({ "openapi": "3.1.0" })</script></html>';

for (const [given, place] of [
  ["/docs", "/openapi.json"],
  ["/docs", "/docs-json"],
  ["/api", "/api-json"],
  ["/reference", "/reference-json"],
  ["/swagger-ui/index.html", "/v3/api-docs"],
  ["/shop/swagger-ui/index.html", "/shop/v3/api-docs"],
  ["/v2/docs/", "/v2/openapi.json"],
  ["/swagger/index.html", "/swagger/v1/swagger.json"],
] as const) {
  test(`the page ${given} in place of the document ${place}: it is found there, and that is said`, async () => {
    await withSite(pages({ [given]: PAGE, [place]: live([]) }), async ({ origin }) => {
      const { status, stdout, stderr } = await added(`${origin}${given}`);
      assert.is(status, 0, stderr);
      assert.match(stdout, `The URL is a page; the document is ${origin}${place}\n`);
    });
  });
}

test("neighbour: an origin alone, whose root answers 404", async () => {
  await withSite(pages({ "/openapi.json": live([]) }), async ({ origin }) => {
    assert.match((await added(origin)).stdout, `the document is ${origin}/openapi.json\n`);
  });
});

test("an HTML page without a document, or in a file, is called so", async () => {
  // What answers every path with its page has no document.
  const app: Parameters<typeof withSite>[0] = (_, response) => response.end(PAGE);
  await withSite(app, async ({ origin, asked }) => {
    const { status, stderr } = await added(`${origin}/docs`);
    assert.is(status, 2);
    const often = "the usual places /openapi.json, /docs-json and /v3/api-docs have no document either";
    assert.match(stderr, `${origin}/docs is an HTML page; ${often}`);
    assert.ok(asked.some(({ path }) => path === "/v3/api-docs"));
  });
  await withFolder({ "package.json": "{}", "docs.html": PAGE }, async (folder) => {
    const { status, stderr } = await sdkwright(folder, ["add", "docs.html"]);
    assert.is(status, 2);
    assert.match(stderr, 'the document "docs.html" is an HTML page');
  });
});

const KEY = "k3y-of-the-d0cument";

/** A server that shows its document to who has the key. */
function locked(answer: Parameters<typeof withSite>[0]): Parameters<typeof withSite>[0] {
  return (request, response) => {
    if (request.headers["x-api-key"] === KEY) answer(request, response);
    else response.writeHead(401).end();
  };
}

test("--header: the value of a variable reads a document behind a login, and is printed and written nowhere", async () => {
  await withSite(locked(pages({ "/openapi.json": live([]) })), async ({ origin, asked }) => {
    await withFolder({ "package.json": "{}" }, async (folder) => {
      const refused = await spawnSdkwright(folder, ["add", `${origin}/openapi.json`, "--name", "acme"], {});
      assert.is(refused.status, 2);
      assert.match(refused.stderr, "--header 'Authorization: Bearer $NAME'");
      const args = ["init", `${origin}/openapi.json`, "--name", "acme", "--header", "X-API-Key: $DOCUMENT_KEY"];
      const run = await spawnSdkwright(folder, args, { DOCUMENT_KEY: KEY });
      assert.is(run.status, 0, run.stderr);
      assert.match(run.stdout, `Sent only to read the document: X-API-Key, with $DOCUMENT_KEY: to ${origin}\n`);
      assert.is(asked.length, 2);
      const { readdirSync, readFileSync } = await import("node:fs");
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const all = files.map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, "utf8")).join("\n");
      assert.not.match(`${run.stdout}${run.stderr}${all}`, KEY);
      assert.not.match(all, "DOCUMENT_KEY");
    });
  });
});

test("--header goes to the origin of the document alone, not back there, and to the usual places beside a page", async () => {
  const headersOf = ({ asked }: Site): readonly unknown[] => asked.map(({ headers }) => headers["authorization"]);
  const header = ["--header", "Authorization: Bearer $DOCUMENT_KEY", "--service", "default=https://a.example"];
  const env = { DOCUMENT_KEY: KEY };
  await withSite(pages({ "/b.json": live([]) }), async (other) => {
    await withSite(redirecting(`${other.origin}/b.json`), async (site) => {
      assert.is((await added(`${site.origin}/a.json`, header, env)).status, 0);
      assert.equal([headersOf(site), headersOf(other)], [[`Bearer ${KEY}`], [undefined]]);
    });
  });
  let back = "";
  await withSite(
    (_, response) => response.writeHead(302, { location: back }).end(),
    async (other) => {
      const first: Parameters<typeof withSite>[0] = ({ url }, response) => {
        if (url === "/a.json") response.writeHead(302, { location: `${other.origin}/x` }).end();
        else response.end(JSON.stringify(live([])));
      };
      await withSite(first, async (site) => {
        back = `${site.origin}/chosen-by-the-other`;
        assert.is((await added(`${site.origin}/a.json`, header, env)).status, 0);
        assert.equal([headersOf(site), headersOf(other)], [[`Bearer ${KEY}`, undefined], [undefined]]);
      });
    },
  );
  await withSite(pages({ "/docs": PAGE, "/openapi.json": live([]) }), async (site) => {
    assert.is((await added(`${site.origin}/docs`, header, env)).status, 0);
    assert.ok(headersOf(site).every((each) => each === `Bearer ${KEY}`));
  });
});

for (const [header, env, said] of [
  [`X-API-Key: ${KEY}`, {}, /takes the name of a header, and a variable/],
  [KEY, {}, /takes the name of a header, and a variable/],
  ["X-API-Key: $DOCUMENT_KEY", {}, /the variable DOCUMENT_KEY is not set/],
  ["X-API-Key: $DOCUMENT_KEY", { DOCUMENT_KEY: `${KEY}\r\nx: y` }, /is not valid in a header/],
  ["Host: $DOCUMENT_KEY", { DOCUMENT_KEY: KEY }, /Host is set by the request itself/],
] as const) {
  test(`--header ${JSON.stringify(header).replace(KEY, "…")} with ${Object.keys(env).join() || "no variable"} is wrong, and shows no value`, async () => {
    await withSite(pages({}), async ({ origin, asked }) => {
      const { status, stdout, stderr } = await added(`${origin}/openapi.json`, ["--header", header], env);
      assert.is(status, 3);
      assert.match(stderr, said);
      assert.not.match(stdout + stderr, KEY);
      assert.is(asked.length, 0);
    });
  });
}

test("--header with a file, or with a name, is wrong", async () => {
  await withFolder({ "package.json": "{}", "acme.json": documentOf() }, async (folder) => {
    const header = ["--header", "X-API-Key: $NAME"];
    assert.match((await sdkwright(folder, ["add", "acme.json", ...header])).stderr, "and this is a file");
    assert.match((await sdkwright(folder, ["init", "acme", ...header])).stderr, "--auth header=<name>");
  });
});

test("K13: a place in the document of a URL has both slashes, as an annotation too", async () => {
  await withSite(pages({ "/openapi.json": '{ "openapi": }', "/openapi.yaml": "a: 1\na: 2\n" }), async ({ origin }) => {
    assert.match((await added(`${origin}/openapi.json`)).stderr, `\n  ${origin}/openapi.json:1:14\n`);
    const { stdout } = await added(`${origin}/openapi.json`, ["--format", "github"]);
    assert.match(stdout.replaceAll("%3A", ":"), `file=${origin}/openapi.json,`);
  });
});

test("notes of a vendor's document are one count at add, nothing at generate and check, and shown where they are asked for", async () => {
  const anything = { get: { responses: { 200: { description: "", content: { "application/json": {} } } } } };
  const document = documentOf({ paths: { "/a": anything, "/b": anything, "/c": { ...anything, trace: {} } } });
  await withFolder({ "package.json": "{}", "acme.json": document }, async (folder) => {
    const run = (...args: string[]) => sdkwright(folder, args);
    const first = await run("add", "acme.json");
    assert.match(
      first.stderr,
      /^4 notes about the document, which only its vendor can change; --verbose prints them\.$/m,
    );
    assert.not.match(first.stderr, "SW16");
    for (const args of [["generate"], ["check"], ["check", "--full"], ["diff"]])
      assert.not.match((await run(...args)).stderr, /SW16|note/, args.join(" "));
    assert.is((await run("generate", "--verbose")).stderr.match(/note SW16/g)?.length, 4);
    assert.is((await run("validate", "--verbose")).stderr.match(/note SW16/g)?.length, 4);
    const { result } = await addIn(folder, "acme.json");
    assert.is(result.issues.filter(({ code }) => code.startsWith("SW16")).length, 4);
  });
});

test("neighbour: a note that its reader can act on is shown at add and at generate", async () => {
  const elsewhere = { ...documentOf(), security: [{ gone: [] }] };
  await withFolder({ "package.json": "{}", "acme.json": elsewhere }, async (folder) => {
    assert.match((await sdkwright(folder, ["add", "acme.json"])).stderr, "SW0705");
    assert.match((await sdkwright(folder, ["generate"])).stderr, "SW1640");
  });
});

test.run();
