import { suite } from "uvu";
import * as assert from "uvu/assert";
import { behavioural, breaking, compatible, asDestination, mostSevere, type Change } from "#generator/diff/change.js";
import { bySeverity } from "#generator/diff/compare.js";
import { changes, type DefinitionFile, type Edit } from "./models.js";
import { line } from "./told.js";

const test = suite("diff: what is marked stays, whatever else is said of it");

const place = { file: "client", path: [] } as const;
const marked = (text: string): Change => asDestination(compatible(text, place, "one"));

test("of changes that speak of one thing: every marked one, beside what is more severe, and beside each other", () => {
  const said = [marked("a"), breaking("b", place, "one"), marked("c"), compatible("d", place, "one")];
  assert.equal(mostSevere(said).map(line), [
    "compatible!: a @ client",
    "breaking: b @ client",
    "compatible!: c @ client",
  ]);
});

test("of one class the marked ones come first: a runner shows ten annotations of each", () => {
  const plain = Array.from({ length: 12 }, (_, index) => behavioural(`plain ${String(index)}`, place));
  const [first, ...rest] = bySeverity([compatible("c", place), ...plain, behavioural("to evil", place, true)]);
  assert.is(first?.sentence, "to evil");
  assert.equal(
    rest.map(({ sentence }) => sentence),
    [...plain.map(({ sentence }) => sentence), "c"],
  );
});

async function told(edit: Edit, before?: Edit): Promise<string[]> {
  return (await changes(edit, before)).map(line);
}

test("a use-case that maps have to implement, with a variable in its default input", async () => {
  const lines = await told(({ charge, client }) => {
    charge.usecases["Ping"] = { input: { type: "object", properties: { tag: { type: "string" } } }, result: {} };
    const profile = client.profiles["pay/charge"];
    if (profile) profile.defaults["Ping"] = { input: { tag: "$STRIPE_SECRET_KEY" } };
  });
  assert.ok(lines.some((each) => /^breaking: maps .* "Ping"/.test(each)));
  const ping =
    'compatible!: use-case "Ping" was added to profile "pay/charge": input of use-case "Ping" from $STRIPE_SECRET_KEY';
  assert.ok(
    lines.some((each) => each.startsWith(ping)),
    lines.join("\n"),
  );
});

test("a scheme of a profile's own definition, under another id and read from another variable", async () => {
  const own: Edit = ({ acme, client, others }) => {
    others["client/own.json"] = structuredClone(acme);
    Object.assign(client.profiles["pay/charge"]?.providers["acme"] ?? {}, { file: "own.json" });
  };
  const lines = await told(({ client, others }) => {
    const scheme = (others["client/own.json"] as DefinitionFile).securitySchemes[0];
    Object.assign(scheme ?? {}, { id: "master" });
    client.providers["acme"]?.security?.push({ id: "master", apikey: "$MASTER_KEY" });
  }, own);
  const renamed =
    /^compatible!: security scheme "key" .* renamed to "master": "apikey" of scheme "master" from \$MASTER_KEY/;
  assert.ok(
    lines.some((each) => renamed.test(each)),
    lines.join("\n"),
  );
});

test.run();
