import { inspect } from "node:util";
import { ConfigurationError, HttpError, RedirectError, SdkError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated/digest";
import { operations } from "@sdkwright/runtime/generated/operations";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { copyData } from "#runtime/config/copy-data.js";
import { scrub } from "#runtime/wire/scrub.js";
import { withServer } from "../../server.js";
import { acme, acmeClient, rejection } from "../acme.js";

const test = suite("12.8: secrets in what a server says");

type Writer = (text: string) => string;

const replaced =
  (marks: Readonly<Record<string, string>>): Writer =>
  (text) =>
    Array.from(text, (character) => marks[character] ?? character).join("");

/** The usual ways in which servers write what they got. */
const writings: { readonly [name: string]: Writer } = {
  "as it is": (text) => text,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON as PHP writes it": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll("/", String.raw`\/`),
  "JSON as Python writes it": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  percent: encodeURIComponent,
  "percent in small letters": (text) => encodeURIComponent(text).replaceAll(/%../g, (octet) => octet.toLowerCase()),
  "a form": (text) => new URLSearchParams([["", text]]).toString().slice(1),
  HTML: replaced({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }),
  "HTML as Python writes it": replaced({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" }),
};

/** With whatever those writings treat in a way of their own. */
const secrets = [
  "simple-secret-4711",
  `p"a<s'>s&w/o+r=d`,
  String.raw`back\slash\name`,
  "%41%2Fliteral&amp;x",
  "päßwörd-\u{1f511}",
  "päwörd with späce",
  "b64->?>?/~~~~>>>???",
];

for (const [name, write] of Object.entries(writings)) {
  test(`12.8: ${name}`, () => {
    for (const secret of secrets)
      for (const [before, after] of [
        ["<", ">"],
        ['{"key":"', '"}'],
        ["key=", "&x=1"],
      ] as const)
        assert.is(scrub(`${before}${write(secret)}${after}`, new Set([secret])), `${before}***${after}`);
  });
}

for (const form of ["base64", "base64url"] as const) {
  test(`12.8: ${form} at each of its three offsets: only what holds a part of its neighbours stays`, () => {
    for (const secret of [...secrets, "key-???>>>"])
      for (const before of ["", "a", "ab", "user:"])
        for (const after of ["", "z", "yz"]) {
          const shown = scrub(`[${Buffer.from(before + secret + after).toString(form)}]`, new Set([secret]));
          assert.match(shown, "***", shown);
          const [begin, end] = [before.length, before.length + Buffer.byteLength(secret)];
          const ofOthers =
            Math.floor((begin * 4) / 3) + Math.ceil(((end + after.length) * 4) / 3) - Math.ceil((end * 4) / 3);
          const left = shown.replaceAll(/[[\]=]|\*\*\*/g, "");
          assert.ok(left.length <= ofOthers + 2, `${before}|${after}: ${shown}`);
        }
  });
}

test("12.8: six characters are a secret, five are ordinary text; the longest goes first", () => {
  assert.is(scrub("is abcdef it", new Set(["abcdef"])), "is *** it");
  assert.is(scrub("is abcde it", new Set(["abcde"])), "is abcde it");
  for (const two of [
    ["secret", "secret-and-more"],
    ["secret-and-more", "secret"],
  ])
    assert.is(scrub("secret-and-more, a secret", new Set(two)), "***, a ***");
});

test("12.8: what stands beside a secret stays, and so does ordinary text", () => {
  const key = "Ab+k/cdEFgh1234xyz==";
  const word = 'dead"beef-99-secret';
  const ordinary = 'C:\\new\\table\n{"a":"\\u00e4","b":1} 100% &amp; &eacute; a=b0 =E4 <p>x</p>';
  for (const [secret, text, shown] of [
    [key, String.raw`"unknown key: Ab+k\/cdEFgh1234xyz==\nsee"`, String.raw`"unknown key: ***\nsee"`],
    [word, String.raw`"\u0000alice\u0000dead\"beef-99-secret"`, String.raw`"\u0000alice\u0000***"`],
    [word, String.raw`"\u000Adead\"beef-99-secret\u000A"`, String.raw`"\u000A***\u000A"`],
    ["simple-secret-4711", ordinary, ordinary],
  ] as const)
    assert.is(scrub(text, new Set([secret])), shown);
});

test("12.8: a large body is searched in linear time", () => {
  const secret = new Set(["k".repeat(3000), "simple-secret-4711"]);
  for (const unit of ["k", "%25", "&amp;", "\\"]) {
    const begin = process.cpuUsage().user;
    scrub(unit.repeat(60_000 / unit.length), secret);
    assert.ok(process.cpuUsage().user - begin < 2_000_000, unit);
  }
});

/** What an error shows of an answer with 422. */
async function shownOf(body: string | Uint8Array<ArrayBuffer>, path: string, options: object, more: object = {}) {
  const fetch = async (): Promise<Response> => new Response(body, { status: 422 });
  const client = acmeClient("https://a.test", { fetch, ...more }, { operations: operations(WIRES) });
  const error = await rejection(client.post(path, options), HttpError);
  return error.response.body;
}

test("12.8: in the charset that an answer names", async () => {
  const secret = "päßwörd-4711";
  for (const [charset, body] of [
    ["utf-8", new TextEncoder().encode(`<${secret}>`)],
    ["ISO-8859-1", Uint8Array.from(Buffer.from(`<${secret}>`, "latin1"))],
  ] as const) {
    const headers = { "content-type": `text/plain; charset=${charset}` };
    const client = acmeClient("https://a.test", {
      credentials: { basic: { username: "u", password: secret } },
      fetch: async () => new Response(body, { status: 500, headers }),
    });
    const { response } = await rejection(client.get("/x", { security: "basic" }), HttpError);
    assert.is(response.body, "<***>", charset);
  }
});

test("12.8: the cut end of what is shown, or was read, has no beginning of a secret", async () => {
  const secret = "S3CRET-t0ken-of-many-letters/".repeat(3);
  const given = { json: { password: secret } };
  for (const write of [writings["as it is"], writings["percent"]])
    for (const length of [2000, 4000, 4080, 4095]) {
      const shown = await shownOf(`${"x".repeat(length)}${write?.(secret) ?? ""} and more`, "/x", given);
      assert.not.match(shown, "S3C", `${length}: ${shown.slice(-100)}`);
    }
  // Masked, what was read is short enough to be shown to its end.
  const long = await shownOf("k".repeat(3000).repeat(30), "/x", { json: { password: "k".repeat(3000) } });
  assert.not.match(long, "k");
});

/** A value that needs escapes wherever something does. */
const SECRET = `hunter2/"very"+sécret`;

/** Operations that write objects, each in a way of its own. */
const WIRES = {
  "POST /login": {
    multipart: { login: {}, listed: { style: "form", explode: false } },
    query: { filter: { content: "application/json" }, flat: { explode: false }, deep: { style: "deepObject" } },
    headers: { "X-Login": {}, "X-Json": { content: "application/json" } },
    form: { login: {}, listed: { style: "pipeDelimited", explode: false } },
  },
  "POST /l/{login}": { params: { login: {} } },
  "POST /m/{;login*}": { params: { login: { style: "matrix", explode: true } } },
} as const;

const login = { password: SECRET };

/** Every place of a request in which a caller gives a value under a name that tells. */
const places: { readonly [what: string]: readonly [path: string, options: object] } = {
  "a parameter": ["/x/{apiKey}", { params: { apiKey: SECRET } }],
  "a header": ["/x", { headers: { "x-api-token": "hunter2/very-secret" } }],
  "a query": ["/x", { query: { access_token: SECRET } }],
  "a list in a query": ["/x", { query: { token: ["first-one", SECRET] } }],
  "a form": ["/x", { form: { client_secret: SECRET, grant: "ordinary word" } }],
  "a part": ["/x", { multipart: { "client secret": [SECRET], note: "ordinary word" } }],
  JSON: ["/x", { json: { grant: "ordinary word", inner: [{ password: SECRET }] } }],
  "JSON below a name": ["/x", { json: { credentials: { user: [{ a: SECRET }] } } }],
  "an object as a part": ["/login", { multipart: { login } }],
  "an object as a part with a style": ["/login", { multipart: { listed: login } }],
  "a query as JSON": ["/login", { query: { filter: login } }],
  "a query that is not exploded": ["/login", { query: { flat: login } }],
  "a deep query": ["/login", { query: { deep: { sid: { a: SECRET } } } }],
  "an object in a header": ["/login", { headers: { "X-Login": login } }],
  "a header as JSON": ["/login", { headers: { "X-Json": login } }],
  "an object as a field": ["/login", { form: { login } }],
  "a field with a style": ["/login", { form: { listed: login } }],
  "a path": ["/l/{login}", { params: { login } }],
  "a path with names": ["/m/{;login*}", { params: { login } }],
};

/** All that a caller may change of what it gave. */
function emptied(given: object): void {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "object" && value !== null) emptied(value as object);
    if (typeof value === "string") Object.assign(given, { [name]: "another" });
  }
}

for (const [what, [path, options]] of Object.entries(places)) {
  const secret = what === "a header" ? "hunter2/very-secret" : SECRET;
  test(`12.8: under a telling name, ${what}: an error masks it and nothing else, though its object has changed since`, async () => {
    const given = copyData(options);
    const shown = shownOf(`you sent ${secret}, an ordinary word`, path, given);
    emptied(given);
    assert.is(await shown, "you sent ***, an ordinary word");
  });

  test(`12.8: under a telling name, ${what}: records of fakes do not show it`, async () => {
    const fake = fakeProviders({ acme: "https://a.test" });
    fake.providers.acme.on("*", "*").reply(200);
    const given = copyData(options);
    const recorded = acmeClient("https://a.test", fake.options, { operations: operations(WIRES) }).post(path, given);
    emptied(given);
    await recorded;
    const shown = inspect(fake.requests, { depth: 9 });
    assert.match(shown, "***");
    assert.not.match(shown, /hunter2|very|cret-|sécret/);
  });
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const TELLING = words(`
  pass user_pass userPass pass_word smtp-pass PASS pass2 login[pass] jwt idJwt jwt_assertion
  bearer x-bearer otp totp user_otp otpCode OTP_CODE hmac x-hmac-sha256 creds dbCreds sig x_sig
  login[sig] requestSig x-sig-256 sig_v2 sigValue x-device-code passcode
`);
const ORDINARY = words(`
  passenger passed passport passive compass bypass rootPath footprint snapshotPath design signal
  assign forbear sacred config signed_at
`);

test("12.8: which names tell, and which do not", async () => {
  const value = "one-of-both-kinds";
  for (const [names, shown] of [
    [TELLING, "you sent ***"],
    [ORDINARY, `you sent ${value}`],
  ] as const)
    for (const name of names) {
      const fields = { user: "someone", [name]: value };
      for (const options of [{ json: fields }, { query: fields }, { form: fields }])
        assert.is(await shownOf(`you sent ${value}`, "/x", options), shown, `${name} ${JSON.stringify(options)}`);
    }
});

test("12.8: a number and a list under a telling name", async () => {
  const json = { password: 123_456_789, tokens: ["tok-abcdef123"] };
  const given = { json, params: { passcode: 87_654_321 } };
  assert.is(await shownOf("87654321, tok-abcdef123, 123456789", "/x/{passcode}", given), "***, ***, ***");
});

test("12.8: cookies, and what follows a scheme, by themselves", async () => {
  const digest = 'Digest username="name-canary", realm="r", nonce="n", uri="/x", response="response-canary"';
  const headers = {
    cookie: "theme=dark; sid=cookie-canary",
    authorization: "Bearer bearer-canary",
    "x-auth": "Custom scheme-canary",
    "x-answer": digest,
  };
  for (const canary of ["cookie", "bearer", "scheme", "response"])
    assert.is(await shownOf(`<${canary}-canary>`, "/x", { headers }), "<***>");
});

test("12.8: within an `authorization: Basic` of the caller's own: the pair, the name and the password", async () => {
  for (const [user, password] of [
    ["own-user-name", "own-password"],
    ["kürzel", "pässwörter:with:colons"],
  ] as const) {
    const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
    for (const said of [user, password, `${user}:${password}`])
      assert.is(await shownOf(`<${said}>`, "/x", { headers }), "<***>");
  }
  const none = { headers: { authorization: "Basic no-base64!" } };
  assert.is(await shownOf("ordinary text", "/x", none), "ordinary text");
});

test("12.8: digest answers, in any header, are masked", async () => {
  for (const authorizationHeader of ["authorization", "x-answer"]) {
    const challengeHeader = authorizationHeader === "authorization" ? "www-authenticate" : "x-ask";
    const challenge = 'Digest realm="realm-of-it", nonce="nonce-of-it", qop="auth"';
    let response = "";
    await withServer(
      ({ headers }, answer) => {
        const said = headers[authorizationHeader];
        if (said === undefined) return void answer.writeHead(401, { [challengeHeader]: challenge }).end();
        response = /response="(\w+)"/.exec(String(said))?.[1] ?? "";
        answer.writeHead(500, { "x-request-id": String(said) }).end(`${String(said)} ${btoa(response)} ${response}`);
      },
      async ({ origin }) => {
        const staff = { type: "http", scheme: "digest", statusCode: 401, challengeHeader, authorizationHeader } as const; // prettier-ignore
        const credentials = { staff: { username: "alice-in-chains", password: "digest-secret" } };
        const client = bindProvider({ ...acme(origin), securitySchemes: { staff } }, {}, { credentials });
        const error = await rejection(client.get("/x", { security: "staff" }), HttpError);
        const shown = JSON.stringify(error.response) + error.message;
        assert.is(response.length, 32);
        for (const form of [response, "alice-in-chains", btoa(response).slice(0, -2)])
          assert.not.ok(shown.includes(form), shown);
      },
    );
  }
});

test("12.8: a cookie in a Location to another origin is a RedirectError", async () => {
  const fetch = async (_: unknown, init: RequestInit): Promise<Response> => {
    const cookie = new Headers(init.headers).get("cookie");
    return new Response(null, { status: 302, headers: { location: `https://b.test/?${cookie}` } });
  };
  const client = acmeClient("https://a.test", { fetch, crossOriginRedirects: "follow-anonymous" });
  const error = await rejection(client.get("/x", { headers: { cookie: "sid=cookie-canary" } }), RedirectError);
  assert.is(error.code, "redirect-secret");
});

test("12.8: what a variable filled into the path of a base URL, repeated by a server or given as a link", async () => {
  for (const token of ["B0Ab1cD2eF3gH4iJ5kL6", "bot123456:ABC-DEF1234ghIkl-zyx57W2v1u"]) {
    const definition = {
      ...acme("https://a.test/api2/hooks/{hook}", { parameters: { hook: {} } }),
      securitySchemes: {},
    };
    const fetch = async (url: unknown): Promise<Response> => new Response(String(url), { status: 404 });
    const client = bindProvider(definition, { parameters: { hook: token } }, { fetch });
    const { response } = await rejection(client.get("/x"), HttpError);
    assert.is(response.body, "https://a.test/api2/hooks/***/x");
    for (const segment of [token, encodeURIComponent(token)]) {
      const { message, stack } = await rejection(client.get(`https://a.test/api2/hooks/${segment}/q`), SdkError);
      assert.not.ok(`${message}${String(stack)}`.includes(segment), message);
    }
  }
});

const failing = (body: string, options: object) =>
  rejection(
    acmeClient("https://a.test", {
      fetch: async () =>
        new Response(body, {
          status: 500,
          statusText: body.slice(0, 20),
          headers: { "x-request-id": body.slice(0, 20) },
        }),
      ...options,
    }).get("/x", { security: "header" }),
    HttpError,
  );

test("12.8: `redact` masks what only the caller knows, in the body, the reason and the headers", async () => {
  const redact = (text: string): string => text.replaceAll(/\d{4}/g, "####");
  const error = await failing("card 4242 of Alice", { redact });
  assert.is(error.response.body, "card #### of Alice");
  assert.equal([error.response.headers["x-request-id"], error.message.includes("4242")], ["card #### of Alice", false]);
});

test("12.8: `redact` gets what we have masked already, and more than is shown", async () => {
  const seen: string[] = [];
  const redact = (text: string): string => (seen.push(text), text);
  const error = await failing(`header-secret ${"x".repeat(4083)}4242`, { redact });
  assert.not.match(seen.join(" "), "header-secret");
  assert.ok(seen.filter((text) => text.startsWith("***")).length >= 3, JSON.stringify(seen));
  assert.ok(seen.some((text) => text.includes("4242")));
  assert.ok(error.response.body.length <= 4096);
});

test("12.8: a `redact` that throws, or gives no text, drops what it was given", async () => {
  for (const redact of [
    () => {
      throw new Error("canary");
    },
    async (text: string) => text,
    () => undefined,
  ]) {
    const error = await failing("canary", { redact });
    assert.equal([error.response.body, error.response.headers["x-request-id"]], ["", "***"]);
    assert.not.match(error.message, "canary");
  }
});

test("12.8: `errorBodies: false` keeps none", async () => {
  assert.is((await failing("canary", { errorBodies: false })).response.body, "");
  assert.is((await failing("canary", { errorBodies: true })).response.body, "canary");
});

test("12.8: options that are none are refused when the client is made", async () => {
  for (const options of [
    { redact: "x" },
    { redact: null },
    { errorBodies: "no" },
    { errorBodies: 0 },
    { errorBodies: null },
  ])
    await rejection((async () => acmeClient("https://a.test", options))(), ConfigurationError);
});

test.run();
