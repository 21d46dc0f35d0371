import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { regExpWork } from "./regexp-work.js";
import { parseChallenges, parseParameters } from "#runtime/auth/challenges.js";
import { answerChallenge, strongestChallenge } from "#runtime/auth/digest.js";
import { runs } from "../../effort.js";

const test = suite("fuzzing challenges");

/** What headers are made of, with the characters that matter more often than others. */
const field = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', "\\", "=", ",", " ", "\t", "Digest ", "Basic ", "realm=", 'nonce="n"', 'realm="r"', "\x01"),
      fc.constantFrom(
        "qop=auth",
        "algorithm=",
        "MD5",
        "SHA-256-sess",
        "charset=UTF-8",
        "userhash=true",
        "ab==",
        "\xff",
      ),
      fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((octet) => String.fromCharCode(octet)), maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));
const anyText = fc.oneof(field, fc.string({ unit: "binary" }));
const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/);
/** Octets that a quoted-string can carry. */
const text = fc.string({ unit: fc.constantFrom(..."aB1 ,=;'\\\"\t\x80\xff~".split("")), maxLength: 12 });
const challenge = fc.record({
  scheme: token,
  params: fc.uniqueArray(fc.tuple(token, text), { selector: ([name]) => name.toLowerCase(), maxLength: 6 }),
});

test("nothing makes the tokenizer throw, and what it finds makes no sense it does not have", () => {
  fc.assert(
    fc.property(anyText, (value) => {
      for (const { scheme, params } of parseChallenges(value)) {
        assert.match(scheme, /^[!#$%&'*+.^_`|~0-9a-z-]+$/);
        for (const [name, found] of params) {
          assert.is(name, name.toLowerCase());
          assert.not.ok(found.split("").some((octet) => (octet < " " && octet !== "\t") || octet === "\x7f"));
        }
      }
      parseParameters(value);
    }),
    { numRuns: runs(2000) },
  );
});

test("what is written by the RFC is read as it was meant", () => {
  fc.assert(
    fc.property(fc.array(challenge, { maxLength: 5 }), (challenges) => {
      const written = challenges.map(({ scheme, params }) => [scheme, params.map(writeParam).join(", ")].join(" "));
      const read = parseChallenges(written.join(", "));
      assert.equal(
        read.map(({ scheme, params }) => ({ scheme, params: [...params] })),
        challenges.map(({ scheme, params }) => ({
          scheme: scheme.toLowerCase(),
          params: params.map(([name, value]) => [name.toLowerCase(), value]),
        })),
      );
      assert.ok(read.every(({ malformed, repeated }) => !malformed && repeated.size === 0));
    }),
    { numRuns: runs(1000) },
  );
});

test("no challenge makes an answer that is not one header line, or in which a value ends early", () => {
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.string({ unit: "grapheme" }),
      fc.boolean(),
      (realm, nonce, opaque, username, utf8) => {
        const params = [
          ["realm", realm],
          ["nonce", nonce],
          ["opaque", opaque],
          ["charset", utf8 ? "UTF-8" : "x"],
        ] as const;
        const chosen = strongestChallenge(parseChallenges(`Digest ${params.map(writeParam).join(", ")}, qop=auth`));
        assert.ok(chosen);
        const parts = { challenge: chosen, username, password: "p", method: "GET", target: "/", body: undefined };
        const answer = answerChallenge({ ...parts, nc: 1, cnonce: "c" });
        const sent = new Headers([["authorization", answer]]).get("authorization") ?? "";
        assert.is(sent, answer);
        const [read, ...more] = parseChallenges(sent);
        assert.equal([more.length, read?.malformed, read?.repeated.size], [0, false, 0]);
        assert.equal(
          ["realm", "nonce", "opaque", "uri"].map((name) => read?.params.get(name)),
          [realm, nonce, opaque, "/"],
        );
      },
    ),
    { numRuns: runs(500) },
  );
});

test("the work grows with the length, whatever repeats", () => {
  const units = [
    "a",
    "a ",
    "a=",
    'a="',
    'a="b" ',
    ",",
    "a=b,",
    "a b",
    "=",
    '"',
    "\\",
    "a= ",
    " ",
    "\t,",
    "a==,",
    '"\\"',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 }), (shape) => {
      const repeated = shape.join("").repeat(500);
      assert.ok(regExpWork(() => parseChallenges(repeated)) <= 12 * repeated.length, shape.join(""));
    }),
    { numRuns: runs(300) },
  );
});

test.run();

function writeParam([name, value]: readonly [string, string]): string {
  return `${name}="${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
