import { prepare } from "#generator/add/prepare.js";
import { provenanceOf, withMark } from "#generator/add/locate-document.js";
import { parseText } from "#generator/openapi/parse-json.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { adding } from "./adding.js";

const test = suite("add: document");

/** The text that is written for a document, without the mark. */
async function written(text: string, path = "/acme.yaml"): Promise<string> {
  const { json, ...parsed } = await parseText(path, text);
  const source = { path, file: path, text, json, ...parsed, kind: "openapi", inProject: true } as const;
  const prepared = await prepare({ source, neighbours: new Map(), refused: new Map() }, { isLink: false });
  if (!("text" in prepared)) throw new Error(prepared.message);
  return prepared.text.replace(/,\n {2}"x-sdkwright-add": "[0-9a-f]{64}"\n\}\n$/, "\n}\n");
}

test("what JSON does not allow is gone from what is written: repeated keys, __proto__", async () => {
  const text = '{"openapi":"3.1.0","x-a":1,"__proto__":{"x":1},"x-a":2}';
  assert.is(await written(text, "/a.json"), '{\n  "openapi": "3.1.0",\n  "x-a": 2\n}\n');
});

test("the mark says who wrote a document, and whether anybody has changed it", () => {
  const text = withMark({ openapi: "3.1.0", "2": 1 });
  assert.match(text, /,\n {2}"x-sdkwright-add": "[0-9a-f]{64}"\n\}\n$/);
  const document = JSON.parse(text) as object;
  assert.equal(
    ["ours", "edited", "foreign", "foreign", "foreign"],
    [document, { ...document, x: 1 }, { openapi: "3.1.0" }, null, []].map(provenanceOf),
  );
});

test("a document that add wrote can be added elsewhere", async () => {
  const document = { openapi: "3.1.0", info: { title: "Acme" }, servers: [{ url: "https://a.example" }], paths: {} };
  await adding({ "x.json": withMark(document) }, "x.json", {}, ({ json, text }) => {
    assert.is(text("client/openapi/acme.json").split("x-sdkwright-add").length, 2);
    assert.is(provenanceOf(json("client/openapi/acme.json")), "ours");
  });
});

test("a key that stands twice is a note of add, since the copy has it once", async () => {
  const path = '"/a": { "get": { "responses": {} } }';
  const json = `{ "openapi": "3.1.0", "info": { "title": "Acme", "version": "1" },
    "servers": [{ "url": "https://a.example" }], "paths": { ${path}, ${path.replace("get", "post")} } }`;
  for (const [file, text] of [
    ["acme.json", json],
    ["acme.yaml", `# in YAML\n${json}`],
  ] as const) {
    await adding({ [file]: text }, file, {}, ({ diagnostics, result }) => {
      assert.is(result.exitCode, 0);
      assert.equal(
        diagnostics.map(({ code, file: where, start }) => [code, where, start?.line]),
        [["SW1603", file, file === "acme.json" ? 2 : 3]],
      );
    });
    await adding({ [file]: text }, file, { link: true }, ({ diagnostics }) => {
      assert.equal(diagnostics, []);
    });
  }
});

test.run();
