import { closeSync, ftruncateSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { adviceText } from "#generator/diagnostics/diagnostic.js";
import { locate } from "#generator/diagnostics/locate.js";
import type { Api } from "#generator/openapi/api.js";
import { parseText } from "#generator/openapi/parse-json.js";
import { withFolder } from "../folder.js";
import { loadFolder, projectWith, readDocument, readFolder } from "./project.js";

const test = suite("texts of OpenAPI documents");

async function jsonOf(name: string, text: string): Promise<unknown> {
  return (await parseText(name, text)).json;
}

function itemsIn(api: Api | undefined): readonly unknown[] {
  const items = api?.document.root["x"];
  return Array.isArray(items) ? items : [];
}

/** What is said about a text, with the line and column of each. */
async function flawsOf(text: string, name: string): Promise<readonly string[]> {
  return (await readDocument(text, { name })).issues.filter((issue) => !issue.startsWith("SW1609"));
}

test("JSON: of two equal keys the last counts, __proto__ is left out", async () => {
  const text = `{
  "openapi": "3.1.0",
  "openapi": "3.0.0",
  "x": [{ "__proto__": { "polluted": true }, "a": 1, "\\u0061": 2 }]
}`;
  assert.equal(await flawsOf(text, "openapi.json"), [
    'SW1603 client/openapi.json:3:3 /openapi: the key "openapi" is in one object twice: the last one counts',
    'SW1604 client/openapi.json:4:11 /x/0/__proto__: the key "__proto__" is left out, with its content',
    'SW1603 client/openapi.json:4:54 /x/0/a: the key "a" is in one object twice: the last one counts',
  ]);
  const { api } = await readDocument(text);
  assert.is(api?.document.version, "3.0");
  const [item] = itemsIn(api);
  assert.equal(Object.keys(item as object), ["a"]);
  assert.is(Object.getPrototypeOf(item), Object.prototype);
});

test("YAML: the same, through anchors, flow and quotes", async () => {
  const text = `openapi: 3.1.0
"openapi": 3.0.0
x:
  - { __proto__: { polluted: true }, a: 1, 'a': 2 }
`;
  assert.equal(await flawsOf(text, "openapi.yaml"), [
    'SW1603 client/openapi.yaml:2:2 /openapi: the key "openapi" is in one object twice: the last one counts',
    'SW1604 client/openapi.yaml:4:7 /x/0/__proto__: the key "__proto__" is left out, with its content',
    'SW1603 client/openapi.yaml:4:45 /x/0/a: the key "a" is in one object twice: the last one counts',
  ]);
  const { api } = await readDocument(text, { name: "openapi.yaml" });
  const [item] = itemsIn(api);
  assert.equal(Object.keys(item as object), ["a"]);
  assert.is(Object.getPrototypeOf(item), Object.prototype);
});

test("YAML's core schema, and no other", async () => {
  const text = `
texts: [yes, no, on, 2020-01-01, 1_000, 0b1, 0777a, "1", '1', 12:30, .inf, -.Inf, .nan, 1e999]
numbers: [1, -1, +1, 0o17, 0x1F, 1.5, .5, 5., 1e3, -0.5E-2, 007]
words: [true, True, FALSE, null, Null, ~, ]
empty:
tagged: [!!str 1, !!int 1, ! 2, !<tag:yaml.org,2002:str> 3]
200: a
null: b
true: c
block: |
  one
  two
folded: >-
  one
  two
`;
  assert.equal(await jsonOf("a.yml", text), {
    texts: "yes no on 2020-01-01 1_000 0b1 0777a 1 1 12:30 .inf -.Inf .nan 1e999".split(" "),
    numbers: [1, -1, 1, 15, 31, 1.5, 0.5, 5, 1000, -0.005, 7],
    words: [true, true, false, null, null, null],
    empty: null,
    tagged: ["1", 1, "2", "3"],
    200: "a",
    null: "b",
    true: "c",
    block: "one\ntwo\n",
    folded: "one two",
  });
});

test("aliases and merge keys; own keys win, wherever they stand", async () => {
  const text = `
base: &base { a: 1, b: 2 }
one: { <<: *base, b: 3 }
two: { b: 4, <<: [*base, { c: 5 }] }
same: *base
text: &text hello
again: *text
`;
  assert.equal(await jsonOf("a.yaml", text), {
    base: { a: 1, b: 2 },
    one: { a: 1, b: 3 },
    two: { b: 4, a: 1, c: 5 },
    same: { a: 1, b: 2 },
    text: "hello",
    again: "hello",
  });
});

test("K6 6a: what brackets hold need not be deeper than its key, and has its place", async () => {
  const text = `
example: {
  "a": 1,
"b": [
1.0, yes, 0o17, "x
  y",
], c: two
words
}
next: &next
- - deep: {
    "a": 1, "a": *gone
  }
- <<: { d: 1
}
`;
  assert.equal(await jsonOf("a.yaml", text), {
    example: { a: 1, b: [1, "yes", 15, "x y"], c: "two words" },
    next: [[{ deep: { a: null } }], { d: 1 }],
  });
  const found = await parseText("a.yaml", text);
  const placeOf = (pointer: string, target: "key" | "value" = "value") => {
    const { offset, length } = found.placesOf([pointer]).find(pointer, target);
    return text.slice(offset, offset + length);
  };
  assert.is(placeOf("/example/b", "key"), "b");
  assert.is(placeOf("/example/b/0"), "1.0");
  assert.is(placeOf("/example/b/3"), "x\n  y");
  assert.is(placeOf("/example/c"), "two\nwords");
  assert.is(placeOf("/next/1/<<", "key"), "<<");
  assert.equal(
    await flawsOf(`openapi: 3.1.0\npaths: {}${text}`, "openapi.yaml"),
    [
      "SW1605 client/openapi.yaml:13:18 /next/0/0/deep/a: this alias names no complete value before it, and is read as null",
      'SW1603 client/openapi.yaml:13:14 /next/0/0/deep/a: the key "a" is in one object twice: the last one counts',
    ].sort(),
  );
});

test("K6 6c: a quoted text goes on at the column of its key, as JSON with tabs in YAML does", async () => {
  const text = 'info:\n  description: "one two\\\n  \\ three"\n  title: \'a\nb\'\nx: {\n\t"a": 1\n}\n';
  assert.equal(await jsonOf("a.yaml", text), { info: { description: "one two three", title: "a b" }, x: { a: 1 } });
});

test("K6 neighbour: CRLF, and blocks and texts beside it, stay as they are", async () => {
  const text = "a: [\r\n1,\r\n2\r\n]\r\nb: |\r\n  {\r\n  x\r\n\r\nc: 'd'\r\n";
  assert.equal(await jsonOf("a.yaml", text), { a: [1, 2], b: "{\nx\n", c: "d" });
});

test("K6: where it is refused all the same the message says where, and what to do", async () => {
  const lines = (count: number) => `openapi: 3.1.0\npaths: {}\nx: [\n${"1,\n".repeat(count)} ]\n`;
  const said = async (text: string) => (await readDocument(text, { name: "openapi.yaml" })).issues[0];
  assert.match((await said(lines(200))) ?? "", "SW1609");
  assert.is(await said(lines(201)), "SW0104 client/openapi.yaml:4:1 : not YAML: deficient indentation");
  const marker = 'openapi: 3.1.0\nx: "a\n---\nb"\n';
  assert.is(await said(marker), "SW0104 client/openapi.yaml:3:1 : not YAML: deficient indentation");
  const open = 'openapi: 3.1.0\ninfo:\n  title: "a\npaths: {}\nx: y\n';
  for (const [text, advice] of [
    [marker, "indent this line deeper than its key, or convert the file to JSON"],
    [open, "a quote or bracket may be open before the text at line 4"],
  ] as const)
    await withFolder(projectWith(text, { name: "openapi.yaml" }), async (folder) => {
      const [diagnostic] = locate((await loadFolder(folder)).issues);
      assert.match(adviceText(diagnostic ?? {}), advice);
    });
});

test("K6: of a line with a tab the excerpt is the line", async () => {
  const text = 'openapi: 3.1.0\ninfo:\n\t"title": "Acme"\npaths: {}\n';
  await withFolder(projectWith(text, { name: "openapi.yaml" }), async (folder) => {
    const [diagnostic] = locate((await loadFolder(folder)).issues);
    assert.is(diagnostic?.message, "not YAML: tab characters must not be used in indentation");
    assert.is(diagnostic?.frame?.text.trim(), '"title": "Acme"');
  });
});

test("150 harmless aliases are read", async () => {
  const uses = Array.from({ length: 150 }, (_, index) => `  - { name: p${index}, schema: *id }`);
  const text = ["openapi: 3.1.0", "id: &id { type: string }", "uses:", ...uses].join("\n");
  assert.equal(await flawsOf(text, "openapi.yaml"), []);
});

test("aliases that make more than two million values of a text are refused, and cost nothing", async () => {
  const levels = Array.from({ length: 30 }, (_, level) => {
    const previous = level === 0 ? "x" : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => previous).join(", ")}]`;
  });
  const merged = Array.from(
    { length: 3000 },
    (_, level) => `m${level}: &m${level} { <<: *m${level - 1}, k${level}: 1 }`,
  );
  for (const text of [levels.join("\n"), ["m-1: &m-1 { k: 1 }", ...merged].join("\n")]) {
    assert.equal(await flawsOf(`openapi: 3.1.0\n${text}`, "openapi.yaml"), [
      "SW0105 client/openapi.yaml:1:1 : it has more than 2 million values, with every alias written out",
    ]);
  }
});

test("one large mapping that is merged again and again is gone through no more often than it may be merged", async () => {
  const keys = Array.from({ length: 25_000 }, (_, index) => `k${index}`).join(", ");
  const text = `openapi: 3.1.0\nx: [&a { ${keys} }, { ${"<<: *a, ".repeat(25_000)}b }]\n`;
  const before = process.cpuUsage();
  assert.match((await flawsOf(text, "openapi.yaml")).join(), /^SW0105 /);
  assert.ok(process.cpuUsage(before).user < 10_000_000);
});

test("an alias of what it stands in, or of nothing, is null with a note", async () => {
  const text = "openapi: 3.1.0\nx: &x { y: *x, z: *nothing }\n";
  assert.equal(await flawsOf(text, "openapi.yaml"), [
    "SW1605 client/openapi.yaml:2:12 /x/y: this alias names no complete value before it, and is read as null",
    "SW1605 client/openapi.yaml:2:19 /x/z: this alias names no complete value before it, and is read as null",
  ]);
});

test("tags of other schemas make nothing of what they stand before", async () => {
  const text = `openapi: 3.1.0
x: [!!js/function 'function () {}', !!binary aGVsbG8=, !!timestamp 2020-01-01]
y: !include other.yaml
? [complex]
: key
`;
  const { api, issues } = await readDocument(text, { name: "openapi.yaml" });
  assert.equal(itemsIn(api), ["function () {}", "aGVsbG8=", "2020-01-01"]);
  assert.is(api?.document.root["y"], "other.yaml");
  assert.equal(
    issues.filter((issue) => issue.startsWith("SW1605")).map((issue) => issue.slice("SW1605 client/".length)),
    [
      "openapi.yaml:2:20 /x/0: this tag is not in YAML's core schema, and is ignored",
      "openapi.yaml:2:46 /x/1: this tag is not in YAML's core schema, and is ignored",
      "openapi.yaml:2:68 /x/2: this tag is not in YAML's core schema, and is ignored",
      "openapi.yaml:3:13 /y: this tag is not in YAML's core schema, and is ignored",
      "openapi.yaml:4:3 : a key that is not text is left out",
    ],
  );
});

for (const [name, text, expected] of [
  ["openapi.json", '{ "openapi": }', /^SW0101 client\/openapi\.json:1:14 : not JSON: a value is expected here$/],
  ["openapi.json", "openapi: 3.1.0", /^SW0101 client\/openapi\.json:1:1 : not JSON/],
  ["openapi.json", "[".repeat(100_000), /^SW0103 client\/openapi\.json:1:201 : .* nested more than 200 deep$/],
  ["openapi.yaml", "openapi: [3.1.0", /^SW0104 client\/openapi\.yaml:1:16 : not YAML: unexpected end/],
  ["openapi.yaml", "a: 1\n b: 2", /^SW0104 client\/openapi\.yaml:2:\d+ : not YAML: /],
  ["openapi.yaml", "", /^SW0104 client\/openapi\.yaml:1:1 : not YAML: the file is empty$/],
  ["openapi.yaml", "a: 1\n---\nb: 2", /^SW0104 client\/openapi\.yaml:1:1 : not YAML: it has several documents$/],
  ["openapi.yaml", "[".repeat(100_000), /^SW010[34] client\/openapi\.yaml:1:\d+ : /],
  ["openapi.yaml", `[${"a,".repeat(4_100_000)}]`, /^SW0105 .*: it has more than 2 million values/],
  ["openapi.yaml", "a: b c".repeat(3_000_000), /^SW0105 .*: YAML with more than 16 MiB is not read$/],
] as const) {
  test(`${name} with ${JSON.stringify(text.slice(0, 20))} is one error with its place`, async () => {
    const { api, issues } = await readDocument(text, { name });
    assert.is(api, undefined);
    assert.is(issues.length, 1);
    assert.match(issues[0] ?? "", expected);
  });
}

for (const name of ["openapi.json", "openapi.yaml"]) {
  test(`${name}: nested more than 200 deep, or with keys of more than 8000 characters, is one error with its place`, async () => {
    const deep = `{ "openapi": "3.1.0",\n "x": ${"[".repeat(300)}${"]".repeat(300)} }`;
    const [half, more] = ["b".repeat(5000), "c".repeat(5000)];
    const long = `{ "openapi": "3.1.0",\n "x": { "${half}": { "${more}": [1], "d": 1 } } }`;
    for (const [text, expected] of [
      [deep, /^SW0103 client\/openapi\.\w+:2:\d+ \S* ?: objects and arrays are nested more than 200 deep$/],
      [long, /^SW0105 client\/openapi\.\w+:2:\d+ \/x\/b+: the keys that lead to a value here have more than 8000/],
    ] as const) {
      const { api, issues } = await readDocument(text, { name });
      assert.is(api, undefined);
      assert.is(issues.length, 1);
      assert.match(issues[0] ?? "", expected);
    }
  });
}

test("JSON in a file that is called YAML is read as what it is", async () => {
  assert.equal(await jsonOf("a.yaml", '{ "a": "\\ud83d\\ude00", "b": 1 }'), { a: "😀", b: 1 });
});

test("a document of more than 64 MiB, a folder and a missing file are errors at the definition", async () => {
  const issuesWith = (prepare: (path: string) => unknown) =>
    withFolder(projectWith("", { openapi: "../big.json" }), async (folder) => {
      prepare(join(folder, "client/big.json"));
      return (await readFolder(folder)).issues.join("\n");
    });
  const large = (path: string) => {
    const file = openSync(path, "w");
    ftruncateSync(file, 64 * 1024 * 1024 + 1);
    closeSync(file);
  };
  const start = /^SW0206 client\/providers\/acme\.json:10:14 \/openapi: the OpenAPI document "client\/big\.json" /;
  for (const [prepare, end] of [
    [large, / has more than 64 MiB$/],
    [(path: string) => mkdirSync(path), / is a folder$/],
    [() => {}, / does not exist$/],
  ] as const) {
    const issues = await issuesWith(prepare);
    assert.match(issues, start);
    assert.match(issues, end);
  }
});

test("places are those of keys and values, in JSON and YAML alike", async () => {
  const json = '{\n  "a": [1, { "b c": "x" }],\n  "d": {}\n}';
  const yaml = "a:\n  - 1\n  - 'b c': x\nd: {}\ne:\nf: *none\n";
  for (const [name, text, lines] of [
    [
      "a.json",
      json,
      [
        ["/a/0", "1"],
        ["/a/1/b c", '"x"', '"b c"'],
        ["/d", "{", '"d"'],
        ["/d/gone", "{"],
      ],
    ],
    [
      "a.yaml",
      yaml,
      [
        ["/a/0", "1"],
        ["/a/1/b c", "x", "b c"],
        ["/d", "{", "d"],
        ["/d/gone", "{"],
        ["/e", "", "e"],
        ["/f", "*none", "f"],
      ],
    ],
  ] as const) {
    const { placesOf } = await parseText(name, text);
    const places = placesOf(lines.map(([pointer]) => pointer));
    for (const [pointer, value, key] of lines) {
      const textAt = (target: "key" | "value") => {
        const { offset, length } = places.find(pointer, target);
        return text.slice(offset, offset + length);
      };
      assert.is(textAt("value"), value, `${name} ${pointer}`);
      if (key !== undefined) assert.is(textAt("key"), key, `${name} ${pointer}`);
    }
  }
});

test.run();
