import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isSameBaseUrl, isSameTokenUrl } from "#generator/diff/base-urls.js";
import { compareModels } from "#generator/diff/compare.js";
import { exceeds } from "#generator/diff/diff.js";
import type { JsonValue } from "@sdkwright/runtime/config";
import type { OperationsModel } from "#generator/operations/operations-model.js";
import type { PublicModel } from "#generator/surface/public-model.js";
import { model, type Mutable } from "./models.js";
import { line } from "./told.js";

const test = suite("diff names where credentials can go");

type Edit = (model: Mutable<PublicModel>) => void;
type Provider = Mutable<PublicModel>["providers"][string];

const EVIL = "https://evil.example";
const OAUTH2 = {
  type: "oauth2",
  flow: "clientCredentials",
  tokenUrl: `${EVIL}/t`,
  clientAuthentication: "post",
} as const;

function told(edit: Edit, before: Edit = () => {}): string[] {
  return compareModels(
    model(before),
    model((made) => (before(made), edit(made))),
  ).map(line);
}

const acme = (edit: (acme: Provider) => void): Edit => {
  return ({ providers }) => edit(providers["acme"] as Provider);
};
const set = (more: Partial<Provider>): Edit => acme((provider) => Object.assign(provider, more));

/** The one line that speaks of something. */
function about(lines: readonly string[], text: string): string {
  const found = lines.filter((each) => each.includes(text));
  assert.is(found.length, 1, lines.join("\n"));
  return found[0] ?? "";
}

const scheme = (id: string, value: object, credentials: { [field: string]: string } = {}): Edit =>
  acme((provider) => {
    Object.assign(provider.securitySchemes, { [id]: value });
    provider.credentials[id] = credentials;
  });
const app = scheme("app", OAUTH2, { clientId: "$ACME_USER", clientSecret: "$ACME_KEY" });
const APP = `token URL "${EVIL}/t" of scheme "app", "clientId" of scheme "app" from $ACME_USER, "clientSecret" of scheme "app" from $ACME_KEY`;

test("a scheme that is added: its token URL and its variables", () => {
  assert.match(
    about(told(app), "was added"),
    `compatible!: security scheme "app" (OAuth 2 by the client's credentials) was added to provider "acme": ${APP} @`,
  );
  const trace = scheme("trace", { type: "apiKey", in: "header", name: "x" }, { apikey: "$AWS" });
  assert.match(about(told(trace), "was added"), 'compatible!: security scheme "trace"');
  assert.match(about(told(trace), "was added"), '"apikey" of scheme "trace" from $AWS');
  const plain = scheme("plain", { type: "http", scheme: "basic" });
  assert.match(about(told(plain), "was added"), /^compatible: .* was added to provider "acme" @/);
});

test("a scheme that requests newly use by default: the same, where the scheme has been there", () => {
  assert.match(
    about(told(set({ security: ["app"] }), app), "name no scheme"),
    `behavioural!: requests to provider "acme" that name no scheme now use "app", before none: ${APP} @`,
  );
});

test("a scheme of another kind or flow, or under another id", () => {
  const replaced = scheme("key", OAUTH2, { clientSecret: "$ACME_KEY" });
  assert.match(about(told(replaced), "before an API key"), `token URL "${EVIL}/t" of scheme "key"`);
  const flow = scheme("app", { ...OAUTH2, flow: "refreshToken", tokenUrl: "https://two.example/t" });
  assert.match(about(told(flow, app), "a refresh token"), 'token URL "https://two.example/t"');
  const renamed = acme(({ securitySchemes, credentials }) => {
    Object.assign(securitySchemes, { other: securitySchemes["key"] });
    delete securitySchemes["key"];
    delete credentials["key"];
    credentials["other"] = { apikey: "$AWS" };
  });
  assert.match(
    about(told(renamed), "was renamed"),
    /^breaking!: .* renamed to "other": "apikey" of scheme "other" from \$AWS @/,
  );
});

test("a service under another id: where client.json has it now", () => {
  const renamed = (url: string) =>
    acme((provider) => {
      provider.services["main"] = provider.services["files"] as string;
      delete provider.services["files"];
      provider.overrides = { main: url };
    });
  for (const [url, shown] of [
    [EVIL, `"${EVIL}"`],
    ["$EVIL", "$EVIL"],
  ] as const) {
    assert.match(
      about(told(renamed(url)), "now at"),
      `behavioural!: service "main" of provider "acme" is now at ${shown}, as client.json says, before at "https://files.acme.example" @`,
    );
  }
});

test("another default service: where it is", () => {
  assert.match(
    about(told(set({ defaultService: "files" })), "default service"),
    'now "files" at "https://files.acme.example", before "default" at "https://{REGION}.acme.example/v1"',
  );
});

const zed = ({ providers }: Mutable<PublicModel>): void => {
  const provider = structuredClone(providers["acme"] as Provider);
  providers["zed"] = { ...provider, services: { default: EVIL }, securitySchemes: {}, credentials: {}, values: {} };
};

test("a provider that is added: all of it, and marked where it has credentials", () => {
  assert.match(about(told(zed), "zed"), `compatible: provider "zed" was added: service "default" at "${EVIL}" @`);
  const keyed: Edit = (made) => {
    zed(made);
    Object.assign(made.providers["zed"] as Provider, {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "x" } },
      credentials: { key: { apikey: "$ACME_KEY" } },
    });
  };
  assert.match(
    about(told(keyed), "was added"),
    `compatible!: provider "zed" was added: service "default" at "${EVIL}", "apikey" of scheme "key" from $ACME_KEY @`,
  );
});

const charge = (made: Mutable<PublicModel>) => made.profiles["pay/charge"] as Mutable<PublicModel>["profiles"][string];

/** A definition of its own for `acme` in the profile. */
const owned: Edit = (made) => {
  const settings = charge(made).providers["acme"];
  assert.ok(settings);
  settings.definition = { ...structuredClone(made.providers["acme"] as Provider), services: { default: EVIL } };
};

test("12: a definition of a profile's own that comes or goes is compared with the one that it stands in for", () => {
  const other: Edit = (made) => {
    owned(made);
    const own = charge(made).providers["acme"]?.definition as Provider;
    Object.assign(own, { services: { ...made.providers["acme"]?.services }, security: ["login"], headers: { "X-Tenant": "b" } }); // prettier-ignore
  };
  const back: Edit = (made) => delete (charge(made).providers["acme"] as { definition?: unknown }).definition;
  const [comes, goes] = [told(other), told(back, other)].map((lines) => lines.join("\n"));
  assert.match(comes ?? "", 'in profile "pay/charge" that name no scheme now use "login", before none');
  assert.match(comes ?? "", 'in profile "pay/charge" now carry the header "X-Tenant"');
  assert.match(goes ?? "", 'in profile "pay/charge" that name no scheme now use none, before "login"');
});

test("a definition of a profile's own, at a candidate that was there, is added, or comes with a profile", () => {
  assert.match(
    about(told(owned), "definition of its own"),
    /^behavioural!: .*: service "default" at "https:\/\/evil\.example", /,
  );
  const back: Edit = (made) => delete (charge(made).providers["acme"] as { definition?: unknown }).definition;
  assert.match(about(told(back, owned), "definition of its own"), 'service "files" at "https://files.acme.example"');
  const without: Edit = (made) => {
    charge(made).candidates = ["beta"];
    delete charge(made).providers["acme"];
  };
  const added = compareModels(model(without), model(owned)).map(line);
  assert.match(
    about(added, 'provider "acme" was added'),
    `compatible!: provider "acme" was added to profile "pay/charge": service "default" at "${EVIL}"`,
  );
  assert.match(about(added, 'provider "acme" was added'), 'input of use-case "Charge" from $ACME_NOTE');
  const copied: Edit = (made) => {
    owned(made);
    made.profiles["pay/again"] = { ...charge(made), priority: [] };
    delete made.profiles["pay/charge"];
  };
  assert.match(
    about(told(copied), '"pay/again" was added'),
    `compatible!: profile "pay/again" was added: provider "acme" with service "default" at "${EVIL}"`,
  );
});

test("where a parameter decides the host or more, what it comes to is named and marked", () => {
  const declared = (value: string, services: { [id: string]: string } = {}): Edit =>
    acme((provider) => {
      provider.parameters["host"] = { default: value };
      provider.services = { ...provider.services, files: "https://{host}/v1", ...services };
    });
  const [good, evil] = [declared("good.example"), declared("evil.example")];
  assert.match(about(told(evil), "base URL of service"), `is now "https://{host}/v1" (filled in: "${EVIL}"), before`);
  const byDefault = about(compareModels(model(good), model(evil)).map(line), "the default of");
  assert.match(byDefault, /^behavioural!: /);
  assert.match(byDefault, `; a base URL uses it: now "${EVIL}", before "https://good.example" @`);
  const given = acme((provider) => (provider.values["host"] = "evil.example"));
  const byValue = about(told(given, good), "the value of");
  assert.match(byValue, /^behavioural!: /);
  assert.match(byValue, `; a base URL uses it: now "${EVIL}", before "https://good.example" @`);
  const whole = declared(`${EVIL}/issued/4Rf5tG6yH7uJ8iK9oL0p`, { new: "{host}/v2" });
  assert.match(about(told(whole), '"new"'), `service "new" at "{host}/v2" (filled in: "${EVIL}") was added`);
  const partly = declared("evil.example", { new: "https://{host}:{port}/v2" });
  const port = acme((provider) => (provider.parameters["port"] = {}));
  assert.match(
    about(
      told((made) => (partly(made), port(made))),
      '"new"',
    ),
    '(filled in: "https://evil.example:{port}") was',
  );
  const beside: Edit = (made) => {
    evil(made);
    made.providers["zed"] = structuredClone(made.providers["acme"] as Provider);
  };
  assert.match(about(told(beside), '"zed" was added'), `service "files" at "https://{host}/v1" (filled in: "${EVIL}")`);
});

test("of a token URL too, without its query", () => {
  const tokenUrl = "https://{host}/t?k=1";
  const at =
    (value: string): Edit =>
    (made) => {
      scheme("app", { ...OAUTH2, tokenUrl }, { clientId: "$ACME_USER" })(made);
      acme((provider) => (provider.parameters["host"] = { default: value }))(made);
    };
  const url = `token URL "https://{host}/t?***" (filled in: "${EVIL}") of scheme "app"`;
  assert.match(about(told(at("evil.example")), 'scheme "app" (OAuth'), url);
  const moved = about(compareModels(model(at("good.example")), model(at("evil.example"))).map(line), "the default of");
  assert.match(moved, /^behavioural!: /);
  assert.match(moved, `; a token URL uses it: now "${EVIL}", before "https://good.example" @`);
  const other = scheme("app", { ...OAUTH2, tokenUrl: "https://{host}/u" }, { clientId: "$ACME_USER" });
  const path = about(told(other, at("evil.example")), "the token URL of");
  assert.match(path, `is now "https://{host}/u" (filled in: "${EVIL}"), before "https://{host}/t?***" (filled in`);
});

test("a variable that a parameter or a default input is newly read from", () => {
  const used = acme((provider) => {
    provider.services["files"] = "https://{host}.acme.example";
    provider.parameters["host"] = {};
  });
  const value = acme((provider) => (provider.values["host"] = "$AWS"));
  assert.match(
    about(told(value, used), "now has a value"),
    /^compatible!: .* now has a value: read from \$AWS; a base URL uses it @/,
  );
  const issued = acme((provider) => (provider.values["sk_live_51Hc0ffee"] = "x"));
  assert.match(told(issued).join(), 'parameter "***" of provider "acme" now has a value');
  const both: Edit = (made) => (used(made), value(made));
  assert.match(
    about(told(both), 'parameter "host"'),
    /^compatible!: .* was added to provider "acme": read from \$AWS; a base URL/,
  );
  const other = acme((provider) => (provider.values["host"] = "$OTHER"));
  assert.match(about(told(other, both), 'parameter "host"'), "changed: read from $OTHER, before from $AWS; a base URL");
  const elsewhere = acme((provider) => (provider.values["account"] = "$AWS"));
  assert.match(
    about(told(elsewhere), 'parameter "account"'),
    /^behavioural!: .* changed: read from \$AWS, before from/,
  );
  const literal = acme((provider) => (provider.values["account"] = "7"));
  assert.match(about(told(literal), 'parameter "account"'), /^behavioural: .* changed @/);
  const input: Edit = (made) => {
    Object.assign(charge(made).useCases["Charge"]?.input ?? {}, { a: { b: "$AWS", c: ["$X", "$$Y", "$X"] } });
  };
  assert.match(about(told(input), 'input "a"'), /^behavioural!: .*: now read from \$AWS and \$X @/);
  assert.match(about(compareModels(model(input), model()).map(line), 'input "a"'), /^behavioural: /);
});

const HOOKS = [
  { to: "audit", auth: "$AUDIT" },
  { to: "public", auth: "none" },
];
const OTHER_HOOKS = [
  { to: "audit", auth: "none" },
  { to: "public", auth: "$AUDIT" },
];

/** What a default input was and is, and what is told of its variables. */
const MOVES: readonly (readonly [from: JsonValue, to: JsonValue, told: string])[] = [
  [HOOKS, OTHER_HOOKS, '$AUDIT at "a.1.auth", before from $AUDIT at "a.0.auth"'],
  ["$T", { public: "$T" }, '$T at "a.public", before from $T at "a"'],
  [{ public: "$T" }, "$T", '$T at "a", before from $T at "a.public"'],
  [{ 0: "$T" }, ["$T"], '$T at "a.0", before from $T at "a.0"'],
  [["$T", "$U"], ["$U", "$T"], '$U at "a.0" and $T at "a.1", before from $T at "a.0" and $U at "a.1"'],
  [["$T", "x"], ["$T", "$T"], "$T"],
  [["$T", ["x"]], ["$U", ["$T"]], '$U and $T at "a.1.0", before from $T at "a.0"'],
];

function withInput(a: JsonValue): PublicModel {
  return model((made) => Object.assign(charge(made).useCases["Charge"]?.input ?? {}, { a }));
}

for (const [from, to, told] of MOVES) {
  test(`a variable moves in a default input: ${JSON.stringify(from)}, then ${JSON.stringify(to)}`, () => {
    const [change = "", ...more] = compareModels(withInput(from), withInput(to)).map(line);
    assert.equal(more, []);
    assert.match(change, /^behavioural!: the default input "a" changed/);
    assert.match(change, `: now read from ${told} @`);
  });
}

test("12: each variable that a default input is newly read from is named, whatever stands before it", () => {
  const decoys = Array.from({ length: 300 }, (_, at) => `$N${at}`);
  const [change = ""] = compareModels(withInput("x"), withInput([...decoys, "$AWS_SECRET_ACCESS_KEY"])).map(line);
  assert.match(change, / and \$N299 and \$AWS_SECRET_ACCESS_KEY @/);
});

test("a variable that stays, or goes, in the list of a default input is not marked", () => {
  for (const less of [["$T", "y"], ["$T"]]) {
    const [change = ""] = compareModels(withInput(["$T", "x", "$T"]), withInput(less)).map(line);
    assert.match(change, /^behavioural: .*: no longer read from \$T @/);
  }
});

test("a variable that a credential is newly read from, of a scheme that was there", () => {
  const read = (scheme: string, fields: { [field: string]: string }) =>
    acme((provider) => (provider.credentials[scheme] = fields));
  assert.match(
    about(told(read("key", { apikey: "$AWS" })), "apikey"),
    /^behavioural!: .* from \$AWS, before from \$ACME_KEY @/,
  );
  assert.match(about(told(read("token", { token: "$AWS" })), "token"), /^compatible!: .* is now read from \$AWS @/);
  assert.match(about(told(read("key", {})), "apikey"), /^behavioural: .* no longer read from \$ACME_KEY @/);
});

test("operations that come with a document, or go with it, use other services and schemes", () => {
  const operations = {
    operations: {
      "GET /a": { options: "{}", answers: {}, errors: {}, wire: { service: "files", security: ["key"] } },
      "GET /b": { options: "{}", answers: {}, errors: {} },
    },
    schemas: {},
  };
  const pair = (base: OperationsModel | "none", next: OperationsModel | "none") =>
    compareModels(model(), model(), [{ provider: "acme", base, next }]).map(line);
  const [files, usual] = [
    '"files" at "https://files.acme.example"',
    '"default" at "https://{REGION}.acme.example/v1" (filled in: "https://eu.acme.example")',
  ];
  const came = pair("none", operations);
  assert.match(
    about(came, "service"),
    `behavioural!: "GET /a" of provider "acme" now uses service ${files}, before ${usual} @`,
  );
  assert.match(
    about(came, "security"),
    /^behavioural!: "GET \/a" .*security "key"[^:]* by default, before none[^:]*: "apikey" of/,
  );
  assert.match(about(pair(operations, "none"), "service"), `now uses service ${usual}, before ${files} @`);
});

test("a parameter that stands elsewhere is another place; another spelling is none", () => {
  for (const [before, after] of [
    ["https://{a}.{b}.{a}.example", "https://{a}.{b}.{b}.example"],
    ["https://{a}.zq7.example", "https://zq7.{a}.example"],
    ["https://{a}.z20000q.example", "https://z20000q.{a}.example"],
    ["{a}://h.example/{a}/https", "{a}://h.example/https/{a}"],
    ["https://h.example:{a}/{b}", "https://h.example:{b}/{a}"],
  ] as const) {
    assert.is(isSameBaseUrl(before, after), false, after);
    assert.is(isSameTokenUrl(before, after), false, after);
  }
  assert.is(isSameBaseUrl("https://{a}.X.example:443/{b}/", "https://{a}.x.example/{b}"), true);
  assert.is(isSameBaseUrl("{a}/v1", "{a}/v1/"), true);
  assert.is(isSameTokenUrl("https://{a}.X.example:443/{b}", "https://{a}.x.example/{b}"), true);
});

test("a host is always shown, as it is asked for", () => {
  const at = (url: string) => about(told(acme(({ services }) => (services["files"] = url))), "is now");
  assert.match(at("https://\u0430pi.acme.example/v2"), '"https://xn--pi-6kc.acme.example/v2"');
  assert.match(at("https://{REGION}.\u0430cme.example/v2"), '"https://{REGION}.xn--cme-5cd.example/v2"');
  assert.match(at("https://sk_live_51Hc0ffee8Qq7Zr2Tn9V.example/v2"), "sk_live_51Hc0ffee8Qq7Zr2Tn9V.example/v2");
});

test("--fail-on behavioural ends on a credential destination, whatever its class", () => {
  const changes = compareModels(model(), model(app));
  assert.is(exceeds(changes, "behavioural"), true);
  assert.is(exceeds(changes, "breaking"), false);
});

test("a variable that another provider reads already: its key goes to a second vendor", () => {
  const beta: Edit = ({ providers }) => {
    providers["beta"] = structuredClone(providers["acme"] as Provider);
    Object.assign(providers["beta"], { credentials: { key: { apikey: "$ACME_KEY" } }, values: {} });
  };
  const said = 'compatible!: $ACME_KEY, which provider "acme" reads, is now read by provider "beta" too';
  assert.is(about(told(beta), "too"), `${said} @ client providers beta`);
  assert.equal(
    told(set({ limits: { concurrency: 1 } }), beta).filter((each) => each.includes(" too")),
    [],
  );
  const own: Edit = ({ providers }) => (beta({ providers } as never), delete providers["acme"]);
  assert.equal(
    told(own).filter((each) => each.includes(" too")),
    [],
  );
  const input: Edit = ({ profiles }) => {
    const [profile] = Object.values(profiles);
    const [useCase] = Object.values(profile?.useCases ?? {});
    Object.assign(useCase ?? {}, { input: { deep: ["$ACME_KEY"] } });
  };
  assert.match(
    about(told(input), "too"),
    /^compatible!: \$ACME_KEY, which provider "acme" reads, is now read by profile "/,
  );
});

test("a variable in the default input of a profile that another provider gets now", () => {
  const profileOf = ({ profiles }: Mutable<PublicModel>) => {
    const [profile] = Object.values(profiles);
    const [[useCase, settings] = []] = Object.entries(profile?.useCases ?? {});
    if (profile === undefined || useCase === undefined || settings === undefined) throw new Error("no use-case");
    return { profile, useCase, settings };
  };
  const shared: Edit = (made) => Object.assign(profileOf(made).settings.input, { key: "$PAY_KEY" });
  const ofBeta =
    (input: { [key: string]: string }): Edit =>
    (made) => {
      const { profile, useCase } = profileOf(made);
      const retryPolicy = profile.providers["acme"]?.useCases[useCase]?.retryPolicy ?? {
        kind: "none",
        requestTimeout: 1,
      };
      profile.providers["beta"] = { useCases: { [useCase]: { input, retryPolicy } } };
    };
  const own: Edit = (made) => (shared(made), ofBeta({ key: "$BETA_KEY" })(made));
  const alone: Edit = (made) => (shared(made), (profileOf(made).settings.providerFailover = false));
  const without: Edit = (made) => (shared(made), (profileOf(made).profile.priority = ["acme"]));
  const said =
    /^behavioural!: \$PAY_KEY in the default input of use-case "Charge" of profile "pay\/charge" now goes to provider "beta"/;
  const failsOver: Edit = (made) => (profileOf(made).settings.providerFailover = true);
  const both: Edit = (made) => (profileOf(made).profile.priority = ["acme", "beta"]);
  const first: Edit = (made) => (profileOf(made).profile.priority = ["beta", "acme"]);
  const named: Edit = (made) => (alone(made), ofBeta({})(made));
  const namedOnly: Edit = (made) => (named(made), without(made));
  const renamed: Edit = (made) => {
    const { profile, useCase, settings } = profileOf(made);
    profile.useCases = { Bill: settings };
    profile.providers["beta"] = { useCases: {} };
    if (useCase !== "Charge") throw new Error(useCase);
  };
  for (const [edit, before] of [
    [ofBeta({}), own],
    [failsOver, alone],
    [first, alone],
    [both, without],
    [named, (made: Mutable<PublicModel>) => (own(made), alone(made))],
    [namedOnly, (made: Mutable<PublicModel>) => (own(made), alone(made), without(made))],
  ] as const)
    assert.match(about(told(edit, before), "now goes to"), said);
  assert.match(
    about(
      told((made) => (own(made), renamed(made)), own),
      "now goes to",
    ),
    /"Bill".* now goes to provider "beta"/,
  );
  const many: Edit = (made) =>
    Object.assign(
      profileOf(made).settings.input,
      Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`k${at}`, `$K_${at}`])),
    );
  const two: Edit = (made) =>
    Object.assign(profileOf(made).settings.input, { key: "$PAY_KEY", deep: { list: ["$ID"] } });
  const overDeep: Edit = (made) => (two(made), alone(made), ofBeta({ deep: "mine" })(made));
  for (const [edit, names] of [
    [two, "\\$PAY_KEY and \\$ID"],
    [many, "\\$.* and 2\\d more"],
  ] as const) {
    const before: Edit = (made) => (edit(made), alone(made));
    assert.match(
      about(
        told((made) => (before(made), failsOver(made)), before),
        "to provider",
      ),
      new RegExp(`^behavioural!: ${names} in the default input of use-case "Charge" of .* now go to provider "beta"`),
    );
  }
  assert.match(
    about(
      told((made) => (overDeep(made), failsOver(made)), overDeep),
      "now goes to",
    ),
    said,
  );
  for (const [edit, before] of [
    [first, shared],
    [shared, () => {}],
    [ofBeta({ key: "$BETA_KEY" }), shared],
    [ofBeta({ key: "$PAY_KEY" }), own],
  ] as const)
    assert.equal(
      told(edit, before).filter((each) => each.includes("now goes to")),
      [],
    );
});

test.run();
