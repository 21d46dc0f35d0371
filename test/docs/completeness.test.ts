import { join } from "node:path";
import { Project, type SourceFile } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { pageOf } from "./markdown.js";

const test = suite("what the pages list");

const project = new Project({ skipAddingFilesFromTsConfig: true });
const sources: readonly SourceFile[] = project.addSourceFilesAtPaths(join(root, "runtime", "src", "**", "*.ts"));

/** Members of an interface, whichever file declares it. */
function members(name: string): readonly string[] {
  const [declaration] = sources.flatMap((source) => source.getInterface(name) ?? []);
  return (declaration?.getProperties() ?? []).map((property) => property.getName());
}

/** Names in code spans of the first cells of the tables in one section. */
function listed(page: string, heading: string): ReadonlySet<string> {
  const [, section = ""] = new RegExp(`^#+ ${heading}$([^]*?)(?=^#+ |$(?![^]))`, "m").exec(pageOf(page).text) ?? [];
  const cells = Array.from(section.matchAll(/^\|([^|]*)\|/gm), ([, cell = ""]) => cell);
  return new Set(cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = ""]) => name)));
}

function isListed(page: string, heading: string, names: readonly string[]): void {
  const found = listed(page, heading);
  assert.ok(names.length > 0);
  assert.equal(
    names.filter((name) => !found.has(name)),
    [],
    `${page}, "${heading}"`,
  );
  assert.equal(
    [...found].filter((name) => !names.includes(name)),
    [],
    `${page}, "${heading}" has more than there is`,
  );
}

test("options of a request", () => {
  const parts = ["CommonOptions", "AnyHeaders", "UntypedOptions", "Params", "JsonBody"];
  isListed("docs/requests.md", "Options of a request", parts.flatMap(members));
});

test("options of a client", () => {
  const emitted = ["credentials", "parameters", "security"];
  const own = [...members("ProviderOptions"), ...members("AnyProviderOptions")];
  isListed("docs/requests.md", "Options of a client", [...own, ...emitted]);
});

test("errors, with the fields that are theirs", () => {
  const classes = sources
    .flatMap((source) => source.getClasses())
    .filter((declaration) => /^export class \w+Error\b/.test(declaration.getText()))
    .filter((declaration) => declaration.getName() !== "SdkError");
  const fields = classes.flatMap((declaration) =>
    declaration
      .getProperties()
      .map((property) => property.getName())
      .filter((name) => name !== "name"),
  );
  isListed(
    "docs/errors.md",
    "Error classes",
    classes.map((declaration) => declaration.getName() ?? ""),
  );
  const { text } = pageOf("docs/errors.md");
  assert.equal(
    fields.filter((name) => !new RegExp(`\`${name}\\??\``).test(text)),
    [],
  );
});

test("codes of errors", () => {
  const texts = sources
    .filter((source) => !source.getFilePath().includes("/telemetry/"))
    .map((source) => source.getText());
  const given = texts.flatMap((text) => text.match(/\bcode: [^,\n]*"[^,\n]*|\b(?:invalid|clash)\("[a-z-]+"/g) ?? []);
  const codes = given.flatMap((text) =>
    Array.from(text.matchAll(/(?:code: |[?:] |\()"([a-z-]+)"/g), ([, code = ""]) => code),
  );
  const { text } = pageOf("docs/rules.md");
  assert.ok(codes.length > 10);
  assert.equal(
    codes.filter((code) => !text.includes(`\`${code}\``)),
    [],
  );
});

test("codes of errors that are put together", () => {
  const all = sources.map((source) => source.getText()).join("\n");
  const made = all.match(/(?<=(?:\bcode: |, )`)(?:[a-z]+-\$\{\w+\}|\$\{\w+\}-[a-z]+)(?=`)/g) ?? [];
  const known: { readonly [made: string]: readonly string[] } = {
    "missing-${kind}": ["missing-parameter", "missing-service"],
    "${kind}-unavailable": ["digest-unavailable", "oauth2-unavailable", "signature-unavailable"],
    "tokens-${name}": ["tokens-load"], // `tokens-save` stands in events alone
    "http-${status}": ["http-404"],
    "redirect-${reason}": ["redirect-origin"],
    "unknown-${what}": ["unknown-provider", "unknown-profile", "unknown-use-case"],
  };
  assert.equal([...new Set(made)].sort(), Object.keys(known).sort());
  const { text } = pageOf("docs/rules.md");
  assert.equal(
    Object.values(known)
      .flat()
      .filter((code) => !text.includes(`\`${code}\``)),
    [],
  );
  const requests = sources.filter((source) => !source.getFilePath().includes("/webhooks/"));
  const ofRequests = requests.map((source) => source.getText()).join("\n");
  const reasons = Array.from(ofRequests.matchAll(/(?:\brefuse\()"([a-z-]+)"/g), ([, reason = ""]) => reason);
  assert.ok(reasons.length > 8);
  assert.equal(
    reasons.filter((reason) => !new RegExp(`\`(?:redirect-)?${reason}\``).test(text)),
    [],
  );
});

test("codes of webhooks, with the status to answer with", () => {
  const [codes] = sources.flatMap((source) => source.getTypeAlias("WebhookErrorCode") ?? []);
  const names =
    codes
      ?.getText()
      .match(/"[a-z-]+"/g)
      ?.map((name) => name.replaceAll('"', "")) ?? [];
  assert.ok(names.length > 10);
  const { text } = pageOf("docs/webhooks.md");
  assert.equal(
    names.filter((name) => !new RegExp(`^\\| .*\`${name}\`[^|]*\\| 4\\d\\d `, "m").test(text)),
    [],
  );
});

test("options of a call, and what a map gets", () => {
  isListed("docs/profiles.md", "Options of a call", members("CallOptions"));
  isListed("docs/profiles.md", "Maps", members("MapContext"));
});

test.run();
