import type { Change } from "#generator/diff/change.js";
import { compareModels, firstChanges } from "#generator/diff/compare.js";
import type { PublicModel } from "#generator/surface/public-model.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { model, type Mutable } from "./models.js";

const test = suite("compare");

type Edit = (model: Mutable<PublicModel>) => void;

/** What is said of a change: class, `!` for a credential destination, sentence, place. */
function told(edit: Edit, before: Edit = () => {}): string[] {
  return compareModels(model(before), model(edit)).map(line);
}

function line({ class: kind, credentialDestination, sentence, place }: Change): string {
  const file = place.file === "client" ? "client" : Object.values(place.file).join("");
  return `${kind}${credentialDestination ? "!" : ""}: ${sentence} @ ${[file, ...place.path].join(" ")}`;
}

const acme = (edit: (acme: Mutable<PublicModel>["providers"][string]) => void): Edit => {
  return ({ providers }) => edit(at(providers, "acme"));
};
const charge = (edit: (charge: Mutable<PublicModel>["profiles"][string]) => void): Edit => {
  return ({ profiles }) => edit(at(profiles, "pay/charge"));
};
const useCase = (edit: (useCase: Mutable<PublicModel>["profiles"][string]["useCases"][string]) => void): Edit => {
  return charge(({ useCases }) => edit(at(useCases, "Charge")));
};
function at<T>(record: { [name: string]: T }, name: string): T {
  const value = record[name];
  assert.ok(value !== undefined, name);
  return value;
}

const definition = "client/providers/acme.json";

test("nothing for equal models, whatever the order of keys", () => {
  assert.equal(
    told(() => {}),
    [],
  );
  assert.equal(
    told(({ providers }) => {
      const [a, b] = [providers["acme"], providers["beta"]];
      for (const name of Object.keys(providers)) delete providers[name];
      Object.assign(providers, { beta: b, acme: a });
    }),
    [],
  );
});

test("breaking: what is removed or renamed", () => {
  assert.equal(
    told(({ providers }) => delete providers["acme"]),
    ['breaking: provider "acme" was removed @ client providers'],
  );
  assert.equal(
    told(({ providers }) => {
      providers["gamma"] = at(providers, "beta");
      delete providers["beta"];
    }),
    ['breaking: provider "beta" was renamed to "gamma" @ client/providers/beta.json name'],
  );
  assert.equal(told(acme(({ services }) => delete services["files"])), [
    `breaking: service "files" of provider "acme" was removed @ ${definition} services`,
  ]);
  assert.equal(
    told(
      acme((provider) => {
        provider.services = { default: at(provider.services, "default"), documents: at(provider.services, "files") };
      }),
    ),
    [`breaking: service "files" of provider "acme" was renamed to "documents" @ ${definition} services documents`],
  );
  assert.equal(told(acme(({ securitySchemes }) => delete securitySchemes["token"])), [
    `breaking: security scheme "token" of provider "acme" was removed @ ${definition} securitySchemes`,
  ]);
  assert.equal(told(acme(({ parameters, values }) => delete parameters["account"] && delete values["account"])), [
    `breaking: parameter "account" of provider "acme" was removed @ ${definition} parameters`,
  ]);
  assert.equal(told(charge(({ useCases }) => delete useCases["Charge"])), [
    'breaking: use-case "Charge" of profile "pay/charge" was removed @ client profiles pay/charge defaults',
  ]);
  assert.equal(
    told(({ profiles }) => delete profiles["pay/charge"]),
    ['breaking: profile "pay/charge" was removed @ client profiles'],
  );
  assert.equal(told(charge(({ candidates }) => candidates.pop())), [
    'breaking: provider "beta" was removed from profile "pay/charge" @ client profiles pay/charge providers',
  ]);
  assert.equal(
    told((model) => void (model.client = false)),
    ["breaking: createClient was removed: there is no client configuration any more @ client"],
  );
});

test("behavioural, with the credential destination: base URLs", () => {
  const to = (baseUrl: string) => told(acme(({ services }) => void (services["files"] = baseUrl)));
  const said = (baseUrl: string) =>
    `the base URL of service "files" of provider "acme" is now "${baseUrl}", before "https://files.acme.example"`;
  const place = `@ ${definition} services files baseUrl`;
  for (const url of ["https://other.example", "https://files.acme.example/v2"]) {
    assert.equal(to(url), [`behavioural!: ${said(url)} ${place}`]);
  }
  const filled = '"https://{REGION}.acme.example" (filled in: "https://eu.acme.example")';
  assert.equal(to("https://{REGION}.acme.example"), [`behavioural!: ${said("").replace('""', filled)} ${place}`]);
  const clear = "http://files.acme.example";
  assert.equal(to(clear), [`behavioural!: ${said(clear)}; credentials would go in clear text ${place}`]);
  for (const same of ["https://FILES.acme.example/", "https://files.acme.example:443"]) {
    assert.equal(to(same), [`compatible: ${said(same)}: requests go to the same place ${place}`]);
  }
});

test("what a lock has of a path that leads out of a parameter's is another place", () => {
  const at = (url: string): Edit =>
    acme(({ services, parameters }) => {
      services["files"] = url;
      parameters["BASE"] = {};
    });
  for (const up of ["{BASE}/../v2", "{BASE}/%2e%2e/v2"]) {
    assert.match(told(at("{BASE}/v2"), at(up)).join(), /^behavioural!: the base URL of service "files"/);
    assert.match(told(at(up), at("{BASE}/v2")).join(), /^behavioural!: the base URL of service "files"/);
  }
});

test("slashes at the end of a base URL: requests go without the last one, but where their path is empty", () => {
  const between = (from: string, to: string) => {
    const at = (url: string): Edit => acme(({ services }) => void (services["files"] = url));
    return told(at(to), at(from)).map((line) => line.replace(/ of provider.* before "[^"]*"| @.*/g, ""));
  };
  const same = 'compatible: the base URL of service "files": requests go to the same place';
  for (const end of ["/", "/.", "/x/..", "/%2e"])
    assert.equal(between("https://a.example/v1", `https://a.example/v1${end}`), [
      `${same}, but for those with an empty path`,
    ]);
  assert.equal(between("https://a.example", "https://a.example/"), [same]);
  for (const path of ["/v1//", "/v1///"]) {
    assert.equal(between("https://a.example/v1", `https://a.example${path}`), [
      'behavioural!: the base URL of service "files"',
    ]);
  }
  assert.equal(between("https://a.example/", "https://a.example//"), ['behavioural!: the base URL of service "files"']);
});

test("behavioural, with the credential destination: services, parameters, schemes", () => {
  assert.equal(told(acme((provider) => void (provider.defaultService = "files"))), [
    `behavioural!: the default service of provider "acme" is now "files" at "https://files.acme.example", before "default" at "https://{REGION}.acme.example/v1" (filled in: "https://eu.acme.example") @ ${definition} defaultService`,
  ]);
  assert.equal(told(acme(({ services }) => void (services["new"] = "https://new.example"))), [
    `behavioural!: service "new" at "https://new.example" was added to provider "acme": a new origin @ ${definition} services new`,
  ]);
  assert.equal(told(acme(({ parameters }) => void (at(parameters, "REGION").default = "us"))), [
    `behavioural!: the default of parameter "REGION" of provider "acme" changed; a base URL uses it: now "https://us.acme.example", before "https://eu.acme.example" @ ${definition} parameters REGION default`,
  ]);
  assert.equal(told(acme(({ values }) => void (values["REGION"] = "$REGION"))), [
    'behavioural!: the value of parameter "REGION" of provider "acme" changed: read from $REGION; a base URL uses it: now "https://{REGION}.acme.example", before "https://eu.acme.example" @ client providers acme parameters REGION',
  ]);
  assert.equal(
    told(
      acme(({ securitySchemes }) => void (securitySchemes["key"] = { type: "apiKey", in: "header", name: "X-Other" })),
    ),
    [
      `behavioural!: security scheme "key" of provider "acme" now sends its key in the header as "X-Other", before its key in the header as "X-Key" @ ${definition} securitySchemes key name`,
    ],
  );
  assert.equal(
    told(acme(({ securitySchemes }) => void (securitySchemes["key"] = { type: "apiKey", in: "query", name: "X-Key" }))),
    [
      `behavioural!: security scheme "key" of provider "acme" is now an API key in the query, before an API key in the header @ ${definition} securitySchemes key`,
    ],
  );
  assert.equal(
    told(acme(({ securitySchemes }) => Object.assign(at(securitySchemes, "staff"), { authorizationHeader: "x-auth" }))),
    [
      `behavioural!: "authorizationHeader" of security scheme "staff" of provider "acme" is now "x-auth", before "authorization" @ ${definition} securitySchemes staff authorizationHeader`,
    ],
  );
});

test("behavioural: digest settings, references, parameters outside base URLs; not the definition's file", () => {
  assert.equal(told(acme(({ securitySchemes }) => Object.assign(at(securitySchemes, "staff"), { statusCode: 418 }))), [
    `behavioural: "statusCode" of security scheme "staff" of provider "acme" is now 418, before 401 @ ${definition} securitySchemes staff statusCode`,
  ]);
  assert.equal(told(acme(({ credentials }) => void (at(credentials, "key")["apikey"] = "$OTHER"))), [
    'behavioural!: "apikey" of scheme "key" of provider "acme" is now read from $OTHER, before from $ACME_KEY @ client providers acme security key apikey',
  ]);
  assert.equal(told(acme(({ values }) => void (values["account"] = "$OTHER"))), [
    'behavioural!: the value of parameter "account" of provider "acme" changed: read from $OTHER, before from $ACME_ACCOUNT @ client providers acme parameters account',
  ]);
  assert.equal(told(acme((provider) => void (provider.file = "acme.json"))), [
    `compatible: provider "acme" is now defined by "acme.json", before by "${definition}" @ acme.json`,
  ]);
});

test("behavioural: profiles", () => {
  const place = "@ client profiles pay/charge";
  assert.equal(told(charge((profile) => void (profile.source = { version: "2.0.0" }))), [
    `behavioural: profile "pay/charge" is now version "2.0.0", before version "1.0.0" ${place} version`,
  ]);
  assert.equal(told(charge((profile) => void profile.priority.reverse())), [
    `behavioural: the order of providers of profile "pay/charge" is now "beta", "acme", before "acme", "beta" ${place} priority`,
  ]);
  assert.equal(told(useCase((charge) => void (charge.providerFailover = false))), [
    `behavioural: use-case "Charge" of profile "pay/charge" no longer fails over to the next provider ${place} defaults Charge providerFailover`,
  ]);
  assert.equal(told(useCase((charge) => void (charge.input = { currency: "$CURRENCY" }))), [
    `behavioural!: the default input "currency" changed in use-case "Charge" of profile "pay/charge": now read from $CURRENCY ${place} defaults Charge input currency`,
  ]);
  assert.equal(told(charge(({ providers }) => void (at(providers, "acme").file = "maps/other.ts"))), [
    `behavioural: "file" of provider "acme" in profile "pay/charge" is now "maps/other.ts", before "maps/charge.acme.ts" ${place} providers acme file`,
  ]);
  for (const key of ["mapVariant", "mapRevision"] as const) {
    assert.equal(told(charge(({ providers }) => void (at(providers, "acme")[key] = "x"))), [
      `behavioural: "${key}" of provider "acme" in profile "pay/charge" is now "x", before absent ${place} providers acme ${key}`,
    ]);
  }
});

test("behavioural: every number and kind of a retry policy", () => {
  const policy = (edit: (policy: { [key: string]: unknown; backoff: { [key: string]: unknown } }) => void) =>
    told(charge(({ providers }) => edit(at(at(providers, "acme").useCases, "Charge").retryPolicy as never)));
  const of = 'of use-case "Charge" of profile "pay/charge" with provider "acme"';
  const place = "@ client profiles pay/charge providers acme defaults Charge retryPolicy";
  for (const [key, from] of [
    ["maxContiguousRetries", 5],
    ["requestTimeout", 30_000],
    ["openTime", 2000],
    ["maxOpenTime", 10_000],
    ["patience", 74_400],
    ["authCoolDown", 60_000],
    ["circuit", true],
  ] as const) {
    assert.equal(
      policy((retry) => void (retry[key] = 7)),
      [`behavioural: "${key}" ${of} is now 7, before ${String(from)} ${place} ${key}`],
    );
  }
  assert.equal(
    policy((retry) => void delete retry["patience"]),
    [`behavioural: "patience" ${of} is now not said, before 74400 ${place} patience`],
  );
  assert.equal(told(acme((provider) => void Object.assign(provider, { limits: { perSecond: 5 } }))), [
    'behavioural: limit "perSecond" of provider "acme" is now 5, before none @ client providers acme limits perSecond',
  ]);
  assert.equal(
    policy(({ backoff }) => void (backoff["factor"] = 3)),
    [`behavioural: "backoff.factor" ${of} is now 3, before 2 ${place} backoff factor`],
  );
  assert.equal(
    told(
      charge(
        ({ providers }) =>
          void (at(at(providers, "acme").useCases, "Charge").retryPolicy = { kind: "none", requestTimeout: 1 }),
      ),
    ),
    [
      `behavioural: the retry policy ${of} is now "none", before "circuit-breaker" ${place}`,
      `behavioural: "requestTimeout" ${of} is now 1, before 30000 ${place} requestTimeout`,
    ],
  );
});

test("compatible: additions and documentation", () => {
  assert.equal(
    told(({ providers }) => void (providers["gamma"] = { ...at(providers, "beta"), file: "gamma.json" })),
    ['compatible: provider "gamma" was added: service "main" at "https://beta.example" @ gamma.json'],
  );
  assert.equal(told(acme(({ services }) => void (services["more"] = "https://files.acme.example/more"))), [
    `compatible: service "more" at "https://files.acme.example/more" was added to provider "acme" @ ${definition} services more`,
  ]);
  assert.equal(
    told(acme(({ securitySchemes }) => Object.assign(at(securitySchemes, "token"), { bearerFormat: "opaque" }))),
    [
      `compatible: "bearerFormat" of security scheme "token" of provider "acme" changed: documentation only @ ${definition} securitySchemes token bearerFormat`,
    ],
  );
  assert.equal(told(acme(({ parameters }) => void (at(parameters, "REGION").description = "Where."))), [
    `compatible: the description of parameter "REGION" of provider "acme" changed @ ${definition} parameters REGION description`,
  ]);
  assert.equal(told(acme(({ credentials }) => void (credentials["token"] = { token: "$TOKEN" }))), [
    'compatible!: "token" of scheme "token" of provider "acme" is now read from $TOKEN @ client providers acme security token token',
  ]);
  assert.equal(told(acme(({ values }) => void (values["REGION"] = "eu"))), [
    'compatible: the value of parameter "REGION" of provider "acme" changed, without effect on what is sent @ client providers acme parameters REGION',
  ]);
});

test("without a base, everything is compatible", () => {
  assert.equal(
    firstChanges(model()).map((change) => change.class),
    ["compatible", "compatible", "compatible"],
  );
});

test("the most severe comes first", () => {
  const changes = told(
    acme((provider) => {
      delete provider.services["files"];
      provider.values["account"] = "7";
      at(provider.parameters, "REGION").description = "x";
    }),
  );
  assert.equal(
    changes.map((text) => text.split(":")[0]),
    ["breaking", "behavioural", "compatible"],
  );
});

test.run();
