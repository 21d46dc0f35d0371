import { RequestError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { type PartWire } from "@sdkwright/runtime/generated";
import type { ProviderClient } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, rejection } from "../acme.js";

const test = suite("parts of multipart bodies");

const PARTS: { readonly [name: string]: PartWire } = {
  meta: {},
  rows: {},
  note: { contentType: "text/markdown" },
  image: { contentType: "image/png", headers: { "X-Part": "1" } },
  tags: { style: "form", explode: false },
  filter: { style: "deepObject" },
};

/** Bodies as they went to `fetch`. */
function upload(parts = PARTS): { readonly api: ProviderClient; readonly sent: Response[] } {
  const sent: Response[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent.push(new Response(init?.body as Uint8Array<ArrayBuffer>, { headers: new Headers(init?.headers) }));
    return new Response("{}");
  };
  const definition = acme("https://acme.example", { operations: { "POST /files": { multipart: parts } } });
  return { api: bindProvider(definition, {}, { fetch }), sent };
}

/** Heads and contents, without the boundary. */
async function partsIn(sent: Response | undefined): Promise<string[]> {
  const boundary = /boundary=(\S+)/.exec(sent?.headers.get("content-type") ?? "")?.[1] ?? "none";
  const text = (await sent?.text()) ?? "";
  assert.ok(text.endsWith(`--${boundary}--\r\n`), text);
  return text
    .split(`--${boundary}\r\n`)
    .slice(1)
    .map((part) => part.replace(`--${boundary}--\r\n`, "").replace(/\r\n$/, ""));
}

const DISPOSITION = "Content-Disposition: form-data; name=";

test("K16: a list that is joined is one part", async () => {
  const { api, sent } = upload({
    tags: { explode: false, delimiters: "," },
    rows: { explode: false, delimiters: "|," },
  });
  await api.post("/files", { multipart: { tags: ["a", "b,c", 1], rows: [[1, 2], [3]] } as never });
  assert.equal(await partsIn(sent[0]), [`${DISPOSITION}"tags"\r\n\r\na,b,c,1`, `${DISPOSITION}"rows"\r\n\r\n1,2|3`]);
});

test("objects are JSON, lists repeat the part, files have their name and type", async () => {
  const { api, sent } = upload();
  const multipart = {
    meta: { a: 1 },
    rows: [{ b: 1 }, "plain", null],
    note: ["# x", { a: 1 }],
    image: [new Blob(["png"]), new File(["gif"], 'a"b.gif', { type: "image/gif" })],
    other: ["x", 2],
    file: new Blob(["?"]),
    none: undefined,
  };
  await api.post("/files", { multipart: multipart as never });
  assert.equal(await partsIn(sent[0]), [
    `${DISPOSITION}"meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}`,
    `${DISPOSITION}"rows"\r\nContent-Type: application/json\r\n\r\n{"b":1}`,
    `${DISPOSITION}"rows"\r\n\r\nplain`,
    `${DISPOSITION}"note"\r\nContent-Type: text/markdown\r\n\r\n# x`,
    `${DISPOSITION}"note"\r\nContent-Type: application/json\r\n\r\n{"a":1}`,
    `${DISPOSITION}"image"; filename="blob"\r\nContent-Type: image/png\r\nX-Part: 1\r\n\r\npng`,
    `${DISPOSITION}"image"; filename="a%22b.gif"\r\nContent-Type: image/gif\r\nX-Part: 1\r\n\r\ngif`,
    `${DISPOSITION}"other"\r\n\r\nx`,
    `${DISPOSITION}"other"\r\n\r\n2`,
    `${DISPOSITION}"file"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n?`,
  ]);
});

test("the platform reads it as the same form", async () => {
  const { api, sent } = upload();
  await api.post("/files", { multipart: { meta: { a: "ü" } as never, 'na"me': "v", image: new File(["x"], "x.png") } });
  const form = (await sent[0]?.formData()) ?? new FormData();
  assert.equal(Array.from(form.keys()), ["meta", 'na"me', "image"]);
  assert.is(form.get("meta"), '{"a":"ü"}');
  assert.is((form.get("image") as File).name, "x.png");
});

test("parts by a style, with nothing encoded", async () => {
  const { api, sent } = upload();
  await api.post("/files", { multipart: { tags: ["a b", "c"], filter: { a: { b: 1 } } as never } });
  assert.equal(await partsIn(sent[0]), [`${DISPOSITION}"tags"\r\n\r\na b,c`, `${DISPOSITION}"filter[a][b]"\r\n\r\n1`]);
});

test("a body without such a part, or a FormData, is written as a form", async () => {
  const { api, sent } = upload();
  const form = new FormData();
  form.append("meta", "text");
  await api.post("/files", { multipart: form });
  await api.post("/files", { multipart: { other: "x" } });
  assert.equal(await Promise.all(sent.map(partsIn)), [
    [`${DISPOSITION}"meta"\r\n\r\ntext`],
    [`${DISPOSITION}"other"\r\n\r\nx`],
  ]);
});

test("line breaks are a form's, whatever the operation says, but in texts with a content type", async () => {
  const text = "a\nb\rc\r\nd";
  const formed = "a\r\nb\r\nc\r\nd";
  const { api, sent } = upload();
  await api.post("/files", {
    multipart: { rows: [text, { a: "\n" }], tags: [text], note: text, "x\ny": text } as never,
  });
  assert.equal(await partsIn(sent[0]), [
    `${DISPOSITION}"rows"\r\n\r\n${formed}`,
    `${DISPOSITION}"rows"\r\nContent-Type: application/json\r\n\r\n{"a":"\\n"}`,
    `${DISPOSITION}"tags"\r\n\r\n${formed}`,
    `${DISPOSITION}"note"\r\nContent-Type: text/markdown\r\n\r\n${text}`,
    `${DISPOSITION}"x%0D%0Ay"\r\n\r\n${formed}`,
  ]);
});

test("what cannot be a part is a RequestError", async () => {
  const { api, sent } = upload();
  const calls = [
    { multipart: { meta: {}, other: {} } },
    { multipart: { meta: 1n } },
    { multipart: { meta: {} }, headers: { "Content-Type": "multipart/form-data" } },
    { multipart: { meta: {} }, json: {} },
  ];
  for (const call of calls) await rejection(api.post("/files", call as never), RequestError);
  assert.is(sent.length, 0);
});

test("bytes and what JSON would empty are no part; a message says what to give", async () => {
  const { api, sent } = upload();
  for (const bytes of [
    new Uint8Array([1, 2]),
    new ArrayBuffer(2),
    Buffer.from("x"),
    new DataView(new ArrayBuffer(1)),
  ]) {
    for (const multipart of [{ image: bytes }, { meta: [bytes] }]) {
      const error = await rejection(api.post("/files", { multipart: multipart as never }), RequestError);
      assert.match(error.message, /of `multipart` is bytes: pass a Blob or a File/);
    }
  }
  for (const lost of [
    new Map([["a", 1]]),
    Promise.resolve(1),
    new ReadableStream(),
    { f: new Blob(["x"]) },
    [new Set()],
  ]) {
    const error = await rejection(api.post("/files", { multipart: { meta: lost as never } }), RequestError);
    assert.equal([error.code, /"meta" of `multipart` has values that JSON/.test(error.message)], ["bad-field", true]);
  }
  assert.is(sent.length, 0);
});

test.run();
