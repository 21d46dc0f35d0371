import type { OperationWire } from "@sdkwright/runtime/generated/operations";

/** What callers send under a name that says what it is; it needs escapes wherever something does. */
export const SECRET = `hunter2/"very"+sécret`;

/** Operations that write objects, each in a way of its own. */
export const WIRES: { readonly [operation: string]: OperationWire } = {
  "POST /login": {
    multipart: { login: {}, listed: { style: "form", explode: false } },
    query: { filter: { content: "application/json" }, flat: { explode: false }, deep: { style: "deepObject" } },
    headers: { "X-Login": {}, "X-Json": { content: "application/json" } },
    form: { login: {}, listed: { style: "pipeDelimited", explode: false } },
  },
  "POST /l/{login}": { params: { login: {} } },
  "POST /m/{;login*}": { params: { login: { style: "matrix", explode: true } } },
};

const login = { password: SECRET };
const json = JSON.stringify(login);
const xml = (text: string): string => text.replaceAll(/[<>&"]/g, (mark) => `&#${String(mark.charCodeAt(0))};`);
const related = { "content-type": "multipart/related; boundary=b" };
const blob = (text: string): Blob => new Blob([text], { type: "application/json" });

/** Path and options of a POST that has {@link SECRET} in it. */
export type Sent = readonly [path: string, options: object];

/** By operations, which are the runtime's to write. */
export const typed: { readonly [what: string]: Sent } = {
  "an object as a part": ["/login", { multipart: { login } }],
  "an object as a part with a style": ["/login", { multipart: { listed: login } }],
  "a query as JSON": ["/login", { query: { filter: login } }],
  "a query that is not exploded": ["/login", { query: { flat: login } }],
  "JSON within a query": ["/login", { query: { flat: { user: { inner: login } } } }],
  "a deep query": ["/login", { query: { deep: { sid: { a: SECRET } } } }],
  "a header": ["/login", { headers: { "X-Login": login } }],
  "a header as JSON": ["/login", { headers: { "X-Json": login } }],
  "an object as a field": ["/login", { form: { login } }],
  "a field with a style": ["/login", { form: { listed: login } }],
  "a path": ["/l/{login}", { params: { login } }],
  "a path with names": ["/m/{;login*}", { params: { login } }],
};

/** Whoever writes it, with a name for it somewhere within the body. */
export const untyped: { readonly [what: string]: Sent } = {
  "JSON as a part, a Blob": ["/x", { multipart: { login: blob(json) } }],
  "JSON as a part, a text": ["/x", { multipart: { login: json } }],
  "JSON in a field": ["/x", { form: { payload: json } }],
  "JSON in a query": ["/x", { query: { payload: json } }],
  "JSON in a parameter": ["/x/{payload}", { params: { payload: json } }],
  "JSON in JSON": ["/x", { json: { payload: json } }],
  "JSON in JSON in JSON": ["/x", { json: { payload: JSON.stringify({ list: [json] }) } }],
  "JSON in a secret": ["/x", { json: { credentials: JSON.stringify({ user: "u", pin: SECRET }) } }],
  "JSON in JSON on each line": ["/x", { body: `{"a":1}\n${JSON.stringify({ payload: json })}\n` }],
  "a form in JSON": ["/x", { json: { payload: `user=u&${String(new URLSearchParams(login))}` } }],
  "a URL in JSON": ["/x", { json: { callback: `https://x.example/cb?page=1&token=${encodeURIComponent(SECRET)}` } }],
  "the first of a URL": ["/x", { json: { callback: `https://x.example/cb?token=${encodeURIComponent(SECRET)}#top` } }],
  "a fragment": ["/x", { json: { callback: `https://x.example/#access_token=${encodeURIComponent(SECRET)}` } }],
  "a URL in text": ["/x", { json: { note: `see https://x.example/?sig=1&token=${encodeURIComponent(SECRET)} now` } }],
  "user info in JSON": ["/x", { json: { url: `https://user-name:${encodeURIComponent(SECRET)}@x.example/` } }],
  "a user alone": ["/x", { form: { remote: `https://${encodeURIComponent(SECRET)}@x.example/` } }],
  "a name beside its value": ["/x", { json: { fields: [{ name: "password", value: SECRET }] } }],
  "a name after its value": ["/x", { json: { fields: [{ Value: SECRET, Key: "password" }] } }],
  "a name beside an object": ["/x", { json: { attributes: [{ key: "api.token", value: { stringValue: SECRET } }] } }],
  "a name beside its value in a field": ["/x", { form: { list: JSON.stringify([{ name: "password", value: SECRET }]) } }], // prettier-ignore
  "a pair in a list": ["/x", { json: { headers: [["x-api-key", SECRET]] } }],
  "a JSON patch": ["/x", { json: [{ op: "replace", path: "/user/password", value: SECRET }] }],
  "XML in XML": ["/x", { body: `<soap><arg>${xml(`<l><password>${xml(SECRET)}</password></l>`)}</arg></soap>` }],
  "JSON in XML": ["/x", { body: `<soap><arg>${xml(json)}</arg></soap>` }],
  "JSON in an attribute": ["/x", { body: `<soap arg="${xml(json)}"/>` }],
  "XML with a mark in a quote": ["/x", { body: `<password note="a>b">${xml(SECRET)}</password>` }],
  "JSON that a header calls parts": ["/x", { json: login, headers: related }],
  "a text that a header calls parts, with its boundary": ["/x", { body: `${json} --b`, headers: related }],
  "parts without a name": [
    "/x",
    { body: `--b\r\ncontent-type: application/json\r\n\r\n${json}\r\n--b--`, headers: related },
  ],
  "a part whose name has no quotes": ["/x", { body: `--b\r\ncontent-disposition: form-data; name=password\r\n\r\n${SECRET}\r\n--b--`, headers: related }], // prettier-ignore
  "XML with a prefix of other letters": ["/x", { body: `<ä:password>${xml(SECRET)}</ä:password>` }],
  "JSON on a line after one that is none": ["/x", { body: `null\n{"password":[${JSON.stringify(SECRET)}]}\n` }],
  "user info in a URL in a URL": ["/x", { json: { cb: `https://a.example/?next=${encodeURIComponent(`https://u:${encodeURIComponent(SECRET)}@h.example/`)}` } }], // prettier-ignore
  "user info in a URL in a URL in a URL": ["/x", { query: { next: `https://a.example/?next=${encodeURIComponent(`https://b.example/?next=${encodeURIComponent(`https://u:${encodeURIComponent(SECRET)}@h.example/`)}`)}` } }], // prettier-ignore
  "user info in JSON as PHP writes it": ["/x", { form: { payload: `{"cb":"https:\\/\\/u:${encodeURIComponent(SECRET)}@h.example\\/"}` } }], // prettier-ignore
  "user info in XML as Mustache writes it": ["/x", { form: { payload: `<u>https:&#x2F;&#x2F;u:${encodeURIComponent(SECRET)}@h.example</u>` } }], // prettier-ignore
  "a scheme before it": ["/x", { json: { authorization: `Bearer ${SECRET}` } }],
};
