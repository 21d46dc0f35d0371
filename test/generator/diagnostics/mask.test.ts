import { locate } from "#generator/diagnostics/locate.js";
import type { Source, SourceIssue } from "#generator/diagnostics/source.js";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sourceOf } from "./source.js";
import { runs } from "../../effort.js";

const test = suite("what frames show");

function frameOf(source: Source, pointer: string, more: Partial<SourceIssue> = {}) {
  const [found] = locate([{ code: "SW0000", severity: "error", message: "wrong", source, pointer, ...more }]);
  return found?.frame;
}

/** The frame at a place of a text that is not JSON. */
function brokenFrame(text: string, offset: number) {
  return frameOf(sourceOf(text, "client"), "", { span: { offset, length: 1 } });
}

const brokenText = (text: string, offset: number) => brokenFrame(text, offset)?.text;

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What of the frame is underlined. */
function marked(source: Source, pointer: string): string | undefined {
  const frame = frameOf(source, pointer);
  return frame?.text.slice(frame.start, frame.start + frame.length);
}

test("frame-secret: of client.json all but texts of security, parameters, services, webhooks and input", () => {
  const client = {
    profiles: {
      long: {
        version: "2.0.0",
        defaults: { Use: { input: { a: "s3cret-1", b: "$NAME", c: "$uper$ecret", d: ["s3cret-2"] } } },
        providers: { two: { mapVariant: "v", file: "map.ts" } },
      },
    },
    providers: {
      acme: {
        file: "acme.json",
        services: { default: "https://s3cret-3@a.example" },
        parameters: { region: "s3cret-4", place: "$PLACE" },
        security: [{ id: "s3cret-5", apikey: "$KEY", password: 123456 }],
        webhooks: { main: { secret: "s3cret-6" } },
      },
    },
    extra: "shown",
  };
  const line = JSON.stringify(client);
  const offsets = Array.from({ length: Math.ceil(line.length / 20) }, (_, index) => index * 20);
  const source = sourceOf(line, "client");
  const text = offsets.map((offset) => frameOf(source, "", { span: { offset, length: 1 } })?.text).join("\n");
  for (const word of ['"2.0.0"', '"$NAME"', '"$KEY"', '"$PLACE"', '"map.ts"', '"v"', '"acme.json"', '"shown"'])
    assert.ok(text.includes(word), word);
  assert.not.match(text, /s3cret|uper|123456/);
  assert.is(marked(source, "/providers/acme/security/0/password"), '"***"');
  assert.is(marked(source, "/extra"), '"shown"');
});

test("files of other kinds show their lines as they are", () => {
  for (const kind of ["definition", "profile", "package", "map", "openapi"] as const) {
    const source = sourceOf('{ "security": [{ "default": "value" }] }', kind);
    assert.is(frameOf(source, "")?.text, '{ "security": [{ "default": "value" }] }', kind);
  }
  assert.is(frameOf(sourceOf("{}", "client", false), ""), undefined, "but for those outside the project");
});

test("frame-secret: in a client.json that does not parse, texts after a colon are masked, and keys are shown", () => {
  const text = '{\n  "a": 1\n  "apikey": "s3cret", "b": "s3cret"\n}';
  assert.is(brokenText(text, text.indexOf('"apikey"')), '  "apikey": "***", "b": "***"');
  const unquoted = '{ "apikey": s3cret-1, "url": https://a:s3cret@b.example\n}';
  assert.is(brokenText(unquoted, 2), '{ "apikey": "***", "url": "***"');
  assert.is(brokenText('["s3cret", "key": "s3cret"', 11), '["***", "key": "***"');
  assert.is(brokenText('{ "key": "s3cret: no end', 2), '{ "key": "***"');
  assert.is(brokenText("  }, ]", 5), "  }, ]");
});

test("the caret is where the mistake is", () => {
  const key = frameOf(sourceOf('{ "providers": { "Acme": {} } }', "client"), "/providers/Acme", { target: "key" });
  assert.equal([key?.text, key?.start, key?.length], ['{ "providers": { "Acme": {} } }', 17, 6]);
  const text = '{ "apikey": "s3cret" "b": 1 }';
  const frame = brokenFrame(text, text.indexOf('"b"'));
  assert.equal([frame?.text, frame?.start], ['{ "apikey": "***" "b": "***" }', 18]);
  assert.is(brokenFrame(text, text.indexOf("cret"))?.start, 12);
});

test("frame-secret: no canary after a colon survives in any frame of any broken client.json", () => {
  const piece = fc.constantFrom(
    ...Array.from('{}[]:,"\n \\'),
    '"key"',
    '"CANARY"',
    "CANARY",
    '"k":"CANARY"',
    '"k": CANARY',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(), (pieces, at) => {
      let text = pieces.join("");
      // Keys are shown: a canary is in none.
      for (const key = /CANARY(?:\\.|[^"\\\n])*"?\s*:/; key.test(text);) text = text.replace(key, ":");
      const after = text.slice(text.indexOf(":") + 1);
      // A text that parses (`":CANARY"`) is not broken.
      if (!/:\s*"?CANARY/.test(text) || parses(text)) return;
      const canary = /:\s*"?(CANARY)/.exec(text);
      const offset = text.indexOf("CANARY", canary?.index ?? 0);
      assert.not.match(brokenText(text, offset + (at % 3)) ?? "", /:\s*"?CANARY/, after);
    }),
    { numRuns: runs(3000) },
  );
});

test.run();
