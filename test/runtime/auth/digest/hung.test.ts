import { TimeoutError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { VirtualClock } from "../../policy/virtual-clock.js";
import { signedClient } from "../signing.js";

const test = suite("digest: code of the application's own that never comes back");

const never = new Promise<never>(() => {});

/** A client whose first `fetch` or `sign` hangs, whatever its signal says; `oneTime`: its server takes each nonce once. */
function hanging(what: "fetch" | "sign", oneTime: boolean, hangs = 1) {
  const clock = new VirtualClock(1);
  let [calls, sent] = [0, 0];
  const hang = (): boolean => (calls += 1) <= hangs;
  const fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    if (what === "fetch" && hang()) return never;
    sent += 1;
    if (!new Headers(init.headers).has("authorization")) return challenged();
    return new Response("{}", { headers: oneTime ? { "authentication-info": `nextnonce="${sent}"` } : {} });
  };
  const sign = async (): Promise<object> => (what === "sign" && hang() ? never : { "x-signature": "1" });
  const acme = signedClient("https://acme.test", sign, { clock, fetch, requestTimeout: 300, retries: 0 });
  const get = () => acme.get("/x", { security: ["staff", "signed"] });
  return { clock, get, sent: () => sent };
}

function challenged(): Response {
  const headers = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' };
  return new Response(null, { status: 401, headers });
}

for (const what of ["fetch", "sign"] as const) {
  test(`a \`${what}\` that hangs takes the time of its own request, and no other's`, async () => {
    for (const oneTime of [false, true]) {
      const { clock, get, sent } = hanging(what, oneTime);
      await rejection(clock.finish(get()), TimeoutError);
      const others = [get(), get(), get()].map(async (other) => (await other).status);
      assert.equal(await clock.finish(Promise.all(others)), [200, 200, 200]);
      assert.equal([clock.now(), sent()], [300, 4]);
    }
  });
}

test("who waits behind it goes on when its time is up, also behind several", async () => {
  const { clock, get } = hanging("fetch", false, 2);
  const hung = [rejection(get(), TimeoutError)];
  await clock.advanceTo(100);
  hung.push(rejection(get(), TimeoutError));
  await clock.advanceTo(200);
  const last = get();
  await clock.advanceTo(450);
  await Promise.all(hung);
  assert.equal([(await last).status, clock.now()], [200, 450]);
});

test.run();
