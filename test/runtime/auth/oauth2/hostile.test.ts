import { ConfigurationError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { answer, fakeVendor, granted, invalid, LOGIN } from "./fake.js";

const test = suite("oauth2: hostile surroundings");

test("a tenant whose refresh token rotates without end does not push out another's", async () => {
  const newest: Record<string, string> = { own: "own-0", other: "other-0" };
  let isHostile = false;
  const fake = fakeVendor({
    scheme: { flow: "refreshToken" },
    token: ({ form }, number) => {
      const tenant = Object.keys(newest).find((name) => newest[name] === form["refresh_token"]);
      if (tenant === undefined) return answer(400, { error: "invalid_grant" });
      newest[tenant] = `${tenant}-${number}`;
      return granted(`access-${number}`, { refresh_token: newest[tenant] });
    },
    api: () => (isHostile ? invalid() : 200),
  });
  let tenant = "own";
  const acme = fake.client({}, { refreshToken: () => `${tenant}-0` });
  await acme.get("/items");
  [tenant, isHostile] = ["other", true];
  for (let call = 0; call < 120; call += 1) await acme.get("/items").catch(() => {});
  assert.is(fake.tokens.length, 241);
  [tenant, isHostile] = ["own", false];
  await fake.clock.advance(3_600_000);
  await acme.get("/items");
  assert.is(fake.tokens.at(-1)?.form["refresh_token"], "own-1");
});

test("no message, event or circuit shows the query of a token URL", async () => {
  const fake = fakeVendor({ scheme: { tokenUrl: "https://auth.test/token?code=s3cret-in-query" }, token: () => 500 });
  const shop = fake.useCase(false);
  const outcome = await fake.clock.finish(shop.send());
  const shown = JSON.stringify([outcome, fake.events, shop.circuits(), shop.exportCircuits()]);
  assert.match(shown, "POST https://auth.test/token of acme");
  assert.not.match(shown, "s3cret-in-query");
});

test("a value in the path of a token URL does not lead up, for servlets neither", async () => {
  for (const TENANT of ["..", ".", "..;", "..;a=b", "a/..;/b"]) {
    const definition = { parameters: { TENANT: {} }, tokenUrl: "https://auth.test/tenants/{TENANT}/token" };
    assert.is(await refusalOf(definition, TENANT), "bad-token-url", TENANT);
  }
});

test("12: a refusal that a fetch hands on after the request has ended is let go, and breaks nothing", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    let handOn: (answer: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => (handOn = resolve));
    const token = async (): Promise<Response> => granted("access");
    const fetch = async (url: unknown): Promise<Response> => (String(url).includes("auth") ? token() : late);
    const acme = fakeVendor().client({ fetch });
    const controller = new AbortController();
    const call = rejection(acme.get("/items", { signal: controller.signal }), Error);
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort(new Error("enough"));
    assert.is((await call).message, "enough");
    const refused = invalid();
    handOn(refused);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal([unhandled, refused.bodyUsed], [[], true]);
  } finally {
    process.off("unhandledRejection", note);
  }
});

async function refusalOf(
  { parameters, tokenUrl }: { parameters: object; tokenUrl: string },
  TENANT: string,
): Promise<string> {
  const definition = {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: "https://api.test" } },
    securitySchemes: { login: { type: "oauth2", flow: "clientCredentials", tokenUrl, clientAuthentication: "basic" } },
    parameters: parameters as Record<string, object>,
  } as const;
  const asked: string[] = [];
  const fetch = async (url: unknown) => (asked.push(String(url)), granted("access"));
  const acme = bindProvider(
    definition,
    {},
    { credentials: { login: LOGIN }, parameters: { TENANT }, fetch },
    { oauth2 },
  );
  const error = await rejection(acme.get("/items", { security: "login" }), ConfigurationError);
  assert.equal(asked, []);
  return error.code;
}

test.run();
