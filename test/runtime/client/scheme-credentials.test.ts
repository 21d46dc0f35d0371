import { ConfigurationError } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { bindProvider } from "@sdkwright/runtime/generated";
import { bindClient, type ClientParts } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("credentials of OAuth 2 and signatures, as clients take them");

const oauth2 = {
  type: "oauth2",
  tokenUrl: "https://auth.acme.example/token",
  clientAuthentication: "basic",
} as const;
const parts: ClientParts = {
  providers: {
    acme: {
      definition: {
        name: "acme",
        defaultService: "default",
        services: { default: { baseUrl: "https://api.acme.example" } },
        securitySchemes: {
          app: { ...oauth2, flow: "clientCredentials" },
          user: { ...oauth2, flow: "refreshToken" },
          sig: { type: "signature", headers: ["x-signature"] },
        },
      },
    },
  },
};

function thrown(options: object): ConfigurationError | undefined {
  try {
    bindClient(parts, options);
    return undefined;
  } catch (error) {
    assert.instance(error, ConfigurationError);
    return error as ConfigurationError;
  }
}

test("a client names schemes by id alone: scopes are for a request", () => {
  const definition = parts.providers["acme"]?.definition;
  assert.ok(definition);
  for (const security of [[{ id: "app", scopes: ["read"] }], ["app", { id: "app", scopes: [] }], [["app"]]]) {
    const options = { security } as object;
    assert.throws(() => bindProvider(definition, {}, options), /`security` of acme takes only ids/);
  }
  bindProvider(definition, {}, { security: ["app"] });
  bindProvider(definition, {}, { security: "app" });
});

const withEntry = (entry: object) => ({ clientJson: clientJson({ providers: { acme: { security: [entry] } } }) });

test("clientJson: the fields of each scheme, the secret of a public client left out", () => {
  for (const entry of [
    { id: "app", clientId: "$ID", clientSecret: "literal" },
    { id: "user", clientId: "$ID", refreshToken: "$TOKEN" },
    { id: "user", clientId: "$ID", clientSecret: "$SECRET", refreshToken: "$TOKEN" },
  ])
    assert.is(thrown(withEntry(entry)), undefined, JSON.stringify(entry));
});

const wrong: readonly (readonly [entry: object, message: string])[] = [
  [
    { id: "app", clientId: "s3cret" },
    'the entry has "clientId"; security scheme "app" takes "clientId" and "clientSecret"',
  ],
  [
    { id: "app", clientId: "s3cret", clientSecret: "s3cret", refreshToken: "s3cret" },
    '"app" has "clientId", "clientSecret", "refreshToken"; its security scheme takes "clientId" and "clientSecret"',
  ],
  [
    { id: "user", token: "s3cret" },
    '"user" has "token"; its security scheme takes "clientId" and "refreshToken", and may have "clientSecret"',
  ],
  [
    { id: "sig", apikey: "s3cret" },
    '"sig" has "apikey"; its security scheme takes nothing here: it is a signature, so give its function `sign` in code',
  ],
];

for (const [entry, message] of wrong) {
  test(`clientJson: ${message}`, () => {
    const error = thrown(withEntry(entry));
    assert.is(error?.message, `clientJson is not valid: /providers/acme/security/0: ${message}`);
    assert.not.match(JSON.stringify(error), "s3cret");
  });
}

test("code: unknown fields and wrong kinds are refused; a function can stand for a whole scheme", () => {
  const told = (credentials: object) => thrown({ credentials: { acme: credentials } })?.message ?? "";
  assert.match(
    told({ app: { clientID: "s3cret" } }),
    "`credentials.app.clientID` of acme is unknown; known: clientId, clientSecret",
  );
  assert.match(told({ app: { refreshToken: "s3cret" } }), "`credentials.app.refreshToken` of acme is unknown");
  assert.match(
    told({ user: { clientSecret: 1 } }),
    "`credentials.user.clientSecret` of acme is not a string or a function",
  );
  assert.match(told({ sig: { sign: "s3cret" } }), "`credentials.sig.sign` of acme is not a function");
  assert.match(told({ sig: { apikey: "s3cret" } }), "`credentials.sig.apikey` of acme is unknown; known: sign");
  assert.is(told({ app: () => ({}), user: { refreshToken: () => "t" }, sig: { sign: () => ({}) } }), "");
});

test.run();
