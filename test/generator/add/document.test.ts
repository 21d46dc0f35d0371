import { prepare, printedValue, reindented } from "#generator/add/prepare.js";
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

test("a text in JSON is laid out anew, and every token stays", () => {
  const texts = ["{}", '{"a":[1,{"b":[]},{}],"c":"x: {\\"}, ","d":null}', '[[],[[1]]," "]', '"\\\\"', "-1.50e+3"];
  for (const text of texts) {
    if (!text.startsWith("-")) assert.is(reindented(text), `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    const again = reindented(text);
    assert.is(reindented(again), again);
    assert.is(
      printedValue(JSON.parse(text) as never, Object.keys),
      `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`,
    );
  }
  assert.is(
    reindented('{"b":1.0,"10":9223372036854775807,"2":1,"b":2}'),
    '{\n  "b": 1.0,\n  "10": 9223372036854775807,\n  "2": 1,\n  "b": 2\n}\n',
  );
});

test("keys keep their order, those like numbers too, from JSON and YAML", async () => {
  const head =
    'openapi: 3.1.0\nx-y:\n  default: 1\n  "404": 2\n  "200": &a\n    - b: 1\n      1: 2\n      0: *n\n  y: *a\n';
  assert.is(
    await written(head.replace("*n", "z")),
    '{\n  "openapi": "3.1.0",\n  "x-y": {\n    "default": 1,\n    "404": 2,\n    "200": [\n      {\n        "b": 1,\n        "1": 2,\n        "0": "z"\n      }\n    ],\n    "y": [\n      {\n        "b": 1,\n        "1": 2,\n        "0": "z"\n      }\n    ]\n  }\n}\n',
  );
  const json = '{"openapi":"3.1.0","x-y":{"default":1,"404":1.0,"200":3}}';
  assert.is(await written(json, "/a.json"), reindented(json));
});

test("what JSON does not allow is gone from what is written: repeated keys, __proto__", async () => {
  const text = '{"openapi":"3.1.0","x-a":1,"__proto__":{"x":1},"x-a":2}';
  assert.is(await written(text, "/a.json"), '{\n  "openapi": "3.1.0",\n  "x-a": 2\n}\n');
});

test("the mark says who wrote a document, and whether anybody has changed it", () => {
  const text = withMark('{\n  "openapi": "3.1.0",\n  "2": 1\n}\n');
  assert.match(text, /,\n {2}"x-sdkwright-add": "[0-9a-f]{64}"\n\}\n$/);
  const document = JSON.parse(text) as object;
  assert.equal(
    ["ours", "edited", "foreign", "foreign", "foreign"],
    [document, { ...document, x: 1 }, { openapi: "3.1.0" }, null, []].map(provenanceOf),
  );
});

test("a document that add wrote can be added elsewhere", async () => {
  const document =
    '{\n  "openapi": "3.1.0",\n  "info": { "title": "Acme" },\n  "servers": [{ "url": "https://a.example" }],\n  "paths": {}\n}\n';
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
