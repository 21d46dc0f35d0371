import { suite } from "uvu";
import * as assert from "uvu/assert";
import { adding, documentOf } from "./adding.js";

const test = suite("add: OAuth 2");

const TOKEN_URL = "https://auth.acme.example/token";
const flow = (tokenUrl: string, scopes: object = {}) => ({ tokenUrl, scopes });
const oauth2 = (flows: object) => ({ components: { securitySchemes: { app: { type: "oauth2", flows } } } });
const BEARER = { id: "app", type: "http", scheme: "bearer" };

interface Added {
  readonly schemes: unknown;
  readonly notes: readonly string[];
  readonly summary: string;
  readonly client: unknown;
}

function addedOf(more: object): Promise<Added> {
  return adding({ "acme.json": documentOf(more) }, "acme.json", { name: "acme" }, ({ json, diagnostics, result }) => {
    assert.is(result.exitCode, 0, JSON.stringify(result.issues));
    return {
      schemes: (json("client/providers/acme.json") as { securitySchemes: unknown }).securitySchemes,
      notes: diagnostics.map(({ code, message, hint = "" }) => `${code} ${message} (${hint})`.replace(" ()", "")),
      summary: result.summary,
      client: json("client/client.json"),
    };
  });
}

test("a client's own flow is oauth2: variables, the destination and a first call", async () => {
  const { schemes, notes, summary, client } = await addedOf({
    ...oauth2({ clientCredentials: flow(TOKEN_URL), authorizationCode: flow(TOKEN_URL) }),
    security: [{ app: ["read"] }],
  });
  assert.equal(schemes, [{ id: "app", type: "oauth2", flow: "clientCredentials", tokenUrl: TOKEN_URL }]);
  assert.equal(notes, []);
  assert.equal((client as { providers: object }).providers, {
    acme: {
      security: [{ id: "app", clientId: "$ACME_CLIENT_ID", clientSecret: "$ACME_CLIENT_SECRET" }],
    },
  });
  assert.match(summary, `app: tokens come from ${TOKEN_URL}; the client's id and secret go there`);
  assert.match(summary, /ACME_CLIENT_SECRET +clientSecret of app/);
  assert.match(summary, 'Requests use "app"');
  assert.match(summary, "const acme = createAcme();");
});

test("every host that a key or a token is of is shown in full, whatever it looks like", async () => {
  const host = "sk-live-0123456789abcdefghij0123456789.example";
  const added = [
    await addedOf({
      servers: [{ url: `https://${host}/v1` }],
      ...oauth2({ authorizationCode: flow(`https://${host}/token`) }),
    }),
    await addedOf({
      servers: [{ url: `https://${host}/v1` }],
      ...oauth2({ password: flow(`https://user:pw@${host}/0123456789abcdefghij/token?key=1`) }),
    }),
    await addedOf({ servers: [{ url: `https://${host}/v1` }], ...oauth2({ clientCredentials: flow("/token") }) }),
  ];
  const told = added.map(({ summary, notes }) => `${summary}\n${notes.join("\n")}`);
  for (const text of told) assert.match(text, `default  https://${host}/v1`);
  assert.match(told[0] ?? "", `tokens come from https://${host}/token;`);
  assert.match(told[1] ?? "", `tokens come from https://***@${host}/***;`);
  assert.match(told[2] ?? "", `it is https://${host}/token`);
  assert.not.match(told.join("\n"), /user:pw|key=1|0123456789abcdefghij\/token/);
});

test("a scheme that is no default: its line, and its credentials in the first call", async () => {
  const { summary } = await addedOf({
    security: [],
    ...oauth2({ clientCredentials: flow(TOKEN_URL) }),
    paths: { "/charges": { get: { security: [{ app: [] }], responses: {} }, post: { security: [], responses: {} } } },
  });
  assert.match(summary, '{ "id": "app", "clientId": "$ACME_CLIENT_ID", "clientSecret": "$ACME_CLIENT_SECRET" }');
  assert.match(summary, 'app: { clientId: process.env["ACME_CLIENT_ID"] ?? "", clientSecret: process.env[');
});

test("no scopes are asked for: which a client may have nobody knows but its owner", async () => {
  const scopes = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [`${name}:read`, ""]));
  const { schemes, notes } = await addedOf(oauth2({ clientCredentials: flow(TOKEN_URL, scopes) }));
  assert.equal(schemes, [{ id: "app", type: "oauth2", flow: "clientCredentials", tokenUrl: TOKEN_URL }]);
  assert.equal(notes, [
    'SW0706 tokens of "app" are requested without scopes, so the server grants those of the client. The document has "a:read", "b:read", "c:read", "d:read", "e:read" and 1 more (to request some, add "scopes" to the scheme in the definition, or `security: { id, scopes }` to a request)',
  ]);
});

const relative: readonly (readonly [tokenUrl: string, server: string, resolved: string])[] = [
  ["/oauth/token", "https://api.acme.example/v2", "https://api.acme.example/oauth/token"],
  ["oauth/token", "https://api.acme.example/v2/", "https://api.acme.example/v2/oauth/token"],
  ["//auth.acme.example/token", "https://api.acme.example/v2", TOKEN_URL],
  ["/oauth/token", "https://{region}.acme.example/v2", "https://{region}.acme.example/oauth/token"],
];

for (const [tokenUrl, url, resolved] of relative) {
  test(`a relative token URL: ${tokenUrl} at ${url}`, async () => {
    const servers = [{ url, variables: { region: { default: "eu" } } }];
    const { schemes, notes } = await addedOf({ ...oauth2({ clientCredentials: flow(tokenUrl) }), servers });
    assert.equal(schemes, [{ id: "app", type: "oauth2", flow: "clientCredentials", tokenUrl: resolved }]);
    assert.match(
      notes.join("\n"),
      `SW0706 the token URL of "app" is relative: with the first server, it is ${resolved}`,
    );
  });
}

test("a parameter of a server may stand in a token URL", async () => {
  const servers = [{ url: "https://{tenant}.acme.example", variables: { tenant: { default: "a" } } }];
  const tokenUrl = "https://auth.acme.example/{tenant}/token";
  const { schemes } = await addedOf({ ...oauth2({ clientCredentials: flow(tokenUrl) }), servers });
  assert.equal(schemes, [{ id: "app", type: "oauth2", flow: "clientCredentials", tokenUrl }]);
});

const refused: readonly (readonly [tokenUrl: string, why: string])[] = [
  ["http://auth.acme.example/token", "a token URL must start with https://, or lead to this machine"],
  ["https://{domain}/token", "{domain} in the token URL is not a declared parameter"],
  ["https://me:pw@auth.acme.example", "a token URL cannot have user info before the host"],
  ["ftp://auth.acme.example", "a token URL must start with https:// or http://"],
];

for (const [tokenUrl, why] of refused) {
  test(`bearer instead: ${tokenUrl}`, async () => {
    const { schemes, notes, summary } = await addedOf(oauth2({ clientCredentials: flow(tokenUrl) }));
    assert.equal(schemes, [BEARER]);
    assert.match(notes.join("\n"), `; its token URL cannot be used: ${why}`);
    assert.not.match([...notes, summary].join("\n"), "me:pw");
  });
}

test("the destination is told without its query, which may hold a key", async () => {
  const { notes, summary } = await addedOf(oauth2({ clientCredentials: flow(`${TOKEN_URL}?api_key=s3cret`) }));
  assert.match(summary, `app: tokens come from ${TOKEN_URL}?***; the client's id and secret go there`);
  assert.not.match([...notes, summary].join("\n"), "s3cret");
});

test("bearer instead, where a person has to take part: with the way for refresh tokens", async () => {
  for (const name of ["authorizationCode", "deviceAuthorization", "password", "implicit"]) {
    const { schemes, notes, summary } = await addedOf(oauth2({ [name]: flow(TOKEN_URL) }));
    assert.equal(schemes, [BEARER]);
    assert.equal(notes, [
      `SW0706 "app" is oauth2, and becomes bearer: you pass the access token, which the vendor issues at ${TOKEN_URL} (in code, it can be a function that gets a fresh token. If you have a refresh token, make the scheme \`oauth2\` with the flow \`refreshToken\`)`,
    ]);
    assert.match(summary, `app: tokens come from ${TOKEN_URL}; nothing of yours is sent there`);
  }
});

test("odd documents crash nothing", async () => {
  for (const flows of [null, [], "x", { clientCredentials: null }, { clientCredentials: { tokenUrl: 1 } }, { x: 1 }])
    assert.equal((await addedOf(oauth2(flows as object))).schemes, [BEARER]);
});

test("a key in Authorization: the note says what a prefix is for", async () => {
  const key = { type: "apiKey", in: "header", name: "Authorization" };
  const { notes } = await addedOf({ components: { securitySchemes: { app: key } } });
  assert.match(notes.join(), 'such as "Bot ", add "prefix": "Bot " to the scheme in the definition');
});

test.run();
