import type { ChangeClass } from "#generator/diff/change.js";
import { CHANGE_CLASSES } from "#generator/diff/change.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judge } from "./equivalence.js";
import type { Definition, ProfileSettings, Project } from "./projects.js";

const test = suite("equivalence probes");

type Edit = (project: Project) => void;

interface Probe {
  readonly says: ChangeClass | "nothing";
  readonly edit: Edit;
  /** Done to the project before. */
  readonly before?: Edit;
}

const base: Project = {
  providers: {
    acme: {
      name: "acme",
      defaultService: "default",
      services: [
        { id: "default", baseUrl: "https://{REGION}.acme.example/v1" },
        { id: "files", baseUrl: "https://files.acme.example" },
      ],
      securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Key" }],
      parameters: [
        { name: "REGION", default: "eu" },
        { name: "account", default: "main" },
      ],
    },
    beta: {
      name: "beta",
      defaultService: "main",
      services: [{ id: "main", baseUrl: "https://beta.example" }],
      securitySchemes: [],
      parameters: [],
    },
  },
  own: {},
  documents: {
    "pay/charge": {
      name: "pay/charge",
      version: "1.0.0",
      usecases: {
        Charge: {
          input: {
            type: "object",
            required: ["amount"],
            properties: { amount: { type: "integer" }, currency: { enum: ["EUR", "USD"] }, note: { type: "string" } },
          },
          result: {
            type: "object",
            required: ["state"],
            properties: { state: { enum: ["new", "paid"] }, receipt: { type: "string" } },
          },
        },
      },
    },
  },
  client: {
    profiles: {
      "pay/charge": {
        file: "pay/charge.json",
        priority: ["acme", "beta"],
        providers: { acme: { file: "../maps/pay-charge.acme.ts", defaults: {} } },
        defaults: {},
      },
    },
    providers: {
      acme: { security: [{ id: "key", apikey: "$ACME_KEY" }], parameters: {} },
      beta: { security: [], parameters: {} },
    },
  },
};

const acme =
  (edit: (acme: Definition) => void): Edit =>
  ({ providers }) =>
    edit(providers["acme"] as Definition);
const settings =
  (edit: (settings: ProfileSettings) => void): Edit =>
  ({ client }) =>
    edit(client.profiles["pay/charge"] as ProfileSettings);
/** The scheme of acme asks for tokens by this flow, and client.json supplies these fields. */
const oauth2 =
  (flow: string, ...fields: string[]): Edit =>
  ({ providers, client }) => {
    const scheme = { id: "key", type: "oauth2", flow, tokenUrl: "https://auth.acme.example/token" };
    (providers["acme"] as Definition).securitySchemes = [scheme];
    const values = Object.fromEntries(fields.map((field) => [field, `$${field.toUpperCase()}`]));
    const security = fields.length === 0 ? [] : [{ id: "key", ...values }];
    client.providers["acme"] = { security, parameters: {} };
  };

const PROBES: { readonly [name: string]: Probe } = {
  "another flow, whose fields client.json supplies": {
    says: "behavioural",
    before: oauth2("clientCredentials"),
    edit: oauth2("refreshToken", "clientId", "refreshToken"),
  },
  "another flow, with a field that only code can give": {
    says: "breaking",
    before: oauth2("clientCredentials", "clientId", "clientSecret"),
    edit: oauth2("refreshToken"),
  },
  "another flow, with a field less": {
    says: "breaking",
    before: oauth2("refreshToken", "clientId", "refreshToken"),
    edit: oauth2("clientCredentials", "clientId", "clientSecret"),
  },
  "a default of an input removed": {
    says: "breaking",
    before: settings(({ defaults }) => (defaults["Charge"] = { input: { amount: 1 } })),
    edit: settings((profile) => (profile.defaults = {})),
  },
  "a default of an input added": {
    says: "behavioural",
    edit: settings(({ defaults }) => (defaults["Charge"] = { input: { amount: 1 } })),
  },
  "the order of providers, nothing fails over, the first stays": {
    says: "compatible",
    before: ({ providers, client }) => {
      providers["gamma"] = { ...(providers["beta"] as Definition), name: "gamma" };
      client.providers["gamma"] = { security: [], parameters: {} };
      Object.assign(client.profiles["pay/charge"] ?? {}, { priority: ["acme", "beta", "gamma"] });
    },
    edit: settings((profile) => (profile.priority = ["acme", "gamma", "beta"])),
  },
  "the order of providers, and the first is another": {
    says: "behavioural",
    edit: settings(({ priority }) => priority?.reverse()),
  },
  "the order of providers where a use-case fails over": {
    says: "behavioural",
    before: settings(({ defaults }) => (defaults["Charge"] = { providerFailover: true })),
    edit: settings(({ priority }) => priority?.reverse()),
  },
  "a header's case": {
    says: "compatible",
    edit: acme(({ securitySchemes }) => Object.assign(securitySchemes[0] ?? {}, { name: "x-key" })),
  },
  "a query key's case": {
    says: "behavioural",
    before: acme(({ securitySchemes }) => Object.assign(securitySchemes[0] ?? {}, { in: "query" })),
    edit: acme(({ securitySchemes }) => Object.assign(securitySchemes[0] ?? {}, { name: "x-key" })),
  },
  "the host's case": {
    says: "compatible",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://Files.acme.example" })),
  },
  "the default port": {
    says: "compatible",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://files.acme.example:443" })),
  },
  "a trailing slash": {
    says: "compatible",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://files.acme.example/" })),
  },
  "the same of a host that is not known yet": {
    says: "compatible",
    before: acme(({ parameters }) => delete parameters[0]?.default),
    edit: acme(({ services }) =>
      Object.assign(services[0] ?? {}, { baseUrl: "https://{REGION}.ACME.example:443/v1/" }),
    ),
  },
  "another host": {
    says: "behavioural",
    edit: acme(({ services }) => Object.assign(services[1] ?? {}, { baseUrl: "https://files.example" })),
  },
  "another parameter in the same place": {
    says: "behavioural",
    edit: acme(({ services }) => Object.assign(services[0] ?? {}, { baseUrl: "https://{account}.acme.example/v1" })),
  },
  "another order of keys": {
    says: "nothing",
    edit: ({ client, documents }) => {
      client.providers = Object.fromEntries(Object.entries(client.providers).reverse());
      const charge = documents["pay/charge"]?.usecases["Charge"];
      if (charge !== undefined) charge.input = Object.fromEntries(Object.entries(charge.input).reverse());
    },
  },
};

const cases = Object.entries(PROBES).map(([name, { edit, before: prepare = () => {} }]) => {
  const [before, after] = [structuredClone(base), structuredClone(base)];
  prepare(before);
  prepare(after);
  edit(after);
  return { name, before, after };
});
const verdicts = new Map((await judge(cases)).map((verdict) => [verdict.name, verdict]));

for (const [name, { says }] of Object.entries(PROBES)) {
  test(`${name}: ${says}`, () => {
    const verdict = verdicts.get(name);
    const changes = verdict?.changes ?? [];
    const worst = CHANGE_CLASSES.find((each) => changes.some((change) => change.class === each)) ?? "nothing";
    assert.is(worst, says, changes.map(({ sentence }) => sentence).join("\n"));
    assert.equal(verdict?.faults, []);
    assert.is((verdict?.mistakes ?? []).length > 0, says === "breaking", verdict?.mistakes.slice(0, 3).join("\n"));
  });
}

test.run();
