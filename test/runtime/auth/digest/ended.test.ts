import { bindProvider } from "@sdkwright/runtime/generated/digest";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme } from "../../acme.js";
import { Platform } from "../../policy/mortal.js";

// Workers run nothing of a request that has ended; a client of the module outlives it.
const test = suite("digest: requests that the platform ends");

/** A client of all requests; its server answers after `takes` ms, and keeps what it was sent. */
function shared(takes: () => number, oneTime = false) {
  const platform = new Platform();
  const { time, clock } = platform;
  const sent: string[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> =>
    platform.bound(async () => {
      const isSigned = new Headers(init.headers).has("authorization");
      sent.push(`${time.now()} ${new URL(url as string).pathname}${isSigned ? " signed" : ""}`);
      await time.sleep(takes());
      const headers = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' };
      if (!isSigned) return new Response(null, { status: 401, headers });
      return new Response("{}", { headers: oneTime ? { "authentication-info": `nextnonce="${sent.length}"` } : {} });
    });
  const credentials = { staff: { username: "alice", password: "wonderland" } };
  const client = bindProvider(acme("https://acme.test"), {}, { credentials, clock, fetch });
  const get = (path: string) => platform.begin(async () => (await client.get(path, { security: "staff" })).status);
  return { time, sent, get };
}

test("the place of one that was ended goes to who waits, 4 s after its last sign of life; later ones wait for nothing", async () => {
  const { time, sent, get } = shared(() => 500);
  const ended = get("/ended");
  await time.advanceTo(100);
  ended.end();
  const next = get("/next");
  await time.advanceTo(3999);
  assert.equal(sent, ["0 /ended"]);
  await time.finish(next.result);
  assert.equal(sent.slice(1), ["4000 /next", "4500 /next signed"]);
  await time.finish(get("/last").result);
  assert.is(sent.length, 4);
});

test("nobody who was ended while it waited gets it, and who comes long after has it a second later", async () => {
  const { time, sent, get } = shared(() => 500, true);
  const ended = [get("/first"), get("/second"), get("/third")];
  await time.advanceTo(100);
  for (const each of ended) each.end();
  await time.advanceTo(2000);
  const patient = get("/patient");
  await time.finish(patient.result);
  assert.equal(sent, ["0 /first", "4000 /patient", "4500 /patient signed"]);
  const again = get("/ended-again");
  again.end();
  await time.advance(60_000);
  const from = time.now();
  const late = get("/late");
  await time.finish(late.result);
  assert.is(sent.at(-1), `${from + 1000} /late signed`);
});

test("one that lives is waited for, for all its time", async () => {
  const { time, sent, get } = shared(() => 20_000);
  const slow = get("/slow");
  await time.advanceTo(1);
  const other = get("/other");
  await time.advanceTo(19_999);
  assert.equal(sent, ["0 /slow"]);
  await time.advanceTo(100_000);
  await Promise.allSettled([slow.result, other.result]);
  assert.equal(sent.slice(0, 3), ["0 /slow", "20000 /slow signed", "30000 /other signed"]);
});

test.run();
