import { HttpError, RedirectError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";
import { usualForms } from "./canary-report.js";

const test = suite("masking by exact match");

/** With whatever the writings treat in a way of their own. */
const SECRETS = [
  "simple-secret-4711",
  `p"a<s'>s&w/o+r=d`,
  "%41%2Fliteral&amp;x",
  "päßwörd-\u{1f511}",
  "b64->?>?/~~~~>>>???",
];

/** What an error keeps of an answer that says `text`, where the caller gave `options`. */
async function textOf(text: string | Uint8Array<ArrayBuffer>, options: object, more: object = {}): Promise<string> {
  const fetch = async (): Promise<Response> => new Response(text, { status: 422 });
  const error = await rejection(
    acmeClient("https://a.test", { fetch, ...more }).post("/x/{id}", { params: { id: 1 }, ...options }),
    HttpError,
  );
  return error.text;
}

for (const [at, name] of ["as it is", "in JSON", "percent-encoded", "as a form", "in HTML", "in base64"].entries())
  test(`a secret that is written ${name} is masked, and nothing beside it`, async () => {
    for (const secret of SECRETS) {
      const said = `you sent [${usualForms(secret)[at]?.replace(/=+$/, "")}], an ordinary word`;
      const shown = await textOf(said, { json: { password: secret } });
      // The last character of base64 may hold a part of its neighbour.
      assert.match(shown, /^you sent \[\*\*\*.?\], an ordinary word$/, secret);
    }
  });

test("in base64 at each of its three offsets, in either alphabet", async () => {
  for (const secret of SECRETS)
    for (const before of ["", "a", "ab", "user:"])
      for (const form of ["base64", "base64url"] as const) {
        const shown = await textOf(Buffer.from(`${before}${secret}zz`).toString(form), { json: { password: secret } });
        assert.match(shown, "***");
        assert.ok(shown.length <= before.length * 2 + 12, `${before}: ${shown}`);
      }
});

test("JSON as PHP writes it, percents in small letters, quotes in HTML as Python writes them", async () => {
  const secret = `p'ath/to é`;
  for (const written of [String.raw`p'ath\/to é`, "p'ath%2fto%20%c3%a9", "p&#x27;ath/to é"])
    assert.is(await textOf(`<${written}>`, { json: { password: secret } }), "<***>");
});

test("the longest is masked first; five characters are ordinary text", async () => {
  const json = { password: "secret-1", token: "secret-1-and-more", pwd: "12345" };
  assert.is(await textOf("secret-1-and-more, secret-1, 12345", { json }), "***, ***, 12345");
});

/** Every place of a request in which a caller gives a value under a sensitive name. */
const PLACES: { readonly [what: string]: object } = {
  "a parameter": { params: { id: 1 } },
  "a header": { headers: { "x-api-token": "given-secret" } },
  "what follows a scheme": { headers: { "x-authorization": "Custom given-secret" } },
  "a cookie": { headers: { cookie: "theme=dark; sid=given-secret" } },
  "a query": { query: { access_token: "given-secret" } },
  "a form": { form: { client_secret: "given-secret", grant: "ordinary" } },
  "a part": { multipart: { "client secret": ["given-secret"], note: "ordinary" } },
  JSON: { json: { grant: "ordinary", inner: [{ password: "given-secret" }] } },
  "JSON below a name": { json: { credentials: { user: [{ a: "given-secret" }] } } },
};

for (const [what, options] of Object.entries(PLACES).slice(1))
  test(`under a sensitive name, ${what}: masked, and nothing else`, async () => {
    assert.is(await textOf("you sent given-secret, an ordinary word", options), "you sent ***, an ordinary word");
  });

test("a parameter, a number and a list under a sensitive name", async () => {
  const fetch = async (): Promise<Response> => new Response("87654321, tok-abcdef123, 123456789", { status: 422 });
  const json = { password: 123_456_789, access_token: ["tok-abcdef123"] };
  const call = acmeClient("https://a.test", { fetch }).post("/x/{passcode}", {
    params: { passcode: 87_654_321 },
    json,
  });
  assert.is((await rejection(call, HttpError)).text, "***, ***, ***");
});

const words = (text: string): string[] => text.trim().split(/\s+/);
const SENSITIVE = words(`
  authorization x-api-key apiKey api_key access_token accessToken client_secret clientSecret password userPassword passwd
  pass user_pass pwd passphrase passcode jwt idJwt x-bearer otp user_otp x-hmac-sha256 credentials sig x_sig session sessionId
  private_key x-auth-token cookie
`);
const ORDINARY = words(`
  max_tokens token_type author authorName passenger compass bypass design signal keyword keyboard snapshotPath description
  monkey assign config
`);

test("which names are sensitive, and which are not", async () => {
  const value = "one-of-both-kinds";
  for (const [names, shown] of [
    [SENSITIVE, "you sent ***"],
    [ORDINARY, `you sent ${value}`],
  ] as const)
    for (const name of names) assert.is(await textOf(`you sent ${value}`, { json: { [name]: value } }), shown, name);
});

test("the body is parsed first: what is masked in it stays JSON, with names and numbers that are secrets", async () => {
  const body = { "given-secret": 1, pin: 123_456, list: ["is given-secret"], n: 1 };
  const fetch = async (): Promise<Response> => Response.json(body, { status: 422 });
  const json = { password: "given-secret", pin: 123_456 };
  const error = await rejection(acmeClient("https://a.test", { fetch }).post("/x", { json }), HttpError);
  assert.equal(error.body, { "***": 1, pin: "***", list: ["is ***"], n: 1 });
});

test("in headers, the reason phrase and the request id too", async () => {
  const fetch = async (): Promise<Response> =>
    new Response("", {
      status: 422,
      statusText: "No given-secret",
      headers: { "x-request-id": "of given-secret", "x-echo": "given-secret" },
    });
  const error = await rejection(
    acmeClient("https://a.test", { fetch }).post("/x", { json: { password: "given-secret" } }),
    HttpError,
  );
  assert.is(error.message, "POST /x of acme answered 422 No ***");
  assert.equal([error.requestId, error.headers.get("x-echo")], ["of ***", "***"]);
});

test("the cut end of what was read has no beginning of a secret", async () => {
  for (const left of [1, 5, 17]) {
    const said = `${"x".repeat(100 - left)}given-secret-of-18`;
    assert.is(
      await textOf(said, { json: { password: "given-secret-of-18" } }, { maxErrorBytes: 100 }),
      "x".repeat(100 - left),
    );
  }
});

test("in the charset that an answer names", async () => {
  const secret = "päßwörd-4711";
  const headers = { "content-type": "text/plain; charset=ISO-8859-1" };
  const fetch = async () =>
    new Response(Uint8Array.from(Buffer.from(`<${secret}>`, "latin1")), { status: 500, headers });
  const error = await rejection(
    acmeClient("https://a.test", { fetch }).post("/x", { json: { password: secret } }),
    HttpError,
  );
  assert.is(error.text, "<***>");
});

test("both halves of an `authorization: Basic` of a client's scheme, and the pair", async () => {
  const credentials = { basic: { username: "alice-user", password: "basic-secret" } };
  const said = `alice-user basic-secret ${btoa("alice-user:basic-secret")}`;
  assert.is(await textOf(said, { security: "basic" }, { credentials }), "*** *** ***");
});

test("redir-query-key: a Location to another origin that repeats a secret is a RedirectError, in each writing", async () => {
  const secret = `p"a<s'>s&w/o+r=d`;
  for (const written of usualForms(secret)) {
    const location = `https://evil.test/?k=${written.replaceAll(/["<> ]/g, encodeURIComponent)}`;
    const fetch = async () => new Response(null, { status: 302, headers: { location } });
    const client = acmeClient("https://a.test", { fetch, crossOriginRedirects: "follow-anonymous" });
    const error = await rejection(client.get("/x", { query: { token: secret } }), RedirectError);
    assert.is(error.code, "redirect-secret", written);
  }
});

test("`redact` gets every text that we have masked, and what it gives is shown", async () => {
  const seen: string[] = [];
  const redact = (text: string): string => (seen.push(text), text.replaceAll("card-4111", "[card]"));
  const fetch = async () =>
    Response.json({ message: "no card-4111 of given-secret" }, { status: 422, headers: { "x-echo": "card-4111" } });
  const client = acmeClient("https://a.test", { fetch, redact });
  const error = await rejection(client.post("/x", { json: { password: "given-secret" } }), HttpError);
  assert.is(error.message, "POST /x of acme answered 422: no [card] of ***");
  assert.equal([error.body, error.headers.get("x-echo")], [{ message: "no [card] of ***" }, "[card]"]);
  assert.not.match(seen.join(), "given-secret");
});

test("a `redact` that throws, or gives no text, drops what it was given", async () => {
  for (const redact of [() => undefined as never, () => JSON.parse("{") as string])
    assert.is(await textOf("said", {}, { redact }), "***");
});

test("`errorBodies: false` keeps neither the body nor its sentence", async () => {
  const fetch = async () => Response.json({ message: "of a patient" }, { status: 422, statusText: "Unprocessable" });
  const error = await rejection(acmeClient("https://a.test", { fetch, errorBodies: false }).get("/x"), HttpError);
  assert.is(error.message, "GET /x of acme answered 422 Unprocessable");
  assert.equal([error.body, error.text, error.truncated], ["", "", false]);
});

test("what a request's options have that throws does not take the place of what happened", async () => {
  const json = { get password(): string { throw new Error("gone"); }, toJSON: () => ({}) }; // prettier-ignore
  const shown = await textOf("said", { json });
  assert.is(shown, "");
});

test.run();
