import { RequestError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, recordingFetch, rejection } from "../acme.js";

const test = suite("half a surrogate pair is refused, not sent as another character");

const styled = {
  "POST /typed/{list}": {
    params: { list: {} },
    query: { flat: { explode: false }, deep: { style: "deepObject" }, json: { content: "text/plain" } },
    form: { plain: {}, styled: { style: "pipeDelimited", explode: false } },
    multipart: { plain: {}, styled: { style: "form", explode: false }, typed: { contentType: "text/plain" } },
  },
} as const;

const TYPED = "/typed/{list}";

/** What holds a text, or has it for a name. */
const places: { readonly [what: string]: (text: string) => readonly [path: string, options: object] } = {
  "a path": (text) => [`/x${text}`, {}],
  "a query in a path": (text) => [`/x?a=${text}`, {}],
  "a value of a path": (text) => ["/{id}", { params: { id: text } }],
  "a query": (text) => ["/x", { query: { a: text } }],
  "a list in a query": (text) => ["/x", { query: { a: ["ok", text] } }],
  "a name in a query": (text) => ["/x", { query: { [text]: "a" } }],
  "a form": (text) => ["/x", { form: { a: text } }],
  "a name in a form": (text) => ["/x", { form: { [text]: "a" } }],
  "a part": (text) => ["/x", { multipart: { a: text } }],
  "a part's name": (text) => ["/x", { multipart: { [text]: "a" } }],
  "a file's name as a part": (text) => ["/x", { multipart: { [text]: new Blob(["a"]) } }],
  "a text as body": (text) => ["/x", { body: text }],
  "a typed path": (text) => [TYPED, { params: { list: [text] } }],
  "a typed query": (text) => [TYPED, { query: { flat: ["a", text] } }],
  "a typed query's names": (text) => [TYPED, { query: { deep: { [text]: 1 } } }],
  "a typed query as text": (text) => [TYPED, { query: { json: text } }],
  "a query beside typed ones": (text) => [TYPED, { query: { flat: ["a"], other: text } }],
  "a typed field": (text) => [TYPED, { form: { plain: text } }],
  "a typed field with a style": (text) => [TYPED, { form: { styled: ["a", text] } }],
  "a field beside typed ones": (text) => [TYPED, { form: { plain: "a", [text]: "a" } }],
  "a typed part": (text) => [TYPED, { multipart: { plain: text } }],
  "a typed part with a type": (text) => [TYPED, { multipart: { typed: text } }],
  "a typed part with a style": (text) => [TYPED, { multipart: { styled: { [text]: "a" } } }],
  "a part beside typed ones": (text) => [TYPED, { multipart: { plain: "a", other: text } }],
  "its name": (text) => [TYPED, { multipart: { plain: "a", [text]: "a" } }],
};

/** An error for a half, and what is sent of a whole one. */
for (const [what, make] of Object.entries(places)) {
  test(what, async () => {
    const { fetch, sent } = recordingFetch();
    const acme = acmeClient("https://a.test", { fetch }, { operations: styled });
    const post = async (text: string): Promise<unknown> => {
      const [path, options] = make(text);
      const filled = path === TYPED ? { params: { list: ["1"] }, ...options } : options;
      return acme.post<string>(path, filled);
    };
    for (const half of ["x\ud800y", "\udfff", "\udc00\ud800"]) {
      const { code } = await rejection(post(half), RequestError);
      assert.match(code, /^bad-(?:path|parameter|field|body)$/);
    }
    assert.is(sent.length, 0);
    await post("\u{1f600}");
    assert.match(`${sent[0]?.url} ${sent[0]?.body}`, /%F0%9F%98%80|\u{1f600}/u);
  });
}

test("in `json` it is sent as what it is: JSON has an escape for it", async () => {
  const { fetch, sent } = recordingFetch();
  await acmeClient("https://a.test", { fetch }).post("/x", { json: { a: "\ud800" } });
  assert.is(sent[0]?.body, '{"a":"\\ud800"}');
});

test.run();
