import { type Diagnostic, prettyDiagnostic } from "#generator/diagnostics/diagnostic.js";
import { githubDiagnostic } from "#generator/diagnostics/github.js";
import { locate } from "#generator/diagnostics/locate.js";
import picocolors from "picocolors";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { sourceOf } from "./source.js";

const test = suite("print");

const plain = picocolors.createColors(false);
const asGiven = (file: string): string => file;

const acme = `{
  "name": "acme",
  "services": [
    { "id": "billing", "baseUrl": "https://acme.example" }
  ],
  "defaultService": "biling"
}`;

function diagnosticIn(text: string, pointer: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const issue = { code: "SW1203", severity: "error", message: "wrong", source: sourceOf(text), pointer } as const;
  const [found = { ...issue }] = locate([{ ...issue, related: undefined }]);
  return { ...found, ...more };
}

test("pretty: as in the design", () => {
  const diagnostic = diagnosticIn(acme, "/defaultService", {
    message: 'defaultService "biling" is not a service of provider "acme"',
    hint: 'did you mean "billing"?',
    related: { pointer: "/services", message: "services are declared", start: { line: 3, column: 15 } },
  });
  assert.is(
    prettyDiagnostic(diagnostic, plain, (file) => `client/providers/${file}`),
    [
      'error SW1203  defaultService "biling" is not a service of provider "acme"',
      "  client/providers/definition.json:6:21",
      '  6 |   "defaultService": "biling"',
      '    |                     ^^^^^^^^ did you mean "billing"? services are declared at line 3',
    ].join("\n"),
  );
});

test("pretty: without a frame the hint has a line of its own", () => {
  const diagnostic: Diagnostic = { code: "SW0200", severity: "error", message: "nothing", hint: "do this" };
  assert.is(prettyDiagnostic(diagnostic, plain, asGiven), "error SW0200  nothing\n  do this");
});

test("pretty: nothing that is printed moves the cursor", () => {
  const evil = "\u001b[2Jx\r\ny\u202e";
  const diagnostic: Diagnostic = { code: "SW", severity: "note", message: evil, hint: evil, file: evil };
  const text = prettyDiagnostic(diagnostic, plain, asGiven);
  assert.is(text.split("\n").length, 3);
  assert.not.match(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u);
});

test("github: a command with its properties, in which nothing acts as a command", () => {
  const diagnostic = diagnosticIn(acme, "/defaultService", {
    message: "100%\n::error::x",
    hint: "a,b:c",
    file: "a,b:c%.json",
  });
  assert.is(
    githubDiagnostic(diagnostic, asGiven),
    "::error file=a%2Cb%3Ac%25.json,line=6,col=21,endLine=6,endColumn=29,title=sdkwright SW1203" +
      "::100%25%0A\\u003a:error::x (a,b:c)",
  );
});

test("github: a warning is a warning, a note a notice", () => {
  const commands = (["warning", "note"] as const).map((severity) =>
    githubDiagnostic({ code: "SW", severity, message: "m" }, asGiven),
  );
  assert.equal(commands, ["::warning title=sdkwright SW::m", "::notice title=sdkwright SW::m"]);
});

test.run();
