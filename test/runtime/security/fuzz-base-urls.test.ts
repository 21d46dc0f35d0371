import * as fc from "fast-check";
import { SdkError } from "@sdkwright/runtime";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recordingFetch } from "../acme.js";
import { runs } from "../../effort.js";

const test = suite("fuzzing base URLs from outside");

const definition: ProviderDefinition = {
  name: "acme",
  defaultService: "default",
  services: { default: { baseUrl: "https://production.test/v1" } },
  securitySchemes: { token: { type: "http", scheme: "bearer" } },
  security: ["token"],
  parameters: { HOST: { default: "eu.stub.test" }, URL: { default: "http://far.test" } },
};

const characters = "/\\.@:?#%&={}$[] \t\n\0é\u202e？／。";
const words = "//|..|%2f|{HOST}|{URL}|{OTHER}|$HOST|http:|https://|HTTP://|file:///|u:p@|:8443|localhost|127.1|[::1]";
const hosts = "stub.test|production.test|0x7f.1|localhost.evil.test|xn--";
const pieces = [...characters.split(""), ...words.split("|"), ...hosts.split("|")];
const tail = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(""));
const hostile = fc.oneof(
  tail,
  fc
    .tuple(fc.constantFrom("https://", "http://"), fc.constantFrom(...hosts.split("|")), tail)
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 }),
);

test("whatever stands there, a request goes to it by https or on this machine, or nowhere, and is not shown", async () => {
  let accepted = 0;
  const property = fc.asyncProperty(hostile, fc.boolean(), async (text, isGiven) => {
    const { fetch, sent } = recordingFetch();
    const url = `${text}/canary-7f3a`;
    const options = isGiven ? { services: { default: url } } : { env: { STUB: url } };
    const configured = { services: { default: "$STUB" } };
    const client = bindProvider(definition, configured, { credentials: { token: { token: "t" } }, fetch, ...options });
    const error: unknown = await client.get("/items").then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.is(sent.length, error === undefined ? 1 : 0, String(error));
    for (const request of sent) assertHarmless(new URL(request.url), text);
    if (error === undefined) accepted += 1;
    else assert.instance(error, SdkError);
    assert.not.match(JSON.stringify(error ?? "") + String(error), "7f3a");
  });
  await fc.assert(property, { numRuns: runs(3000, 1000) });
  assert.ok(accepted > 5, `only ${accepted} were good`);
});

function assertHarmless({ protocol, hostname, username, password, search, hash, pathname }: URL, text: string): void {
  const isLocal = /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
  assert.ok(protocol === "https:" || (protocol === "http:" && isLocal), text);
  assert.is(username + password + search + hash, "", text);
  assert.ok(hostname !== "production.test" || text.includes("production.test"), text);
  assert.ok(pathname.endsWith("/canary-7f3a/items"), text);
}

test.run();
