import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answer, fakeVendor, granted, invalid, LOGIN, type Fake } from "./fake.js";

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

/** What somebody may have put on `Object.prototype`. */
const pollution = {
  audience: "evil",
  scopes: ["evil"],
  refresh_token: "evil",
  error: "invalid_client",
  expires_in: 1e-9,
  access_token: "evil",
  load: () => ({ accessToken: "evil" }),
  save: () => {
    throw new Error("taken");
  },
};

for (const [name, value] of Object.entries(pollution)) {
  test(`\`${name}\` on Object.prototype changes nothing that is sent`, async () => {
    const [clean, polluted] = [rotating(), rotating()];
    await use(clean);
    // eslint-disable-next-line no-extend-native -- that is what is tested
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    try {
      await use(polluted);
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
    assert.equal(seenBy(polluted), seenBy(clean));
    assert.is(polluted.events.filter((event) => event.type === "token" && event.error !== undefined).length, 0);
  });
}

function rotating(): Fake {
  return fakeVendor({ scheme: { flow: "refreshToken" } });
}

async function use(fake: Fake): Promise<void> {
  const acme = fake.client({}, { ...LOGIN, refreshToken: "given" });
  await acme.get("/items");
  await fake.clock.advance(3_600_000);
  await acme.get("/items");
}

function seenBy({ tokens, calls }: Fake): unknown {
  return [...tokens, ...calls].map(({ form, authorization }) => [Object.entries(form), authorization]);
}

test.run();
