import { checkReferences, normalizeProvider, parseClient, parseProvider } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withSchemeFields } from "#runtime/formats/check-credentials.js";
import { definition, key, oauth2, signature, told } from "./scheme-documents.js";

const test = suite("formats: credentials of OAuth 2 and signatures");

/** What client.json is told for an entry, by a definition with both flows, a signature and a key. */
function entryTold(entry: object): string[] {
  const schemes = [oauth2(), { ...oauth2(), id: "user", flow: "refreshToken" }, signature("x"), key("Bot ")];
  const parsed = parseProvider(definition(schemes)).value;
  const known = { providers: parsed === undefined ? {} : { acme: normalizeProvider(parsed) }, profiles: {} };
  const client = { providers: { acme: { security: [entry] } } };
  const { issues, sound } = parseClient(client);
  const explained = withSchemeFields(issues, client as never, known);
  const found = told([...explained, ...(sound === undefined ? [] : checkReferences(sound, known))]);
  return found.map((each) => each.replace("/providers/acme/security/0", ""));
}

const [ID, SECRET, REFRESH] = [{ clientId: "$ID" }, { clientSecret: "$SECRET" }, { refreshToken: "$REFRESH" }];
const entries: readonly (readonly [entry: object, ...issues: string[]])[] = [
  [{ id: "app", ...ID, ...SECRET }],
  [{ id: "app", ...ID, clientSecret: "" }],
  [{ id: "user", ...ID, ...SECRET, ...REFRESH }],
  [{ id: "user", ...ID, ...REFRESH }],
  [
    { id: "app", ...ID, ...SECRET, ...REFRESH },
    'SW1314  "app" has "clientId", "clientSecret", "refreshToken"; its security scheme takes "clientId" and "clientSecret"',
  ],
  [
    { id: "app", ...ID, ...REFRESH },
    'SW1314  "app" has "clientId", "refreshToken"; its security scheme takes "clientId" and "clientSecret"',
  ],
  [
    { id: "user", ...ID, ...SECRET },
    'SW1314  "user" has "clientId", "clientSecret"; its security scheme takes "clientId" and "refreshToken", and may have "clientSecret"',
  ],
  [{ id: "app", ...ID }, 'SW1311  the entry has "clientId"; security scheme "app" takes "clientId" and "clientSecret"'],
  [
    { id: "user", ...REFRESH },
    'SW1311  the entry has "refreshToken"; security scheme "user" takes "clientId" and "refreshToken", and may have "clientSecret"',
  ],
  [
    { id: "app", clientID: "$ID", ...SECRET },
    'SW1311  the entry has "clientID", "clientSecret"; security scheme "app" takes "clientId" and "clientSecret" (did you mean "clientId"?)',
  ],
  [
    { id: "none", secret: "$X" },
    'SW1311  the entry has "secret"; expected "apikey", or "username" and "password", or "token", or "clientId" with "clientSecret" or "refreshToken"',
  ],
  [
    { id: "sig", apikey: "$X" },
    'SW1314  "sig" has "apikey"; its security scheme takes nothing here: it is a signature, so give its function `sign` in code',
  ],
  [
    { id: "sig" },
    'SW1311  the entry has no credentials; security scheme "sig" takes nothing here: it is a signature, so give its function `sign` in code',
  ],
  [
    { id: "sig", sign: "$X" },
    'SW1311  the entry has "sign"; security scheme "sig" takes nothing here: it is a signature, so give its function `sign` in code',
  ],
  [
    { id: "app", clientId: "s3cret", ...SECRET },
    'warning SW1310 /clientId "clientId" is a literal, which is not emitted: your code has to give it (write "$ACME_CLIENT_ID" and set that variable)',
  ],
  [
    { id: "user", ...ID, refreshToken: "s3cret" },
    'warning SW1310 /refreshToken "refreshToken" is a literal, which is not emitted: your code has to give it (write "$ACME_REFRESH_TOKEN" and set that variable)',
  ],
  [
    { id: "app", clientId: "", ...SECRET },
    'SW1104 /clientId "clientId": expected "$NAME", with the name of an environment variable',
  ],
  [
    { id: "app", ...ID, clientSecret: "${SECRET}" },
    'SW1309 /clientSecret "clientSecret" starts with "$" and is not "$NAME" (write "$NAME", without braces, for an environment variable, or "$$" for a literal "$")',
  ],
];

for (const [entry, ...issues] of entries) {
  test(`C18: ${JSON.stringify(entry)}`, () => assert.equal(entryTold(entry), issues));
}

test("a literal parameter of client.json that cannot stand in a token URL", () => {
  const parsed = parseProvider(definition([oauth2({ tokenUrl: "https://{TENANT}.example/token" })])).value;
  const known = { providers: parsed === undefined ? {} : { acme: normalizeProvider(parsed) }, profiles: {} };
  const [issue] = checkReferences({ providers: { acme: { parameters: { TENANT: "evil.example/x" } } } }, known);
  assert.is(issue?.code, "SW1205");
  assert.match(issue?.message ?? "", 'the value of the parameter "TENANT" does not fit into the token URL');
});

test("the name that a literal credential is told is nobody else's in client.json", () => {
  const fields = { beta: { security: [{ id: "x", apikey: "$ACME_PAY_API_KEY" }] } };
  const entry = (id: string) => ({ id, apikey: "s3cret" });
  const providers = {
    "acme-pay": { security: [entry("key")] },
    acme: { security: [entry("pay"), { id: "x", apikey: "$X" }] },
    ...fields,
  };
  const hints = parseClient({ providers }).issues.map(({ hint = "" }) => /"\$(\w+)"/.exec(hint)?.[1]);
  assert.equal(hints, ["ACME_PAY_API_KEY_2", "ACME_PAY_API_KEY_3"]);
});

test.run();
