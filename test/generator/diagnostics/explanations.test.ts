import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXPLANATIONS } from "#generator/diagnostics/explanations.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { diagnosticsOf } from "../sdkwright.js";
import { type Example, EXAMPLES } from "./examples.js";

const test = suite("explanations of diagnostics");

/** Everything that can give a diagnostic. */
const sources = ["runtime/src", "generator/src"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(root, folder, file)),
  )
  .filter((file) => file.endsWith(".ts") && !/explanations|issue-codes/.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

test("every code that the code can give has an explanation, and no other", () => {
  const given = new Set(sources.match(/(?<=")SW\d{4}(?=")/g));
  assert.ok(given.size > 60);
  assert.equal(Object.keys(EXPLANATIONS).sort(), [...given].sort());
});

test("explanations have the severity that the code gives", () => {
  const inFormats = Array.from(sources.matchAll(/\b(error|warning)\("(SW\d{4})"/g), ([, severity, code]) => [
    code,
    severity,
  ]);
  const inGenerator = Array.from(sources.matchAll(/code: "(SW\d{4})",\s+severity: "(\w+)"/g), ([, code, severity]) => [
    code,
    severity,
  ]);
  const wrong = [...inFormats, ...inGenerator].filter(
    ([code = "", severity]) => EXPLANATIONS[code]?.severity !== severity,
  );
  assert.ok(inFormats.length + inGenerator.length > 50);
  assert.equal(wrong, []);
});

test("explanations are one paragraph without links, and end with a full stop", () => {
  const texts = Object.values(EXPLANATIONS).flatMap(({ text, fix }) => [text, fix]);
  assert.equal(
    texts.filter((text) => !/^[^\n]+[.)]$/.test(text) || text.includes("](")),
    [],
  );
});

const DEFINITION = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example/v1" }],
  defaultService: "default",
  securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Api-Key" }],
  parameters: [{ name: "REGION", default: "eu" }],
};
const DOCUMENTS: { readonly [kind in Example["document"]]: { readonly file: string; readonly members: object } } = {
  client: { file: "client/client.json", members: { providers: { acme: {} } } },
  definition: { file: "client/providers/acme.json", members: DEFINITION },
  profile: {
    file: "client/profiles/send-sms.json",
    members: {
      name: "send-sms",
      version: "1.0.0",
      usecases: {
        SendMessage: { input: { type: "object", properties: { to: {}, text: { type: "string" } } }, result: {} },
      },
    },
  },
};

for (const [code, example] of Object.entries(EXAMPLES)) {
  test(`${code}: the wrong example gives it, the right one gives no error and no warning`, async () => {
    assert.ok((await codesOf(example, example.wrong)).includes(code), "wrong");
    assert.equal(await codesOf(example, example.right), [], "right");
  });
}

test("every mistake in the formats has an example, but for those that no document of these three can show", () => {
  const codes = Object.keys(EXPLANATIONS).filter((code) => /^SW1[1-3]/.test(code));
  const without = codes.filter((code) => EXAMPLES[code] === undefined);
  assert.equal(without, ["SW1109", "SW1110", "SW1111", "SW1211", "SW1301", "SW1302", "SW1319"]);
  assert.equal(
    Object.keys(EXAMPLES).filter((code) => EXPLANATIONS[code] === undefined),
    [],
  );
});

/** What a project says that has the example's members in one of its documents. */
async function codesOf({ document }: Example, members: string): Promise<readonly string[]> {
  const texts = Object.entries(DOCUMENTS).map(([kind, { file, members: usual }]) => {
    const own = kind === document ? members : "";
    return [file, withMembers(usual, own)] as const;
  });
  const bell = JSON.stringify({ ...DEFINITION, name: "bell" });
  const configured = document === "profile" ? { "client/client.json": USES_PROFILE } : {};
  const found = await diagnosticsOf({
    ...Object.fromEntries(texts),
    "client/providers/bell.json": bell,
    ...configured,
  });
  // Other notes are about documents that are not there.
  return found.filter(({ severity, code }) => severity !== "note" || code === "SW1252").map(({ code }) => code);
}

const USES_PROFILE = JSON.stringify({ providers: { acme: {} }, profiles: { "send-sms": "1.0.0" } });

/** As text, because `__proto__` is to be a key; members that are written replace the usual ones. */
function withMembers(usual: object, written: string): string {
  const names = Object.keys(JSON.parse(`{${written}}`) as object);
  const kept = Object.entries(usual).filter(([name]) => !names.includes(name));
  const members = kept.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${[...members, ...(written === "" ? [] : [written])].join(", ")} }`;
}

test.run();
