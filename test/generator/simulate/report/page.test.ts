import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { project, report, unfailing, wordsOf } from "./project.js";

const test = suite("the report's page");

const { page, stdout, stderr, status } = await report(project, {
  env: { PIGEON_KEY: "canary-value-of-key", PIGEON_USER: "" },
});
const words = wordsOf(page);

function says(...sentences: readonly string[]): void {
  for (const sentence of sentences) assert.ok(words.includes(sentence), `the page does not say: ${sentence}`);
}

test("says who is asked, in which order, and how often", () => {
  says(
    "2 providers, 1 use-case.",
    "A call tries pigeon first. If it fails, raven takes over.",
    "up to 3 attempts of at most 1 s each, with a wait of 200 ms between if another provider follows, else 50 ms and 100 ms; when its circuit opens, it rests 400 ms at first",
    "no policy: a failed request is sent again as its client says, if that is harmless and no other provider takes over",
  );
});

test("says what client.json and the definition say of all requests to a provider", () => {
  says(
    "At most 2,000 attempts start per second.",
    "A request that fails is sent again at most 1 time, if that is harmless.",
    "Also harmless to repeat: POST /search.",
    "A request ends after 1 min, with all its attempts.",
    "Each POST and PATCH has a random Idempotency-Key.",
  );
});

test("says what happens in each way to be down: to many callers first, then to one alone, with the shipped policy's numbers", () => {
  says(
    "Many callers while pigeon is down: 10 calls a second, for 1 min pigeon … 99 of 100 wait at most answered by refuses connections 434 ms ✓ raven 100 %",
    "never answers 1.08 s ✓ raven 100 %",
    "One caller while pigeon is down",
    "is well 80 ms ✓ pigeon",
    "answers 503 (unavailable) 440 ms ✓ raven",
    "never answers 1.08 s ✓ raven",
    "First, pigeon is tried twice within 360 ms, then raven answers: the caller waits 440 ms.",
    "caller waits 440 ms, answered by raven",
    "pigeon 2 × 503",
    "raven takes over at 360 ms, answers in 80 ms",
    "0 s attempt 1 at pigeon: 503 after 80 ms 80 ms a wait of 200 ms before pigeon is tried again",
    "360 ms raven takes over (failover) 360 ms attempt 1 at raven: answered after 80 ms 440 ms the caller has the answer of raven",
  );
});

test("and to a crowd, with the figures that are drawn", () => {
  says(
    "With 10 calls a second, and pigeon down for 1 min, all 600 calls that start then are answered.",
    "its open circuit blocks the rest",
    "Requests and calls over time, while pigeon never answers",
    "from to pigeon to raven circuit of pigeon answered failed longest wait 0 s 50 0 closed 50 0 80 ms",
  );
});

test("warns where nobody answers and a call takes longer than a person waits; the command says it too", () => {
  says(
    "A long wait. If no provider answers, a call takes 33.1 s: longer than a person waits. Set a deadline for calls",
  );
  assert.is(status, 0);
  assert.match(stderr, /warning SW0820/);
});

test("lists services, schemes, parameters and variables, set or not", () => {
  says(
    "default https://{REGION}.pigeon.example/v1 used if a request names no service",
    "login user name and password (HTTP Basic) username: $PIGEON_USER, password: $PIGEON_PASSWORD",
    "key API key in the header X-Key apikey: $PIGEON_KEY",
    "REGION $PIGEON_REGION",
    "PIGEON_KEY ● set pigeon: apikey of key",
    "PIGEON_USER ○ not set pigeon: username of login",
    "On the machine that made this page, 3 of 4 are not set.",
  );
});

test("no value of a variable or of a default input", () => {
  for (const text of [page, stdout, stderr]) assert.not.match(text, /canary/);
});

test("explains the words that it uses, and links them", () => {
  for (const word of ["attempt", "circuit", "failover", "caller"]) {
    assert.ok(page.includes(`<dt id="word-${word}">`), word);
    assert.ok(page.includes(`href="#word-${word}"`), word);
  }
});

test("has no script, asks for nothing, and forbids both; the only style is the one that the policy names", () => {
  assert.not.match(page, /<script|<link|<img|<iframe|\son\w+=|\bstyle="|@import|javascript:|https?:\/\/(?![\w{])/i);
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;`;
  assert.ok(page.includes(`<meta http-equiv="Content-Security-Policy" content="${policy}">`));
  assert.not.match(style, /url\((?!"?#)/);
});

test("is built as assistive technology wants it: landmarks, headings in order, captions, scopes, ids that are one", () => {
  for (const tag of ["<header>", "<nav aria-label=", "<main ", "<footer>", '<html lang="en">'])
    assert.ok(page.includes(tag), tag);
  const levels = Array.from(page.matchAll(/<h([1-6])/g), ([, level]) => Number(level));
  assert.is(levels.filter((level) => level === 1).length, 1);
  levels.slice(1).forEach((level, index) => assert.ok(level - (levels[index] ?? 0) <= 1, `h${String(level)}`));
  assert.is(count("<table"), count("<caption>"));
  assert.is(count("<th>"), 0);
  const ids = Array.from(page.matchAll(/\sid="([^"]+)"/g), ([, id = ""]) => id);
  assert.is(new Set(ids).size, ids.length);
  for (const [, target = ""] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target);
});

test("every drawing is hidden from those who cannot see it, and stands beside the same in words", () => {
  assert.is(count('<svg class="track"'), count('<svg class="track" aria-hidden="true"'));
  assert.is(count("The same as a list"), 4);
  assert.is(count("The same in figures"), 4);
});

test("the same inputs give the same bytes; what is set in the environment is one of them", async () => {
  const [one, same, unset] = [{ PIGEON_KEY: "canary-value", PIGEON_USER: "" }, { PIGEON_KEY: "another", PIGEON_USER: "" }, {}]; // prettier-ignore
  const pages = [];
  for (const env of [one, same, unset]) pages.push((await report(unfailing, { env })).page);
  assert.is(pages[1], pages[0]);
  assert.is.not(pages[2], pages[0]);
});

function count(text: string): number {
  return page.split(text).length - 1;
}

test.run();
