// 10,000 random event streams, in chunks of random sizes: what a client gives out is what eventsource-parser does, with three
// exceptions in which that one departs from the HTML standard. Usage: node run.mjs [count] [seed]
import assert from "node:assert/strict";
import { bindProvider } from "@sdkwright/runtime/generated";
import { createParser } from "eventsource-parser";

const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);
let state = seed;
/** A whole number below `below`. */
const random = (below) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];

const definition = {
  name: "acme",
  defaultService: "default",
  services: { default: { baseUrl: "https://api.acme.example" } },
  securitySchemes: {},
};

const VALUES = [
  "",
  " ",
  "  two",
  "a",
  "a:b",
  ": x",
  '{"a":1}',
  "ř😀",
  "\u2028",
  "\ufeff",
  "\0",
  "x\0y",
  "[DONE]",
  "50",
  "1e3",
];
const FIELDS = ["data", "data", "data", "data", "event", "id", "retry", "", "foo", "Data", "data ", " data"];

function randomStream() {
  const end = pick([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]]);
  const lines = Array.from({ length: 1 + random(14) }, () => {
    if (random(3) === 0) return "";
    const field = pick(FIELDS);
    return random(8) === 0 ? field : `${field}:${pick(["", " "])}${pick(VALUES)}`;
  });
  const text = lines.map((line) => line + pick(end)).join("");
  return (random(6) === 0 ? "\ufeff" : "") + text + (random(3) === 0 ? "data: torn" : "");
}

/** How often each exception was met. */
const met = {
  "ids of events without data, and of those before": 0,
  "a CR at the end of a chunk": 0,
  "a byte order mark": 0,
};

for (let number = 0; number < count; number += 1) {
  const text = randomStream();
  const bytes = new TextEncoder().encode(text);
  const chunks = [];
  for (let at = 0; at < bytes.length;) {
    const size = pick([1, 2, 3, 7, bytes.length]);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  const ours = await eventsOf(chunks);
  const theirs = parsedByOracle(text, chunks);
  const shown = JSON.stringify({ number, text, sizes: chunks.map(({ length }) => length) });
  assert.deepEqual(
    ours.map(({ event, data }) => ({ event, data })),
    theirs.map(({ event = "message", data }) => ({ event, data })),
    shown,
  );
  ours.forEach(({ id }, index) => {
    if (theirs[index].id !== undefined) assert.equal(id, theirs[index].id, shown);
    else if (id !== "") met["ids of events without data, and of those before"] += 1;
  });
}
for (const [exception, times] of Object.entries(met)) assert.ok(times > 0 || count < 1000, `never met: ${exception}`);
console.log(`eventsource-parser: ${count} streams alike; exceptions: ${JSON.stringify(met)}`);

async function eventsOf(chunks) {
  const left = [...chunks];
  const pull = (controller) => (left.length > 0 ? controller.enqueue(left.shift()) : controller.close());
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const events = [];
  for await (const event of bindProvider(definition, {}, { fetch }).get("/").events()) events.push(event);
  return events;
}

function parsedByOracle(text, chunks) {
  const events = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  // It knows a byte order mark only as three characters.
  const hasMark = text.startsWith("\ufeff");
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let isFirst = hasMark;
  for (const chunk of chunks) {
    let part = decoder.decode(chunk, { stream: true });
    if (isFirst && part !== "") [part, isFirst] = [part.slice(1), false];
    parser.feed(part);
  }
  if (hasMark) met["a byte order mark"] += 1;
  // An event that ends in a CR at the end of a chunk comes with the next end of a line.
  const before = events.length;
  parser.feed(":\n");
  if (events.length > before) met["a CR at the end of a chunk"] += 1;
  return events;
}
