import { locate } from "#generator/diagnostics/locate.js";
import { textSpansOf } from "#generator/diagnostics/mask.js";
import type { Source, SourceIssue } from "#generator/diagnostics/source.js";
import { MapReader } from "#generator/maps/read-map.js";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sourceOf } from "./source.js";
import { runs } from "../../effort.js";

const test = suite("mask");

function frameText(source: Source, pointer: string, more: Partial<SourceIssue> = {}): string {
  const [found] = locate([{ code: "SW0000", severity: "error", message: "wrong", source, pointer, ...more }]);
  return found?.frame?.text ?? "no frame";
}

/** The frame at the first mistake of a text that is not JSON. */
function brokenFrame(text: string, offset: number): string {
  return frameText(sourceOf(text, "client"), "", { span: { offset, length: 1 } });
}

test("frame-secret: of client.json only names under profiles and whole references are shown", () => {
  const client = {
    $schema: "schema",
    profiles: {
      short: "1.0.0",
      long: {
        version: "2.0.0",
        priority: ["acme"],
        defaults: { Use: { input: { a: "s3cret-1", b: "$NAME", c: "$uper$ecret", d: 5 }, providerFailover: true } },
        providers: {
          one: "file:map.ts",
          two: { mapVariant: "v", defaults: { Use: { input: { e: "s3cret-2" }, retryPolicy: { kind: "none" } } } },
        },
        security: [{ apikey: "s3cret-3" }],
      },
    },
    providers: {
      acme: { file: "s3cret-4", security: [{ id: "k:s3cret-5", apikey: "$KEY", password: 123456 }] },
      beta: "file:s3cret-6",
    },
    extra: "s3cret-7",
  };
  const shown = frameText(sourceOf(JSON.stringify(client), "client"), "/profiles", { target: "value" });
  const text = fullLine(client);
  for (const word of ["schema", "1.0.0", "2.0.0", '"acme"', "$NAME", "$KEY", "file:map.ts", '"v"', '"none"', "true"]) {
    assert.ok(text.includes(word), word);
  }
  assert.not.match(`${shown}${text}`, /s3cret|uper|123456/);
  assert.not.match(text, /"d":5/);
});

test("frame-secret: names and words that a mistake is about are shown, and the marks fit them", () => {
  const client = (pointer: string, document: object, more: Partial<SourceIssue> = {}) =>
    marked(sourceOf(JSON.stringify(document), "client"), pointer, more);
  const scheme = { providers: { acme: { security: [{ id: "api key", apikey: "s3cret" }] } } };
  assert.is(client("/providers/acme/security/0/id", scheme), '"api key"');
  assert.is(client("/providers/acme/security/0/apikey", scheme), '"***"');
  assert.is(client("/profiles/p/priority/0", { profiles: { p: { priority: ["raven"] } } }), '"raven"');
  assert.is(client("/profiles/p/priority/0", { profiles: { p: { priority: ["S3cret"] } } }), '"***"');
  const policy = { retryPolicy: "circuit-breaker", input: { retryPolicy: "none" } };
  const told = { profiles: { p: { defaults: { Use: policy } } } };
  const line = frameText(sourceOf(JSON.stringify(told), "client"), "/profiles/p/defaults/Use/retryPolicy", {
    target: "key",
  });
  assert.match(line, '"retryPolicy":"circuit-breaker"');
  assert.match(line, '"input":{"retryPolicy":"***"}');
  const other = JSON.stringify({ retryPolicy: "s3cret", validate: "report" });
  assert.match(frameText(sourceOf(other, "client"), "/retryPolicy", { target: "key" }), '"***","validate":"report"');
});

test("frame-secret: of a definition, the schemes that apply by default", () => {
  const one = sourceOf('{ "security": ["key", "k:s3cret"] }');
  assert.is(marked(one, "/security/0"), '"key"');
  assert.is(marked(one, "/security/1"), '"***"');
  assert.is(marked(sourceOf('{ "security": "basic" }'), "/security"), '"basic"');
  assert.is(marked(sourceOf('{ "security": [{ "id": "key", "apikey": "s3cret" }] }'), "/security/0/apikey"), '"***"');
});

/** What of the frame is underlined. */
function marked(source: Source, pointer: string, more: Partial<SourceIssue> = {}): string | undefined {
  const [found] = locate([{ code: "SW0000", severity: "error", message: "wrong", source, pointer, ...more }]);
  return found?.frame?.text.slice(found.frame.start, found.frame.start + found.frame.length);
}

/** The frames of all places together: each shows another stretch of the one line. */
function fullLine(client: unknown): string {
  const line = JSON.stringify(client);
  const source = sourceOf(line, "client");
  const offsets = Array.from({ length: Math.ceil(line.length / 20) }, (_, index) => index * 20);
  return offsets.map((offset) => frameText(source, "", { span: { offset, length: 1 } })).join("\n");
}

test("frame-secret: the value of a key that is wrong there is not shown", () => {
  const scheme = '{ "securitySchemes": [{ "id": "key", "name": "shown", "description": { "name": "s3cret" } }] }';
  const text = frameText(sourceOf(scheme), "/securitySchemes/0/description", { target: "key" });
  assert.match(text, /"shown".*"name": "\*\*\*"/);
});

test("frame-secret: a file of another kind, named by mistake, shows nothing of its own", () => {
  const account = '{ "type": "service_account", "private_key": "s3cret", "token": "s3cret", "client_id": 12345 }';
  for (const kind of ["definition", "profile", "package", "client"] as const) {
    assert.not.match(frameText(sourceOf(account, kind), "/private_key", { target: "key" }), /s3cret|12345/);
  }
});

test("frame-secret: where JSON does not parse, what follows the first colon of a line is masked", () => {
  const text = '{\n  "a": 1\n  "apikey": "s3cret", "b": "s3cret"\n}';
  assert.is(brokenFrame(text, text.indexOf('"apikey"')), '  "apikey": "***"');
});

test("frame-secret: nor is a line shown that has no colon, but for punctuation", () => {
  assert.is(brokenFrame("API_KEY=s3cret", 0), '"***"');
  assert.is(brokenFrame('  "s3cret" "s3cret2', 2), '  "***" "***"');
  assert.is(brokenFrame("  }, ]", 5), "  }, ]");
  assert.is(brokenFrame('["s3cret", "key": "s3cret"', 11), '["***", "key": "***"');
});

test("frame-secret: no canary survives in any frame of any broken client.json", () => {
  const piece = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"',
    "\n",
    " ",
    '"key"',
    '"CANARY"',
    "CANARY",
    '"k":"CANARY"',
    "\\",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(), (pieces, at) => {
      const text = pieces.join("");
      if (text === "" || isKey(text)) return;
      assert.not.match(brokenFrame(text, at % text.length), /CANARY/);
    }),
    { numRuns: runs(3000) },
  );
});

/** Whether the word stands where a key would: keys are shown. */
function isKey(text: string): boolean {
  return /CANARY[^"\n]*"\s*:/.test(text);
}

test("12: of a map code is shown, and no text: in quotes, comments and regular expressions, whatever stands around it", () => {
  const secret = "sk_live_Qk7Wm2Nb9Xz4Lp8Rt";
  for (const text of [
    `const say = "don't"; const key = "${secret}"; const x = 1 + oops;`,
    `const k = "it's-${secret}" + oops;`,
    `// don't\nconst key = '${secret}' + oops;`,
    `/* it's\n*/ const key = "${secret}" + oops;`,
    `const q = /["']/; const key = "${secret}" + oops;`,
    `const q = () => { if (oops) /"/.test(oops) && f("${secret}") };`,
    `const q = async () => { await /\`/.exec(oops); return f(\`${secret}\`) };`,
    `const q = oops / 2; const r = "/"; const key = "${secret}";`,
    `const key = \`\n${secret} \${ 1 + oops }\n\`;`,
    `const key = \`a \${ f(\`b\`) } ${secret}\`; oops`,
    `const key = "a\\" ${secret}"; oops`,
    `const key = oops; // a note\r"${secret}"`,
    `const key = oops; // ${secret}`,
    `/** ${secret} {@link ${secret}} @see ${secret} */\nconst key = oops;`,
    `const key = /${secret}/.test(oops);`,
  ]) {
    const mask = textSpansOf(new MapReader().read("sms.ts", `${text}\nexport default {};`).code);
    const spans = text
      .split("\n")
      .flatMap((line, at, lines) => mask(line, lines.slice(0, at).join("\n").length + (at > 0 ? 1 : 0)));
    const isHidden = (place: number): boolean => spans.some(({ offset, length }) => offset <= place && place < offset + length); // prettier-ignore
    for (const { index } of text.matchAll(new RegExp(secret, "g")))
      for (let at = index; at < index + secret.length; at += 1) assert.ok(isHidden(at), text);
    for (const { index } of text.matchAll(/oops|const /g)) assert.not.ok(isHidden(index), text);
  }
  assert.equal(textSpansOf(undefined)(" a ", 7), [{ offset: 8, length: 1 }]);
});

test.run();
