import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseChallenges } from "#runtime/auth/challenges.js";
import { answerChallenge, readDigest, requestTarget, strongestChallenge } from "#runtime/auth/digest.js";
import { root } from "../../../tree.js";

interface AnswerVector {
  id: string;
  challenge: string[];
  username: string;
  password: string;
  method: string;
  url: string;
  body: string | null;
  nc: number;
  cnonce: string;
  sessionCnonce: string | null;
  expect: { selected: number; target: string; authorization: string; response: string };
}

interface ParseVector {
  id: string;
  challenge: string[];
  expect: {
    scheme: string;
    token68?: string;
    params: Record<string, string>;
    duplicate?: string[];
    malformed?: boolean;
  }[];
  digestSelected: number | null;
}

const vectors = JSON.parse(readFileSync(join(root, "test/vectors/digest.json"), "utf8")) as {
  answer: AnswerVector[];
  parse: ParseVector[];
};

const parse = suite("challenge vectors");
for (const vector of vectors.parse) {
  parse(vector.id, () => {
    const challenges = parseChallenges(vector.challenge.join(", "));
    assert.equal(
      challenges.map((challenge) => ({
        scheme: challenge.scheme,
        ...(challenge.token68 === undefined ? {} : { token68: challenge.token68 }),
        params: Object.fromEntries(challenge.params),
        ...(challenge.repeated.size === 0 ? {} : { duplicate: [...challenge.repeated] }),
        ...(challenge.malformed ? { malformed: true } : {}),
      })),
      vector.expect,
    );
    const selected = strongestChallenge(challenges);
    const expected = vector.digestSelected === null ? undefined : challenges[vector.digestSelected];
    assert.equal(selected, expected && readDigest(expected));
  });
}
parse("all are there", () => assert.is(vectors.parse.length, 18));
parse.run();

const answer = suite("answer vectors");
// A session of ours has one cnonce.
const answers = vectors.answer.filter(({ cnonce, sessionCnonce }) => (sessionCnonce ?? cnonce) === cnonce);
for (const vector of answers) {
  answer(vector.id, () => {
    const challenges = parseChallenges(vector.challenge.join(", "));
    const challenge = strongestChallenge(challenges);
    const expected = challenges[vector.expect.selected];
    assert.ok(challenge !== undefined && expected !== undefined);
    assert.equal(challenge, readDigest(expected));
    assert.is(requestTarget(vector.url), vector.expect.target);
    const parts = {
      challenge,
      username: vector.username,
      password: vector.password,
      method: vector.method,
      target: requestTarget(vector.url),
      body: vector.body === null ? undefined : new TextEncoder().encode(vector.body),
      nc: vector.nc,
      cnonce: vector.cnonce,
    };
    assert.equal(fields(answerChallenge(parts)), fields(vector.expect.authorization));
  });
}
answer("all are there", () => assert.equal([vectors.answer.length, answers.length], [49, 48]));
answer.run();

/** Parameters as they are written, quotes included, in an order of their own. */
function fields(authorization: string): string[] {
  assert.match(authorization, /^Digest /);
  return (authorization.slice("Digest ".length).match(/[a-z*]+=(?:"(?:[^"\\]|\\.)*"|[^,]*)/g) ?? []).sort();
}
