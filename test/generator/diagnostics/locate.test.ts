import { locate } from "#generator/diagnostics/locate.js";
import type { Source, SourceIssue } from "#generator/diagnostics/source.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sourceOf } from "./source.js";

const test = suite("locate");

function issue(source: Source | undefined, pointer: string, more: Partial<SourceIssue> = {}): SourceIssue {
  return { code: "SW0000", severity: "error", message: "wrong", source, pointer, ...more };
}

const acme = sourceOf('{\n  "name": "acme",\r\n  "services": [\n\t{ "id": "a/b", "x~y": 1 }\n  ]\n}');

function placeOf(pointer: string, more: Partial<SourceIssue> = {}): string {
  const [found] = locate([issue(acme, pointer, more)]);
  const { start, end } = found ?? {};
  return `${start?.line}:${start?.column}-${end?.line}:${end?.column}`;
}

test("place: a value, its key, an array's item, escaped segments", () => {
  assert.is(placeOf("/name"), "2:11-2:17");
  assert.is(placeOf("/name", { target: "key" }), "2:3-2:9");
  assert.is(placeOf("/services/0/id"), "4:10-4:15");
  assert.is(placeOf("/services/0/x~0y", { target: "key" }), "4:17-4:22");
});

test("place: an object is its first character, a pointer to nothing its nearest ancestor, none the start", () => {
  assert.is(placeOf(""), "1:1-1:2");
  assert.is(placeOf("/services/0"), "4:2-4:3");
  assert.is(placeOf("/services/0/gone/deeper"), "4:2-4:3");
  assert.is(placeOf("/services/7"), "3:15-3:16");
  assert.equal(locate([issue(undefined, "")])[0]?.start, undefined);
});

test("place: files in the order of their first issue, each from top to bottom", () => {
  const other = sourceOf('{ "a": 1 }');
  const found = locate([issue(acme, "/services"), issue(other, "/a"), issue(acme, "/name")]);
  assert.equal(
    found.map(({ pointer }) => pointer),
    ["/name", "/services", "/a"],
  );
});

test("place: the second place has a line", () => {
  const [found] = locate([issue(acme, "/services/0/id", { related: { pointer: "/name", message: "named" } })]);
  assert.equal(found?.related, { pointer: "/name", message: "named", start: { line: 2, column: 11 } });
});

test("frame: one line, marked, tabs and controls made visible", () => {
  const [found] = locate([issue(acme, "/services/0/id")]);
  assert.equal(found?.frame, { line: 4, text: '  { "id": "a/b", "x~y": 1 }', start: 10, length: 5 });
  const hostile = sourceOf('{ "description": "a\u202e\u2028\u007f\u200bb" }');
  assert.is(
    locate([issue(hostile, "/description")])[0]?.frame?.text,
    '{ "description": "a\\u202e\\u2028\\u007f\\u200bb" }',
  );
});

test("frame: a long line is cut on both sides of the mark", () => {
  const long = sourceOf(`{ "description": "${"x".repeat(500)}", "name": "acme", "id": "${"y".repeat(500)}" }`);
  const frame = locate([issue(long, "/name")])[0]?.frame;
  assert.ok(frame !== undefined && frame.text.length < 150);
  assert.is(frame.text.slice(frame.start, frame.start + frame.length), '"acme"');
});

test("frame: none of a file outside the project, none where it was not wanted, none of an empty file", () => {
  assert.is(locate([issue(sourceOf("{}", "definition", false), "")])[0]?.frame, undefined);
  assert.is(locate([issue(acme, "/name", { framed: false })])[0]?.frame, undefined);
  assert.is(locate([issue(sourceOf(""), "")])[0]?.frame, undefined);
});

test("place: ten thousand issues in one long document all have theirs", () => {
  const many = sourceOf(
    JSON.stringify({ services: Array.from({ length: 10_000 }, (_, id) => ({ id })) }, undefined, 1),
  );
  const found = locate(Array.from({ length: 10_000 }, (_, index) => issue(many, `/services/${index}/id`)));
  assert.is(found.at(-1)?.start?.line, 30_001);
});

test.run();
