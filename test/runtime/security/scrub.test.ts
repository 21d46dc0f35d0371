import { createHash } from "node:crypto";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { ConfigurationError, HttpError, RedirectError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { secretsAnswered } from "#runtime/http/sent-secrets.js";
import { scrub } from "#runtime/wire/scrub.js";
import { withServer } from "../../server.js";
import { acme, acmeClient, rejection } from "../acme.js";
import { bindProvider } from "@sdkwright/runtime/generated/digest";
import { hex, perOctet, perUnit, type Writer } from "./writers.js";
import { runs } from "../../effort.js";

const test = suite("12.8: secrets in bodies of errors");

const perCharacter =
  (write: (code: number) => string): Writer =>
  (text) =>
    Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join("");

const perOctetJoined =
  (write: (octet: number) => string, between: string): Writer =>
  (text) =>
    Array.from(Buffer.from(text), write).join(between);

const printable = perOctet((octet) =>
  octet > 32 && octet < 127 && octet !== 61 ? String.fromCharCode(octet) : `=${hex(octet, 2).toUpperCase()}`,
);

/** How serialisers write a text. */
const writers: { readonly [name: string]: Writer } = {
  "as it is": (text) => text,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON of JSON": (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  "JSON as PHP writes it": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "\\u of every character": perUnit((code) => `\\u${hex(code, 4)}`),
  "\\U in capitals": perUnit((code) => `\\u${hex(code, 4).toUpperCase()}`),
  "\\u of some": (text) => text.replaceAll(/[<>&'"/+=-]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
  "\\x{} of Perl": perCharacter((code) => `\\x{${code.toString(16)}}`),
  "\\u{} of JavaScript": perCharacter((code) => `\\u{${code.toString(16)}}`),
  "Python, str": perCharacter((code) =>
    code < 256 ? `\\x${hex(code, 2)}` : code > 65_535 ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`,
  ),
  "Python, bytes": perOctet((octet) => `\\x${hex(octet, 2)}`),
  "octal of C": perOctet((octet) => (octet < 128 ? String.fromCharCode(octet) : `\\${octet.toString(8)}`)),
  "octal of JavaScript, as short as it may be": perOctet((octet) => `\\${octet.toString(8)}`),
  "\\u{} of JavaScript, padded": perCharacter((code) => `\\u{${hex(code, 9)}}`),
  "references, padded": perCharacter((code) => `&#${String(code).padStart(11, "0")};`),
  "hexadecimal references, padded": perCharacter((code) => `&#x${hex(code, 30)};`),
  "decimal references": perCharacter((code) => `&#${code};`),
  "decimal references, padded": perCharacter((code) => `&#${String(code).padStart(5, "0")};`),
  "hexadecimal references": perCharacter((code) => `&#x${code.toString(16)};`),
  "hexadecimal references in capitals": perCharacter((code) => `&#X${hex(code, 4).toUpperCase()};`),
  "YAML, folded": (text) => text.replaceAll(" ", "\n    "),
  "YAML in double quotes, folded": (text) => text.replaceAll(" ", "\\\n  \\ "),
  "YAML in JSON": (text) => JSON.stringify(text.replaceAll(" ", "\n    ")).slice(1, -1),
  "base64 of YAML": (text) => Buffer.from(text.replaceAll(" ", "\n  ")).toString("base64"),
  "a header, folded": (text) => text.replaceAll(" ", "\r\n "),
  "SQL and YAML in single quotes": (text) => text.replaceAll("'", "''"),
  "CSV in double quotes": (text) => text.replaceAll('"', '""'),
  "CSV in JSON": (text) => JSON.stringify(text.replaceAll('"', '""')).slice(1, -1),
  "SQL in HTML": (text) => text.replaceAll("'", "''").replaceAll("&", "&amp;").replaceAll("'", "&#39;"),
  "shells in single quotes": (text) => text.replaceAll("'", "'\\''"),
  "shells, with double quotes": (text) => text.replaceAll("'", "'\"'\"'"),
  HTML: (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&apos;"),
  "names of letters": (text) => text.replaceAll("ä", "&auml;").replaceAll("ö", "&ouml;"),
  percent: encodeURIComponent,
  "percent of everything": perOctet((octet) => `%${hex(octet, 2)}`),
  "percent in capitals": perOctet((octet) => `%${hex(octet, 2).toUpperCase()}`),
  "percent, twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "percent, three times": (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  "escape()": perUnit((code) => (code < 256 ? `%${hex(code, 2)}` : `%u${hex(code, 4)}`)),
  "a form": (text) => new URLSearchParams([["", text]]).toString().slice(1),
  "quoted-printable": printable,
  "quoted-printable, broken lines": (text) => `${text.slice(0, 3)}=\r\n${text.slice(3)}`,
  "a URL in JSON in HTML": (text) =>
    perCharacter((code) => `&#${code};`)(JSON.stringify(encodeURIComponent(text)).slice(1, -1)),
  hex: (text) => Buffer.from(text).toString("hex"),
  HEX: (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "hex with colons": perOctetJoined((octet) => hex(octet, 2), ":"),
  "HEX with hyphens": perOctetJoined((octet) => hex(octet, 2).toUpperCase(), "-"),
  "hex, as Node shows a Buffer": (text) => inspect(Buffer.from(text)),
  "hex, as C writes an array": perOctetJoined((octet) => `0x${hex(octet, 2)}`, ", "),
  "JSON of a Buffer": (text) => JSON.stringify(Buffer.from(text)),
  "JSON of a Buffer, on many lines": (text) => JSON.stringify(Buffer.from(text), undefined, 2),
  "JSON of an Uint8Array": (text) => JSON.stringify(new TextEncoder().encode(text)),
  "an Uint8Array, as Node shows it": (text) => inspect(new TextEncoder().encode(text)),
  capitals: (text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  "small letters": (text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  "JSON in capitals": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  "capitals of every script": (text) => text.toUpperCase(),
  "small letters of every script": (text) => text.toLowerCase(),
  "capitals of what is composed": (text) => text.normalize("NFC").toUpperCase(),
  "small letters, NFD": (text) => text.normalize("NFD").toLowerCase(),
  "small letters, one by one": (text) => Array.from(text, (letter) => letter.toLowerCase()).join(""),
  "every other letter in capitals": (text) =>
    text.replaceAll(/(\p{Ll})(\P{M})(?!\p{M})/gu, (pair, small: string, next: string) =>
      small.toUpperCase().length === small.length ? small.toUpperCase() + next : pair,
    ),
  "percent of capitals": (text) => encodeURIComponent(text.toUpperCase()),
  "JSON in ASCII, of small letters": (text) =>
    perUnit((code) => (code < 128 ? String.fromCharCode(code) : `\\u${hex(code, 4)}`))(
      JSON.stringify(text.toLowerCase()).slice(1, -1),
    ),
  "hex of small letters": (text) => Buffer.from(text.toLowerCase()).toString("hex"),
  "base64 of capitals": (text) => Buffer.from(text.toUpperCase()).toString("base64"),
  NFC: (text) => text.normalize("NFC"),
  NFD: (text) => text.normalize("NFD"),
  "percent, NFD": (text) => encodeURIComponent(text.normalize("NFD")),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64, after one": (text) => Buffer.from(`x${text}`).toString("base64"),
  "base64, after two": (text) => Buffer.from(`:}${text}`).toString("base64url"),
  "base64, in the middle": (text) => Buffer.from(`user:${text}:more`).toString("base64"),
  "base64, broken lines": (text) => Buffer.from(`user:${text}`).toString("base64").replaceAll(/.{5}/g, "$&\r\n"),
  "base64 in JSON": (text) => Buffer.from(`a${text}`).toString("base64").replaceAll("/", "\\/"),
  "base64 of hex": (text) => Buffer.from(perOctetJoined((octet) => hex(octet, 2), ":")(text)).toString("base64"),
  "base64 of a list": (text) => Buffer.from(JSON.stringify([...Buffer.from(text)], null, 1)).toString("base64url"),
  "base64 of quoted-printable": (text) => Buffer.from(printable(text)).toString("base64"),
  "quoted-printable in JSON": (text) => JSON.stringify(printable(text)).slice(1, -1),
  "quoted-printable in a URL": (text) => encodeURIComponent(printable(text)),
  "base64 of SQL": (text) => Buffer.from(text.replaceAll("'", "''")).toString("base64"),
  "base64 in a URL": (text) => encodeURIComponent(Buffer.from(`ab${text}`).toString("base64")),
};

/** With whatever serialisers treat in a way of their own. */
const secrets = [
  "simple-secret-4711",
  `p"a<s'>s&w/o+r=d`,
  "back\\slash\\name",
  `'O''Brien's "big" \`one\``,
  "%41%2Fliteral&amp;x",
  "päßwörd-\u{1f511}",
  "a=b0=c1=d2",
  "with some space",
  "pa\u0308sswo\u0308rd-decomposed",
  "päwörd with späce",
  "b64->?>?/~~~~>>>???",
  "ПарольСекрет",
  "ÄÖÜ-Größenwahn-ﬃ",
  "μῆνις-ΟΔΥΣΣΕΎΣ",
  "ŞİFRE-İstanbul-ı",
  "\u{10428}\u{10400}-deseret-ŉ",
];

/** What stands around octets, `{ "type": "Buffer", "data": [` for one. */
const FRAME = 60;

for (const [name, write] of Object.entries(writers)) {
  test(`12.8: ${name}`, () => {
    for (const secret of secrets) {
      if (name === "names of letters" && !/^[\0-\x7fäö]*$/.test(secret)) continue;
      const written = write(secret);
      for (const [before, after] of [
        ["<", ">"],
        ['{"key":"', '"}'],
        ["key=", "&x=1"],
      ]) {
        const shown = scrub(`${before}${written}${after}`, new Set([secret]));
        assert.match(shown, "***", `${name}: ${shown}`);
        const left = shown.replaceAll("***", "");
        // Base64 may keep what stands before and after.
        const allowed =
          `${before}${after}`.length +
          (name.startsWith("base64") ? written.length - (secret.length * 4) / 3 + 4 : 0) +
          (/Node|C writes|JSON of an? /.test(name) ? FRAME : 0);
        assert.ok(left.length <= allowed, `${name}: ${shown}`);
      }
    }
  });
}

test("12.8: what stands beside a secret is no part of its escapes", () => {
  const key = "Ab+k/cdEFgh1234xyz==";
  const word = 'dead"beef-99-secret';
  for (const [secret, text, shown] of [
    [key, String.raw`"unknown key: Ab+k\/cdEFgh1234xyz==\nsee"`, String.raw`"unknown key: ***\nsee"`],
    [key, "<pre>Ab&#43;k/cdEFgh1234xyz==\n</pre>", "<pre>***\n</pre>"],
    [word, String.raw`"\u0000alice\u0000dead\"beef-99-secret"`, String.raw`"\u0000alice\u0000***"`],
    [word, String.raw`"\u000Adead\"beef-99-secret\u000A"`, String.raw`"\u000A***\u000A"`],
  ] as const) {
    assert.is(scrub(text, new Set([secret])), shown);
  }
});

test("12.8: any mixture of escapes, unit by unit", () => {
  const kinds: ((code: number) => string)[] = [
    (code) => String.fromCharCode(code),
    (code) => `\\u${hex(code, 4)}`,
    (code) => `\\u${hex(code, 4).toUpperCase()}`,
    (code) => `\\x${hex(code, 2)}`,
    (code) => `%${hex(code, 2).toUpperCase()}`,
    (code) => `&#${code};`,
    (code) => `&#x${hex(code, 2)};`,
    (code) => `&amp;#${code};`,
    (code) => `%25${hex(code, 2)}`,
  ];
  const secret = fc.string({
    unit: fc.constantFrom(..."abcxyzXYZ0189-_.~!$*+/:?@^|".split("")),
    minLength: 8,
    maxLength: 30,
  });
  const choices = fc.array(fc.nat(kinds.length - 1), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(secret, choices, (text, kind) => {
      const written = text
        .split("")
        .map((unit, at) => kinds[kind[at] ?? 0]?.(unit.charCodeAt(0)))
        .join("");
      assert.is(scrub(`<${written}>`, new Set([text])), "<***>");
    }),
    { numRuns: runs(500) },
  );
});

const answering = (body: Uint8Array<ArrayBuffer> | string, type: string, secret: string) =>
  rejection(
    bindProvider(
      acme("https://a.test"),
      {},
      {
        credentials: { header: { apikey: "key-4711" }, basic: { username: "u", password: secret } },
        fetch: async () => new Response(body, { status: 500, headers: { "content-type": type } }),
      },
    ).get("/x", { security: "basic" }),
    HttpError,
  );

test("12.8: in other charsets, named or not", async () => {
  const secret = "päßwörd-4711";
  const latin1 = Buffer.from(`<${secret}>`, "latin1");
  const utf16 = Buffer.from(`<${secret}>`, "utf16le");
  for (const [body, type] of [
    [latin1, "text/plain; charset=ISO-8859-1"],
    [latin1, 'text/plain;charset="latin1"'],
    [latin1, 'text/plain; x=";charset=utf-8"; charset=latin1'],
    [latin1, "text/plain"],
    [latin1, "text/plain; charset=no-such-thing"],
    [utf16, "text/plain; charset=utf-16le"],
    [Buffer.from(`<${secret}>`).toString("latin1"), "text/plain; charset=utf-8"],
  ] as const) {
    assert.is((await answering(body, type, secret)).response.body, "<***>", type);
  }
  const bare = await answering(Buffer.from("<plain-4711-secret>", "utf16le"), "text/plain", "plain-4711-secret");
  assert.not.match(bare.response.body.replaceAll(/[^a-z0-9]/g, ""), "plain4711");
});

test("12.8: what a token endpoint hands out is looked for in the charset in which it would be shown", () => {
  const token = "nEwT0ken7TzWmB4xYpLrQ92hVnC";
  const bytes = Uint8Array.from(
    Buffer.from(JSON.stringify({ error: "invalid_grant", refresh_token: token }), "utf16le"),
  );
  for (const type of ["application/json; charset=utf-16le", "application/json"]) {
    const answer = new Response(null, { headers: { "content-type": type } });
    assert.ok(secretsAnswered(answer, { bytes, complete: true }).has(token), type);
  }
});

test("12: what a token endpoint hands out is found behind its name, whatever signs stand before and behind the colon", () => {
  const token = "nEwT0ken7TzWmB4xYpLrQ92hVnC";
  const sign = fc.constantFrom(...Array.from("*`\"'“”‘’«»()[]{}<>|/\\$!%~#->.+?@&^ \t\n\u200b…–—・：=:"));
  const signs = fc.array(sign, { maxLength: 6 }).map((each) => each.join(""));
  const name = fc.constantFrom("access_token", "refresh-token", "clientSecret", "apikey");
  fc.assert(
    fc.property(signs, name, signs, fc.constantFrom(":", "="), signs, (before, name, between, colon, behind) => {
      const bytes = Uint8Array.from(Buffer.from(`not so ${before}${name}${between}${colon}${behind}${token} today`));
      const found = secretsAnswered(new Response(), { bytes, complete: true });
      assert.ok([...found].some((each) => each.includes(token) && `${behind}${token}`.endsWith(each)));
    }),
    { numRuns: runs(3000), seed: 12 },
  );
});

test("12: what a token endpoint answers is read in linear time, whatever it is made of", () => {
  for (const unit of [
    "-",
    "_",
    "<!--",
    "-.",
    "_!",
    "a-",
    "a! ",
    "a_!_",
    "--a!",
    "token:",
    "token_type=",
    "token='",
    "token=\\",
    "a: ",
    "token !",
    "é!",
  ]) {
    const bytes = Uint8Array.from(Buffer.from(unit.repeat(64_000 / unit.length)));
    const started = process.cpuUsage().user;
    secretsAnswered(new Response(), { bytes, complete: true });
    assert.ok(process.cpuUsage().user - started < 1_000_000, unit);
  }
});

test("12.8: a charset that shows two signs of ASCII otherwise hides no key", async () => {
  const key = "k7TzWmB4x~YpLrQ92hVnC";
  const { response } = await answering(Buffer.from(`bad \x1b(J${key}`), "text/plain; charset=iso-2022-jp", key);
  assert.match(response.body, /^bad .*\*\*\*$/);
});

test("12.8: octets of UTF-8 are read as such under any other name, where its lead bytes swallow a letter too", async () => {
  const [key, secret] = ["sk_live_51HxYzAbCdEf", "Пароль-päßwörd-4711"];
  for (const charset of ["windows-1251", "koi8-r", "iso-8859-15", "shift_jis", "big5", "gb18030", "iso-8859-1"]) {
    const type = `text/plain; charset=${charset}`;
    assert.is((await answering(`無効：${key}。`, type, key)).response.body, "無効：***。", charset);
    assert.is((await answering(`<${secret}>`, type, secret)).response.body, "<***>", charset);
  }
});

test("12.8: whatever charset an answer says, it is read as its octets are too", async () => {
  const [plain, secret] = ["plain-4711-secret", "päßwörd-4711"];
  for (const type of ["text/plain; charset=utf-16", "text/plain; charset=UTF-16BE", "application/json"]) {
    assert.is((await answering(`<${plain}>`, type, plain)).response.body, "<***>", type);
    for (const swap of [false, true]) {
      const wide = Buffer.from(`<${secret}>`, "utf16le");
      const { body } = (await answering(swap ? wide.swap16() : wide, type, secret)).response;
      assert.is(body.replaceAll("\0", ""), "<***>", `${type}, ${swap ? "big" : "little"}`);
    }
  }
});

test("12.8: what is sent in parts, under a name that says so, is masked", async () => {
  const multipart = {
    api_key: "part-canary",
    note: "ordinary-word",
    "client secret": ["list-canary", new Blob(["blob-canary"])],
  };
  const shown = await echoed((origin) => acmeClient(origin).post("/x", { multipart }));
  for (const canary of ["part-canary", "list-canary", "blob-canary"]) assert.not.ok(shown.includes(canary), shown);
  assert.match(shown, "ordinary-word");
});

test("12.8: ordinary text stays as it is", () => {
  const text = 'C:\\new\\table\n{"a":"\\u00e4","b":1} 100% &amp; &eacute; a=b0 =E4 <p>x</p>';
  assert.is(scrub(text, new Set(["simple-secret-4711", "other-secret"])), text);
});

test("12.8: a large body, and one made of escapes, are searched in linear time", () => {
  const secret = new Set(["k".repeat(3000), "simple-secret-4711"]);
  for (const unit of [
    "&",
    "&#",
    "\\",
    "\\u",
    "%",
    "%25",
    "=",
    "k",
    "&amp;",
    "\\\\",
    "&#x6b;",
    "\n",
    " ",
    "6b ",
    "6b, ",
    '"1":',
    "107,",
  ]) {
    const begin = process.cpuUsage().user;
    scrub(unit.repeat(60_000 / unit.length), secret);
    assert.ok(process.cpuUsage().user - begin < 2_000_000, unit);
  }
});

/** Answers with everything it was sent, written in some way. */
async function echoed(use: (origin: string) => Promise<unknown>, write: Writer = (text) => text): Promise<string> {
  let shown = "";
  await withServer(
    (request, response) => {
      if (
        request.url.startsWith("/digest") &&
        request.headers.authorization === undefined &&
        request.headers["x-answer"] === undefined
      ) {
        const challenge = 'Digest realm="realm-of-it", nonce="nonce-of-it", qop="auth"';
        return void response.writeHead(401, { "www-authenticate": challenge, "x-ask": challenge }).end();
      }
      const echo = `${request.url}\n${JSON.stringify(request.headers)}\n${request.body}`;
      response.writeHead(500, { "x-request-id": write(echo).replaceAll(/[^\x20-\x7e]/g, "?") }).end(write(echo));
    },
    async ({ origin }) => {
      const error = await rejection(Promise.resolve(use(origin)), HttpError);
      assert.is(error.status, 500);
      shown = JSON.stringify(error.response) + error.message;
    },
  );
  assert.match(shown, "***");
  return shown;
}

test("12.8: digest answers, in any header, are masked", async () => {
  for (const authorizationHeader of ["authorization", "x-answer"]) {
    for (const write of [writers["as it is"], writers["base64"], writers["decimal references"]]) {
      let sent = "";
      const shown = await echoed((origin) => {
        const fetch: typeof globalThis.fetch = (input, init) => {
          sent = new Headers(init?.headers).get(authorizationHeader) ?? sent;
          return globalThis.fetch(input, init);
        };
        const challengeHeader = authorizationHeader === "authorization" ? "www-authenticate" : "x-ask";
        const securitySchemes = {
          staff: { type: "http", scheme: "digest", statusCode: 401, challengeHeader, authorizationHeader },
        } as const;
        const credentials = { staff: { username: "alice-in-chains", password: "digest-secret" } };
        return bindProvider({ ...acme(origin), securitySchemes }, {}, { credentials, fetch }).get("/digest", {
          security: "staff",
        });
      }, write);
      const response = /response="(\w+)"/.exec(sent)?.[1] ?? assert.unreachable();
      const forms = [
        response,
        "alice-in-chains",
        "nonce-of-it",
        Buffer.from(String(response)).toString("base64").slice(0, -2),
      ];
      for (const form of forms) assert.not.ok(shown.includes(String(form)), shown);
    }
  }
  assert.is(createHash("md5").update("x").digest("hex").length, 32);
});

test("12.8: cookies, and credentials that the caller sends under a name that says so", async () => {
  const canaries = [
    "cookie-canary",
    "bearer-canary",
    "custom-canary",
    "query-canary",
    "form-canary",
    "path-canary",
    "deep-canary",
  ];
  const options = {
    headers: {
      cookie: "theme=dark; sid=cookie-canary",
      authorization: "Bearer bearer-canary",
      "x-api-token": "custom-canary",
    },
    query: { access_token: "query-canary" },
    params: { apiKey: "path-canary" },
  };
  for (const body of [
    { form: { client_secret: "form-canary", grant: "ordinary-word" } },
    { json: { grant: "ordinary-word", inner: [{ password: "deep-canary" }] } },
  ]) {
    const shown = await echoed((origin) => acmeClient(origin).post("/hooks/{apiKey}", { ...options, ...body }));
    for (const canary of canaries) assert.not.ok(shown.includes(canary), `${canary}: ${shown}`);
    assert.match(shown, "ordinary-word");
  }
});

test("12.8: parts of what was sent are masked by themselves: a cookie, what follows a scheme, what digest proves", async () => {
  const digest =
    'Digest username="name-canary", realm="r", nonce="n", uri="/x", response="response-canary", cnonce="cnonce-canary"';
  const headers = { cookie: "theme=dark; sid=cookie-canary", "x-auth": "Custom scheme-canary", "x-answer": digest };
  const canaries = ["cookie-canary", "scheme-canary", "name-canary", "response-canary", "cnonce-canary"];
  for (const canary of canaries) {
    const fetch = async (): Promise<Response> => new Response(`<${canary}>`, { status: 500 });
    const error = await rejection(acmeClient("https://a.test", { fetch }).get("/x", { headers }), HttpError);
    assert.is(error.response.body, "<***>");
  }
});

test("12.8: a digest answer or a cookie in a Location to another origin is a RedirectError", async () => {
  const fetch = async (_: unknown, init: RequestInit): Promise<Response> => {
    const cookie = new Headers(init.headers).get("cookie");
    return new Response(null, { status: 302, headers: { location: `https://b.test/?${cookie}` } });
  };
  const client = acmeClient("https://a.test", { fetch, crossOriginRedirects: "follow-anonymous" });
  const error = await rejection(client.get("/x", { headers: { cookie: "sid=cookie-canary" } }), RedirectError);
  assert.is(error.code, "redirect-secret");
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
    }).get("/x"),
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
  const secret = "header-secret";
  const client = acmeClient("https://a.test", {
    redact,
    fetch: async () => new Response(`${secret} ${"x".repeat(4083)}4242`, { status: 500 }),
  });
  const error = await rejection(client.get("/x", { security: "header" }), HttpError);
  assert.not.ok(seen.join("").includes(secret));
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
  ]) {
    await rejection((async () => acmeClient("https://a.test", options))(), ConfigurationError);
  }
});

test("12.8: names of headers, HTML5 names of characters, folded base64, numbers and lists under telling names", async () => {
  const secret = "sk_Live+Ab/cd=9f8e7dfj6c";
  const folded = btoa(`x${secret}`).replaceAll(/(.{12})/g, "$1\n  ");
  const html = secret.replace("_", "&lowbar;").replace("+", "&plus;").replace("/", "&sol;").replace("=", "&equals;").replace("fj", "&fjlig;"); // prettier-ignore
  const answer = async (): Promise<Response> =>
    new Response(`${html} | ${folded} | 87654321 | tok-abcdef123 | 123456789`, {
      status: 400,
      headers: { "x-0a1b2c3d4e5f6071": "1" },
    });
  const client = acmeClient("https://a.test", {
    fetch: answer,
    credentials: { header: { apikey: secret }, bearer: { token: "0A1B2C3D4E5F6071" } },
  });
  const json = { password: 123_456_789, tokens: ["tok-abcdef123"] };
  const error = await rejection(
    client.post("/x/{passcode}", { security: ["header", "bearer"], json, params: { passcode: 87_654_321 } }),
    HttpError,
  );
  const shown = JSON.stringify(error) + error.response.body;
  for (const part of [html, "0a1b2c3d", "87654321", "tok-abcdef123", "123456789"]) assert.not.ok(shown.includes(part));
  const left = Buffer.from(error.response.body.split(" | ")[1] ?? "", "base64").toString("latin1");
  assert.not.ok(left.includes(secret.slice(0, 12)));
});

test("12.8: so many secrets that looking for them would take long: no text of the server is shown", async () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, `aaaaaa${index}%61`]));
  const client = acmeClient("https://a.test", {
    fetch: async () => new Response("%252576%61lue".repeat(4000), { status: 400 }),
  });
  const error = await rejection(client.post("/x", { json: fields }), HttpError);
  assert.is(error.response.body, "");
  assert.is(error.status, 400);
});

test("small letters and capitals of Turkish", () => {
  const secret = "sk-live-INDIGO-4711";
  for (const written of [secret.toLocaleUpperCase("tr"), secret.toLocaleLowerCase("tr")])
    assert.is(scrub(`<${written}>`, new Set([secret])), "<***>", written);
});

test.run();
