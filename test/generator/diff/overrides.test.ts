import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareModels } from "#generator/diff/compare.js";
import type { PublicModel } from "#generator/surface/public-model.js";
import { readModel } from "#generator/surface/read-model.js";
import { model, type Mutable } from "./models.js";
import { line } from "./told.js";

const test = suite("diff of base URLs in client.json");

type Overrides = { [service: string]: string };
type Edit = (provider: Mutable<PublicModel>["providers"][string]) => void;

function withOverrides(overrides: Overrides | undefined, edit: Edit = () => {}): PublicModel {
  return model(({ providers }) => {
    const { acme } = providers;
    assert.ok(acme);
    if (overrides !== undefined) acme.overrides = overrides;
    edit(acme);
  });
}

function told(before: Overrides | undefined, after: Overrides | undefined, edit?: Edit, former?: Edit): string[] {
  return compareModels(withOverrides(before, former), withOverrides(after, edit)).map(line);
}

const now = (where: string, after: string, id = " files", source = "client.json") =>
  `service "files" of provider "acme" is now ${where}, as ${source} says${after} @ client providers acme services${id}`;
const before = (where: string, after = ""): string => `, before at ${where}${after}`;
const DEFINED = '"https://files.acme.example"';

test("added, changed and removed entries are credential destinations", () => {
  assert.equal(told(undefined, { files: "$FILES_URL" }), [`behavioural!: ${now("at $FILES_URL", before(DEFINED))}`]);
  assert.equal(told({ files: "$FILES_URL" }, { files: "$OTHER" }), [
    `behavioural!: ${now("at $OTHER", before("$FILES_URL"))}`,
  ]);
  assert.equal(told({ files: "$FILES_URL" }, undefined), [
    `behavioural!: ${now(`at ${DEFINED}`, before("$FILES_URL"), "", "the definition")}`,
  ]);
  assert.equal(told({ files: "https://a.example" }, { files: "https://b.example/x" }), [
    `behavioural!: ${now('at "https://b.example"', before('"https://a.example"'))}`,
  ]);
});

test("a path is not shown, and a host always is; the same place is no change of traffic", () => {
  assert.equal(told({ files: "https://a.example/tok-7f3a" }, { files: "https://a.example/tok-7f3b" }), [
    `behavioural!: ${now('at another path of "https://a.example"', "")}`,
  ]);
  assert.match(
    told({ files: "$A" }, { files: "https://sk_live_51Hc0ffee8Qq7Zr2Tn9V.example/x" }).join(),
    "51Hc0ffee8Qq7Zr2Tn9V.example",
  );
  assert.equal(told(undefined, { files: "https://FILES.acme.example:443/" }), [
    `compatible: ${now('at "https://FILES.acme.example:443"', before(DEFINED, ": requests go to the same place"))}`,
  ]);
});

test("http is said", () => {
  const clear = "http://files.acme.example";
  assert.match(told(undefined, { files: clear }).join(), "credentials would go in clear text");
});

test("the definition's base URL is marked where client.json has another too: `clientJson` of code may have none", () => {
  const moved = (baseUrl: string): Edit => {
    return ({ services }) => {
      services["files"] = baseUrl;
    };
  };
  const overrides = { files: "$FILES_URL" };
  assert.match(
    told(overrides, overrides, moved("https://b.example")).join(),
    /^compatible!: .*: client\.json has another, `clientJson` of code may not @/,
  );
  assert.match(
    told(overrides, overrides, moved("http://b.example")).join(),
    /^behavioural!: the base URL of service "files"/,
  );
  assert.match(told(undefined, undefined, moved("https://b.example")).join(), /^behavioural!: /);
});

test("a parameter of a base URL in client.json decides where credentials go", () => {
  const value = (text: string): Edit => {
    return ({ values }) => {
      values["account"] = text;
    };
  };
  const overrides = { files: "https://{account}.example" };
  assert.match(
    told(overrides, overrides, value("b")).join(),
    /^behavioural!: the value of parameter "account".*a base URL uses it/,
  );
});

test("so is the default of a parameter, and a service that gets another name", () => {
  const edit =
    (region: string, id = "eu"): Edit =>
    ({ services, parameters, values }) => {
      services[id] = "https://{region}.example/v2";
      parameters["region"] = { default: region };
      values["region"] = "eu";
    };
  const alone = (id: string) => `service "${id}" of provider "acme" is now at "https://{region}.example/v2"`;
  const filled = '(filled in: "https://evil.example") where `clientJson` of code has no value for it';
  const moved = told(undefined, undefined, edit("evil"), edit("eu")).join("\n");
  assert.match(moved, `compatible!: ${alone("eu")} ${filled}`);
  assert.match(moved, 'default of parameter "region" of provider "acme" changed, but client.json gives its value');
  assert.match(
    told(undefined, undefined, edit("evil", "up"), edit("eu")).join("\n"),
    `compatible!: ${alone("up")} ${filled}`,
  );
  assert.not.match(told(undefined, undefined, edit("eu", "up"), edit("eu")).join("\n"), "where `clientJson`");
});

test("so is who goes to which service, though both are overridden", () => {
  const overrides = { default: "$ACME_URL", files: "$ACME_URL" };
  const edit: Edit = (provider) => (provider.defaultService = "files");
  assert.match(
    told(overrides, overrides, edit).join("\n"),
    `behavioural!: the default service of provider "acme" is now "files" at $ACME_URL, at ${DEFINED} where \`clientJson\``,
  );
});

test("so is a token URL with such a parameter", () => {
  const edit =
    (host: string): Edit =>
    ({ securitySchemes, parameters, values }) => {
      securitySchemes["code"] = {
        type: "oauth2",
        flow: "clientCredentials",
        tokenUrl: "https://{host}.example/t?k=1",
        clientAuthentication: "basic",
      };
      parameters["host"] = { default: host };
      values["host"] = "id";
    };
  const moved = told(undefined, undefined, edit("evil"), edit("id")).join("\n");
  assert.match(moved, 'compatible!: tokens of provider "acme" now come from "https://evil.example/t?***" where');
});

test("a service that comes with one is told with both places where it may be", () => {
  const added: Edit = ({ services }) => {
    services["reports"] = "https://reports.example";
  };
  const [first, ...more] = told(undefined, { reports: "$REPORTS_URL" }, added);
  assert.match(
    first ?? "",
    /^behavioural!: service "reports" at \$REPORTS_URL was added to provider "acme": a new origin/,
  );
  assert.equal(more, [
    'compatible!: service "reports" of provider "acme" is now at "https://reports.example" where `clientJson` of code has no value for it @ client/providers/acme.json services reports',
  ]);
});

test("a lock keeps them, and says nothing where there are none", () => {
  const kept = withOverrides({ files: "$FILES_URL" });
  assert.equal(readModel(JSON.parse(JSON.stringify(kept))), kept);
  assert.is(readModel(withOverrides({ files: 1 as never })), undefined);
  assert.not.ok("overrides" in (model().providers["acme"] ?? {}));
});

test("12: a definition that newly begins with http is marked, wherever client.json leads: a variable may lead there too", () => {
  const files = { files: "$FILES_URL" };
  const clear: Edit = ({ services }) => void (services["files"] = "http://files.acme.example");
  assert.match(told(files, files, clear).join(), /^behavioural!: the base URL of service "files"/);
});

test.run();
