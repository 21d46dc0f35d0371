import * as fc from "fast-check";
import { AuthenticationError, RedirectError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { wire } from "./wire.js";
import { runs } from "../../../effort.js";

const test = suite("12.5: sends of an attempt");

/** What a server says to one request: it asks (again), says that the nonce is old, or sends elsewhere on its origin. */
type Word = "ask" | "stale" | "move" | "ok";

test("12.5: ten redirects, a challenge and a stale nonce: 13 sends, and all is well", async () => {
  const moves = Array.from({ length: 10 }, () => "move" as const);
  for (const words of [
    ["ask", "stale", ...moves, "ok"],
    [...moves, "ask", "stale", "ok"],
    ["ask", ...moves, "stale", "ok"],
  ] as const) {
    const { sent, result } = attempt(words);
    assert.is((await result).status, 200);
    assert.is(sent.length, 13);
  }
});

test("12.5: a nonce that goes stale on every hop ends the attempt at the third", async () => {
  const { sent, result } = attempt(["ask", "move", "stale", "move", "stale", "move", "ok"]);
  assert.equal([(await result).refusal, sent.length], ["rejected", 5]);
});

test("12.5: the eleventh redirect is the limit, whatever was asked on the way", async () => {
  const { sent, result } = attempt(["ask", ...Array.from({ length: 11 }, () => "move" as const)]);
  await rejection(result, RedirectError);
  assert.is(sent.length, 12);
});

test("12.5: the next attempt has sends of its own", async () => {
  const { sent, again, result } = attempt(["ask", "stale", "ok", "stale", "stale", "ok"]);
  assert.is((await result).status, 200);
  assert.is((await again()).status, 200);
  assert.is(sent.length, 6);
});

test("12.5: whatever a server says, an attempt is at most 13 sends, and 2 more than its hops", async () => {
  const words = fc.array(fc.constantFrom<Word>("ask", "stale", "move", "move"), { minLength: 14, maxLength: 40 });
  let longest = 0;
  await fc.assert(
    fc.asyncProperty(words, async (script) => {
      const { sent, result } = attempt(script);
      await result.catch((error: unknown) =>
        assert.ok(error instanceof AuthenticationError || error instanceof RedirectError),
      );
      const hops = new Set(sent).size;
      assert.ok(sent.length <= hops + 2 && hops <= 11, `${sent.length} sends in ${hops} hops`);
      longest = Math.max(longest, sent.length);
    }),
    { numRuns: runs(500, 50) },
  );
  assert.ok(longest > 5);
});

test("a challenge that no header holds, from a `fetch` with answers of its own, is none that is answered", async () => {
  const get = (name: string): string | null =>
    name === "www-authenticate" ? 'Digest realm="\u0142", nonce="x"' : null;
  const answer = {
    status: 401,
    statusText: "",
    headers: { get, keys: () => [], [Symbol.iterator]: () => [].values() },
    body: null,
  };
  const fetch = async (): Promise<Response> => answer as unknown as Response;
  const { status, refusal } = await wire("https://api.acme.example", { fetch }).get("/x");
  assert.equal([status, refusal], [401, "unsupportedChallenge"]);
});

test.run();

/** One attempt at a server that says these words in turn; `sent` has the URL of every send. */
function attempt(words: readonly Word[]) {
  const sent: string[] = [];
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const word = words[sent.length] ?? "ok";
    sent.push(new Request(input).url);
    return say(word, sent.length);
  };
  const client = wire("http://a.test", { fetch });
  const again = () => client.get("/0");
  return { sent, again, result: again() };
}

function say(word: Word, count: number): Response {
  if (word === "ok") return new Response("{}");
  if (word === "move") return new Response(null, { status: 302, headers: { location: `/${count}` } });
  const stale = word === "stale" ? ", stale=true" : "";
  const challenge = `Digest realm="r", nonce="n${count}", qop="auth"${stale}`;
  return new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
}
