import { normalizeProvider, parseProvider } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { definition, key, oauth2, signature, TOKEN_URL, told } from "./scheme-documents.js";

const test = suite("formats: OAuth 2, signatures and prefixes");

const schemesOf = (scheme: object) => {
  const { value, issues } = parseProvider(definition([scheme]));
  assert.equal(told(issues), []);
  return value === undefined ? undefined : Object.values(normalizeProvider(value).securitySchemes)[0];
};

test("every default is filled in; lists have each entry once, in their order", () => {
  assert.equal(schemesOf(oauth2()), {
    type: "oauth2",
    flow: "clientCredentials",
    tokenUrl: TOKEN_URL,
    clientAuthentication: "basic",
  });
  assert.equal(
    schemesOf(oauth2({ scopes: ["b", "a", "b"], audience: "x", clientAuthentication: "post", flow: "refreshToken" })),
    {
      type: "oauth2",
      flow: "refreshToken",
      tokenUrl: TOKEN_URL,
      scopes: ["b", "a"],
      audience: "x",
      clientAuthentication: "post",
    },
  );
  assert.equal(schemesOf(oauth2({ scopes: [] })), schemesOf(oauth2()));
  assert.equal(schemesOf(signature("Authorization", "X-Date", "x-date")), {
    type: "signature",
    headers: ["authorization", "x-date"],
  });
  assert.equal(schemesOf(key("Bot ")), { type: "apiKey", in: "header", name: "Authorization", prefix: "Bot " });
});

const fine = [
  TOKEN_URL,
  "https://{TENANT}.auth.acme.example/{REGION}/token?tenant={TENANT}&v=2",
  "http://localhost:8080/token",
  "http://127.0.0.1/token",
  "{TENANT}/token",
];

for (const tokenUrl of fine) test(`a token URL: ${tokenUrl}`, () => void schemesOf(oauth2({ tokenUrl })));

test("half a surrogate pair is neither sent as U+FFFD nor refused by the first request: whole ones are sent", () => {
  const named = (name: string) => ({ id: "main", type: "apiKey", in: "query", name });
  for (const half of ["a\ud83d", "\ude00b"]) {
    const issues = [oauth2({ audience: half }), named(half)].flatMap(
      (scheme) => parseProvider(definition([scheme])).issues,
    );
    assert.equal(told(issues), [
      'SW1104 /securitySchemes/0/audience "audience": expected a text such as "https://api.example.com"',
      'SW1104 /securitySchemes/0/name "name": expected the name under which the key is sent',
    ]);
  }
  schemesOf(oauth2({ audience: "a\u{1f600}" }));
  schemesOf(named("a\u{1f600}"));
});

const TOKEN = "/securitySchemes/0/tokenUrl";
const ODD_QUERY =
  "the query of a token URL cannot have white space, control characters, backslashes, braces or a fragment";
const wrong: readonly (readonly [scheme: object, issue: string])[] = [
  [
    oauth2({ tokenUrl: "http://auth.acme.example/token" }),
    `SW1217 ${TOKEN} a token URL must start with https://, or lead to this machine`,
  ],
  [
    oauth2({ tokenUrl: "/token" }),
    `SW1217 ${TOKEN} the token URL has no URL scheme; it must start with https:// or http://`,
  ],
  [
    oauth2({ tokenUrl: "auth.acme.example/token" }),
    `SW1217 ${TOKEN} the token URL has no URL scheme; it must start with https:// or http://`,
  ],
  [oauth2({ tokenUrl: "ftp://auth.acme.example" }), `SW1217 ${TOKEN} a token URL must start with https:// or http://`],
  [
    oauth2({ tokenUrl: "https://me:s3cret@auth.acme.example" }),
    `SW1217 ${TOKEN} a token URL cannot have user info before the host`,
  ],
  [oauth2({ tokenUrl: `${TOKEN_URL}#x` }), `SW1217 ${TOKEN} a token URL cannot have a fragment`],
  [oauth2({ tokenUrl: `${TOKEN_URL}?a=1#x` }), `SW1217 ${TOKEN} ${ODD_QUERY}`],
  [oauth2({ tokenUrl: `${TOKEN_URL}?a= b` }), `SW1217 ${TOKEN} ${ODD_QUERY}`],
  [oauth2({ tokenUrl: `${TOKEN_URL}?a={b` }), `SW1217 ${TOKEN} ${ODD_QUERY}`],
  [
    oauth2({ tokenUrl: `https://{TENNANT}.example` }),
    `SW1218 ${TOKEN} {TENNANT} in the token URL is not a declared parameter (did you mean "TENANT"?)`,
  ],
  [
    oauth2({ tokenUrl: `${TOKEN_URL}?t={NONE}` }),
    `SW1218 ${TOKEN} {NONE} in the token URL is not a declared parameter (parameters: "TENANT", "REGION")`,
  ],
  [
    oauth2({ tokenUrl: 1 }),
    `SW1103 ${TOKEN} "tokenUrl": expected a token URL such as "https://auth.example.com/oauth/token"`,
  ],
  [
    oauth2({ flow: "clientcredentials" }),
    `SW1104 /securitySchemes/0/flow "flow" is "clientcredentials": expected "clientCredentials" or "refreshToken"; tokens of other flows are given to a bearer scheme (did you mean "clientCredentials"?)`,
  ],
  [
    oauth2({ scopes: ["a b"] }),
    `SW1104 /securitySchemes/0/scopes/0 item 1 of "scopes" is "a b": expected one scope: visible ASCII without space, quotation mark and backslash`,
  ],
  [
    oauth2({ scopes: "a" }),
    `SW1103 /securitySchemes/0/scopes "scopes" is "a": expected an array of scopes such as ["invoices:read"]`,
  ],
  [
    oauth2({ clientAuthentication: "body" }),
    `SW1104 /securitySchemes/0/clientAuthentication "clientAuthentication" is "body": expected "basic" or "post"`,
  ],
  [oauth2({ scope: ["a"] }), `SW1101 /securitySchemes/0/scope unknown key "scope" (did you mean "scopes"?)`],
  [signature(), `SW1104 /securitySchemes/0/headers "headers": expected an array of at least one header name`],
  [
    signature("x y"),
    `SW1104 /securitySchemes/0/headers/0 item 1 of "headers" is "x y": expected the name of an HTTP header`,
  ],
  [
    signature("x", "Host"),
    `SW1209 /securitySchemes/0/headers/1 the header "Host" frames or routes the request and cannot carry a credential`,
  ],
  ...["Cookie", "content-type", "Idempotency-Key"].map(
    (name) =>
      [
        signature(name),
        `SW1209 /securitySchemes/0/headers/0 the header "${name}" is written before a request is signed (a signature can cover it, and return it in a header of its own)`,
      ] as const,
  ),
  [
    key("Bot ", { in: "query" }),
    `SW1219 /securitySchemes/0/prefix a key in the query has no prefix; only one in a header has (use \`"in": "header"\`, or leave "prefix" out: the key is sent as it is)`,
  ],
  [
    key("Bearer sk_live_s3cret"),
    `SW1219 /securitySchemes/0/prefix the prefix is public, and it looks like a secret (put the word before the key here, such as "Bot ", and the key into the credentials)`,
  ],
  [
    key("Bot"),
    `warning SW1220 /securitySchemes/0/prefix the key is sent right after "Bot", as one word (write "Bot ", unless the key really follows without a space)`,
  ],
  [
    key(" Bot"),
    `SW1104 /securitySchemes/0/prefix "prefix": expected visible ASCII, with the space at its end where one belongs there, such as "Bot "`,
  ],
  [
    key("Bö "),
    `SW1104 /securitySchemes/0/prefix "prefix": expected visible ASCII, with the space at its end where one belongs there, such as "Bot "`,
  ],
  [
    { id: "x", type: "oauth" },
    `SW1104 /securitySchemes/0/type "type" is "oauth": expected "apiKey", "http", "oauth2" or "signature" (did you mean "oauth2"?)`,
  ],
];

for (const [scheme, issue] of wrong) {
  test(issue, () => {
    const { issues } = parseProvider(definition([scheme]));
    assert.equal(told(issues), [issue]);
    assert.not.match(JSON.stringify(issues), /s3cret/);
  });
}

test("a parameter's default that cannot stand in a token URL", () => {
  const parameters = [{ name: "TENANT", default: "a/b" }];
  const scheme = oauth2({ tokenUrl: "https://{TENANT}.example/token" });
  const { issues } = parseProvider(definition([scheme], { parameters }));
  assert.equal(
    issues.map(({ code, pointer }) => `${code} ${pointer}`),
    ["SW1217 /parameters/0/default"],
  );
});

test("what writes to one place cannot be a default together, nor a constant header", () => {
  const both = definition([oauth2(), signature("X-Date", "Authorization")], { security: ["app", "sig"] });
  assert.equal(told(parseProvider(both).issues), [
    'SW1213 /security/1 the schemes "app" and "sig" write to the same place, so no request can use both (keep one; requests that need the other name it)',
  ]);
  const key = (id: string, place: string, name: string) => ({ id, type: "apiKey", in: place, name });
  const cookies = [key("whole", "header", "Cookie"), key("sid", "cookie", "sid"), key("lang", "cookie", "lang")];
  for (const [security, met] of [
    [["whole", "sid"], ["SW1213 /security/1"]],
    [["sid", "lang", "whole"], ["SW1213 /security/2"]],
    [["sid", "lang"], []],
  ] as const) {
    const { issues } = parseProvider(definition(cookies, { security }));
    assert.equal(issues.map(({ code, pointer }) => `${code} ${pointer}`), met); // prettier-ignore
  }
  for (const [a, b, doMeet] of [
    ["key", "/key", true],
    ["/k/x", "/k/y", false],
    ["a/b", "/a/b", false],
  ] as const) {
    for (const security of [
      ["a", "b"],
      ["b", "a"],
    ]) {
      const fields = definition([key("a", "body", a), key("b", "body", b)], { security });
      assert.is(JSON.stringify(parseProvider(fields).issues).includes("SW1213"), doMeet, `${a} ${b}`);
    }
  }
  const constant = definition([signature("X-Date")], { headers: { "x-date": "1" } });
  assert.equal(told(parseProvider(constant).issues), [
    'SW1215 /headers/x-date the security scheme "sig" sets the header "x-date"',
  ]);
});

test.run();
