import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declarationOf, emit } from "./documents.js";

const test = suite("streams of operations");

const CHUNK = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The members of the one operation whose 200 has these contents, and what goes over the wire for it. */
function streamOf(content: object, schemas: object = {}, version = "3.1.0") {
  const responses = {
    200: { description: "", content },
    400: { description: "", content: { "text/event-stream": {} } },
  };
  const document = { openapi: version, info: {}, paths: { "/x": { post: { responses } } }, components: { schemas } };
  const { module = "", wires = {}, model = "", calls = "" } = emit(document) ?? {};
  const members = declarationOf(module, "PostX").replace(
    /^\{ options: \{\}; answers: .*?; errors: \{[^}]*\}(?:; )?(.*) \}$/,
    "$1",
  );
  const { events, lines } = wires["POST /x"] ?? {};
  return { members: members.replace("event: | ", "event: ").trim(), events, lines, module, model, calls };
}

const events = (schema: object, schemas: object = {}, version?: string) => {
  const { members, events: wire } = streamOf({ "text/event-stream": { schema } }, schemas, version);
  return [members, wire] as const;
};

test("OpenAI: a schema beside JSON is what data holds", () => {
  const {
    members,
    events: wire,
    calls,
  } = streamOf(
    { "application/json": { schema: { type: "string" } }, "text/event-stream": { schema: ref("Chunk") } },
    { Chunk: CHUNK },
  );
  assert.equal([members, wire], ["event: { event: string; data: Chunk; id: string }", "json"]);
  assert.match(calls, "): OperationPromise<Of, Handled>;");
});

test("Mistral: an object with data, and nothing but what events have, is the event", () => {
  const schema = { type: "object", required: ["data"], properties: { data: ref("Chunk") } };
  assert.equal(events(ref("Event"), { Event: schema, Chunk: CHUNK }), [
    "event: { event: string; data: Chunk; id: string }",
    "json",
  ]);
  const named = {
    ...schema,
    required: ["event", "data"],
    properties: { event: { enum: ["a", "b"] }, data: ref("Chunk") },
  };
  assert.equal(events(named, { Chunk: CHUNK }), ['event: { event: "a" | "b"; data: Chunk; id: string }', "json"]);
});

test("assistants: each alternative is an event, but for the one that says that there are no more", () => {
  const event = (name: string, data: object) => ({
    type: "object",
    required: ["event", "data"],
    properties: { event: { type: "string", enum: [name] }, data },
  });
  const schemas = {
    Chunk: CHUNK,
    Thread: event("thread.created", ref("Chunk")),
    Other: { oneOf: [event("a", { type: "number" }), event("b", { type: "string" })] },
    Done: event("done", { type: "string", enum: ["[DONE]"] }),
  };
  const all = { anyOf: [ref("Thread"), ref("Other"), ref("Done")] };
  assert.equal(events(all, schemas, "3.0.3"), [
    'event: { event: "thread.created"; data: Chunk; id: string } | { event: "a"; data: number; id: string } | { event: "b"; data: string; id: string }',
    ["thread.created", "a"],
  ]);
});

test("one alternative that is no event makes all of it data", () => {
  const schemas = { Chunk: CHUNK, Event: { type: "object", properties: { data: { type: "string" } } } };
  assert.equal(events({ oneOf: [ref("Chunk"), ref("Event")] }, schemas), [
    "event: { event: string; data: Chunk | Event; id: string }",
    "json",
  ]);
  const more = { type: "object", properties: { data: { type: "string" }, created: { type: "number" } } };
  assert.equal(events(more), [
    "event: { event: string; data: { data?: string | undefined; created?: number | undefined }; id: string }",
    "json",
  ]);
});

test("data that is text is not parsed; without a schema it is text", () => {
  assert.equal(events({ type: "string" }), ["event: { event: string; data: string; id: string }", undefined]);
  assert.equal(streamOf({ "text/event-stream": {} }).members, "event: { event: string; data: string; id: string }");
  assert.equal(events({}), ["event: { event: string; data: unknown; id: string }", undefined]);
  assert.equal(events({ type: "object" }), [
    "event: { event: string; data: { [key: string]: unknown }; id: string }",
    "json",
  ]);
  assert.equal(events({ type: "array", items: { type: "integer" } }), [
    "event: { event: string; data: number; id: string }",
    "json",
  ]);
});

test("OpenAPI 3.2: itemSchema is the event, contentSchema what its data holds, const narrows", () => {
  const item = {
    type: "object",
    required: ["event"],
    properties: { event: { type: "string" }, data: { type: "string" }, retry: { type: "integer" } },
    oneOf: [
      { properties: { event: { const: "text" } } },
      {
        properties: {
          event: { const: "json" },
          data: { contentMediaType: "application/json", contentSchema: ref("Chunk") },
        },
      },
    ],
  };
  const content = { "text/event-stream": { itemSchema: item } };
  const { members, events: wire } = streamOf(content, { Chunk: CHUNK }, "3.2.0");
  assert.is(members, 'event: { event: "text"; data: string; id: string } | { event: "json"; data: Chunk; id: string }');
  assert.equal(wire, ["json"]);
});

test("JSON Lines: itemSchema, a schema, or the items of a list are the line", () => {
  for (const [type, content] of [
    ["application/jsonl", { itemSchema: ref("Chunk") }],
    ["application/x-ndjson", { schema: ref("Chunk") }],
    ["application/stream+json", { schema: { type: "array", items: ref("Chunk") } }],
    ["application/json-seq", { schema: ref("List") }],
  ] as const) {
    const { members, lines } = streamOf(
      { [type]: content },
      { Chunk: CHUNK, List: { type: "array", items: ref("Chunk") } },
    );
    assert.equal([members, lines], ["line: Chunk", type]);
  }
  assert.is(streamOf({ "application/jsonl": {} }).members, "line: unknown");
});

test("a schema that leads to itself is data", () => {
  const [members] = events(ref("Loop"), { Loop: { oneOf: [ref("Loop"), CHUNK] } });
  assert.match(members, "event: { event: string; data: Loop; id: string }");
});

test("no operation with a stream: nothing is named for it", () => {
  const { members } = streamOf({ "application/json": { schema: CHUNK } });
  // The 400 is no stream that is read.
  assert.is(members, "");
});

test.run();
