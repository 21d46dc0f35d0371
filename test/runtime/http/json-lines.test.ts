import { BodyError, NetworkError, TimeoutError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bytesOf, clientOf, drained, LINES, streaming, until } from "./event-streams.js";

const test = suite("JSON Lines");

async function lines(...chunks: readonly (string | Uint8Array)[]) {
  return drained(clientOf({ chunks, type: "application/x-ndjson" }).client.get("/rows").lines());
}

test("jsonl-split: lines may be split anywhere", async () => {
  assert.equal(await lines('{"a":', '1}\n{"a"', ":2}"), { all: [{ a: 1 }, { a: 2 }] });
});

test("jsonl-blank: empty lines say nothing, and CR is white space", async () => {
  assert.equal(await lines("\r\n1\r\n\n 2 \n"), { all: [1, 2] });
});

test("jsonl-cut: a last line that is not whole is told by its number", async () => {
  const { all, error } = await lines('{"a":1}\n{"a":');
  assert.equal(all, [{ a: 1 }]);
  assert.instance(error, BodyError);
  assert.is((error as BodyError).code, "body-not-json");
  assert.is((error as BodyError).message, "GET /rows of acme answered 200, but line 2 is not JSON");
});

test("jsonl-seq: the sign before a record is left out", async () => {
  const { client } = clientOf({ chunks: ['\x1e{"a":1}\n \x1e{"a":2}\n'], type: "Application/JSON-seq; x=y" });
  assert.equal(await drained(client.get("/rows").lines()), { all: [{ a: 1 }, { a: 2 }] });
});

test("null, false and 0 are values, U+2028 is text, a byte order mark is left out", async () => {
  assert.equal(await lines('\ufeffnull\nfalse\n0\n"\u2028"\n""'), { all: [null, false, 0, "\u2028", ""] });
});

test("every split into two chunks, and byte by byte, gives what JSON.parse gives for each line", async () => {
  const text = '\ufeff{"a":"ř😀\u2028"}\r\n\n[1,\t2]\n"\\n"\n null ';
  const bytes = bytesOf(text);
  const expected = text
    .slice(1)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line));
  for (let at = 0; at <= bytes.length; at += 1)
    assert.equal(await lines(bytes.subarray(0, at), bytes.subarray(at)), { all: expected }, `split at ${at}`);
  assert.equal(await lines(...Array.from(bytes, (byte) => Uint8Array.of(byte))), { all: expected });
});

test("the types of lines, in any case; JSON only where it is declared", async () => {
  const codeFor = async (type: string, streams = {}) => {
    const { client } = clientOf({ chunks: ["1\n2"], type }, {}, { streams });
    const { all, error } = await drained(client.get("/rows").lines());
    return (error as BodyError | undefined)?.code ?? all.length;
  };
  for (const type of [
    "application/jsonl",
    "APPLICATION/X-NDJSON",
    "application/ndjson",
    "application/x-jsonlines",
    "application/json-seq",
    "application/stream+json;a=b",
  ])
    assert.is(await codeFor(type), 2, type);
  assert.is(await codeFor("application/json"), "not-lines");
  assert.is(await codeFor("text/event-stream"), "not-lines");
  assert.is(await codeFor("application/json", { "/rows": { format: "jsonl" } }), 2);
});

test("the client's own parser reads them", async () => {
  const { client } = clientOf(
    { chunks: ["1"], type: "application/jsonl" },
    { parseJson: (text: string) => `<${text}>` },
  );
  assert.equal((await drained(client.get("/rows").lines())).all, ["<1>"]);
});

test("a connection that breaks is a NetworkError behind the lines that came", async () => {
  const { client } = clientOf({ chunks: ["1\n2"], type: "application/jsonl", ends: "cut" });
  const { all, error } = await drained(client.get("/rows").lines());
  assert.equal(all, [1]);
  assert.instance(error, NetworkError);
});

test("a line is as long as it may be, in one chunk or in many", async () => {
  for (const chunks of [["1\n12345678901\n2"], ["1\n123456", "78901", "\n2"]]) {
    const { client } = clientOf({ chunks, type: "application/jsonl" }, { maxEventBytes: 10 });
    const { all, error } = await drained(client.get("/rows").lines());
    assert.equal(all, [1]);
    assert.is((error as BodyError).code, "event-too-large");
  }
});

test("they have an idle timeout: the client's, or their own", async () => {
  const ask = async (options: object, own: object) => {
    const { client } = clientOf({ chunks: ["1\n"], type: "application/jsonl", ends: "open" }, options);
    return (await drained(client.get("/rows").lines(own))).error;
  };
  assert.instance(await ask({ idleTimeout: 5 }, {}), TimeoutError);
  assert.instance(await ask({}, { idleTimeout: 5 }), TimeoutError);
});

test("`break` closes the connection, and the loop's own time does not count", async () => {
  await streaming(
    LINES,
    (response) => response.write("1\n2\n"),
    async (client, server) => {
      for await (const value of client.get("/rows").lines<number>()) if (value === 2) break;
      assert.ok(await until(() => server.closed() === 1));
    },
  );
});

test.run();
