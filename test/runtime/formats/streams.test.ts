import { normalizeProvider } from "#runtime/formats/normalize-provider.js";
import { parseProvider } from "#runtime/formats/parse-provider.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("streams of definitions");

const parse = (streams: unknown) =>
  parseProvider({
    name: "acme",
    services: [{ id: "default", baseUrl: "https://api.acme.example" }],
    defaultService: "default",
    streams,
  });

test("all that can be said is kept, in the order in which it is written", () => {
  const streams = {
    "POST /chat/**": { done: "[DONE]", error: { data: "/error" } },
    "/events": { error: { event: "error" }, resume: true },
    "POST /responses": { resume: { query: "starting_after", from: "/sequence_number" } },
    "/**": { format: "jsonl" },
  };
  const { value, issues } = parse(streams);
  assert.equal(issues, []);
  const definition = value && normalizeProvider(value);
  assert.equal(definition?.streams, streams);
  assert.equal(Object.keys(definition?.streams ?? {}), Object.keys(streams));
  const none = parse({}).value;
  assert.is(none && normalizeProvider(none).streams, undefined);
});

for (const [streams, said] of [
  [[], '"streams": expected an object: rules by operation, as in { "POST /chat/**": { "done": "[DONE]" } }'],
  [{ chat: {} }, 'is not an operation such as "POST /chat/**" or "/events"'],
  [{ "/x": { done: "" } }, 'expected the data of the last event, such as "[DONE]"'],
  [{ "/x": { end: "x" } }, 'unknown key "end"'],
  [{ "/x": { format: "json" } }, 'expected "jsonl"'],
  [{ "/x": { error: "/error" } }, 'expected { "event": "error" } or { "data": "/error" }'],
  [{ "/x": { error: { data: "error" } } }, 'expected a place such as "/error"'],
  [{ "/x": { error: {} } }, 'an error has either "event" or "data"'],
  [{ "/x": { error: { event: "a", data: "/b" } } }, 'an error has either "event" or "data"'],
  [{ "/x": { resume: false } }, "expected true, or an object"],
  [{ "/x": { resume: { query: "after" } } }, 'has no "from"'],
] as const)
  test(`one mistake is one error: ${JSON.stringify(streams)}`, () => {
    const { issues } = parse(streams);
    assert.is(issues.length, 1, JSON.stringify(issues));
    assert.match(issues[0]?.message ?? "", said);
  });

test.run();
