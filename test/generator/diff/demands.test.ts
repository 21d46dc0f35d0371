import { suite } from "uvu";
import * as assert from "uvu/assert";
import { changes, type DefinitionFile, type Edit } from "./models.js";
import { line } from "./told.js";

const test = suite("diff demands");

/** What is said when documents change, the breaking ones only. */
async function breaks(edit: Edit, before?: Edit): Promise<string[]> {
  const told = await changes(edit, before);
  return told.filter((change) => change.class === "breaking").map(line);
}

const definition = "client/providers/acme.json";

/** The settings of the profile for a provider. */
const settings =
  (provider: string, edit: (settings: { file?: string }) => void): Edit =>
  ({ client }) =>
    edit(client.profiles["pay/charge"]?.providers[provider] ?? {});

test("credentials: a field that client.json no longer supplies, a scheme of another shape, none at all", async () => {
  assert.equal(
    await breaks(({ client }) => {
      for (const entry of client.providers["acme"]?.security ?? [])
        if (entry.id === "login") entry["password"] = "secret";
    }),
    [
      'breaking: code now has to give "password" of scheme "login" of provider "acme" @ client providers acme security login',
    ],
  );
  assert.equal(
    await breaks(({ acme, client }) => {
      acme.securitySchemes[0] = { id: "key", type: "http", scheme: "bearer" };
      client.providers["acme"]?.security?.shift();
    }),
    [
      `breaking!: security scheme "key" of provider "acme" is now HTTP bearer, before an API key in the header: its credentials are "token" @ ${definition} securitySchemes key`,
      'breaking: code now has to give "token" of scheme "key" of provider "acme" @ client providers acme security key',
    ],
  );
  assert.equal(
    await breaks(({ client }) => delete client.providers["acme"]?.security),
    [
      ["apikey", "key"],
      ["password", "login"],
      ["username", "login"],
    ]
      .map(
        ([field, scheme]) =>
          `breaking: code now has to give "${field}" of scheme "${scheme}" of provider "acme" @ client providers acme security ${scheme}`,
      )
      .concat('breaking: code now has to give createClient credentials of provider "acme" @ client providers acme'),
  );
});

test("credentials: of a signature, which client.json cannot supply", async () => {
  const told = await breaks(({ acme, client }) => {
    acme.securitySchemes = [{ id: "signed", type: "signature", headers: ["x-signature"] }];
    delete client.providers["acme"]?.security;
  });
  const demanded = 'breaking: code now has to give createClient credentials of provider "acme" @ client providers acme';
  assert.ok(told.includes(demanded), told.join("\n"));
});

test("default security: credentials that neither client.json nor code has to give yet", async () => {
  const byDefault: Edit = ({ acme }) => void (acme.security = ["key", "login"]);
  const withoutPassword: Edit = ({ client }) => {
    for (const entry of client.providers["acme"]?.security ?? [])
      if (entry.id === "login") entry["password"] = "secret";
  };
  const demanded = `breaking: code that creates a client of provider "acme" now has to give credentials of scheme "login", or \`security\` @ ${definition} security`;
  assert.equal(await breaks(byDefault), []);
  assert.equal(await breaks(byDefault, withoutPassword), [demanded]);
  assert.ok((await breaks(withoutPassword, byDefault)).includes(demanded));
  assert.equal(await breaks(({ acme }) => void (acme.security = "key"), withoutPassword), []);
});

test("parameters: of base URLs, and those that a map found", async () => {
  assert.equal(await breaks(({ acme }) => delete acme.parameters[0]?.default), [
    `breaking: code now has to give parameter "REGION" of provider "acme" @ ${definition} parameters REGION`,
  ]);
  assert.equal(await breaks(({ client }) => delete client.providers["acme"]?.parameters), [
    'breaking: parameter "account" may now be missing in maps of provider "acme" for profile "pay/charge" @ client profiles pay/charge providers acme',
  ]);
});

test("parameters: createClient takes those of a provider that is new, and of a definition for one profile", async () => {
  const beta: Edit = ({ beta }) => {
    beta.parameters = [{ name: "ZONE" }];
    beta.services = [{ id: "main", baseUrl: "https://{ZONE}.beta.example" }];
  };
  const without: Edit = ({ client }) => {
    delete client.providers["beta"];
    delete client.profiles["pay/charge"]?.providers["beta"];
    client.profiles["pay/charge"]?.priority?.pop();
  };
  assert.equal(
    await breaks((documents) => {
      beta(documents);
      documents.client.providers["beta"] = {};
    }, without),
    ['breaking: code now has to give parameter "ZONE" of provider "beta" @ client/providers/beta.json parameters ZONE'],
  );
  const own: Edit = (documents) => {
    documents.others["client/own.json"] = structuredClone(documents.beta);
    settings("beta", (entry) => void (entry.file = "own.json"))(documents);
  };
  assert.equal(
    await breaks(({ others }) => {
      const made = others["client/own.json"] as DefinitionFile;
      made.parameters = [{ name: "ZONE" }];
      made.services = [{ id: "main", baseUrl: "https://{ZONE}.beta.example" }];
    }, own),
    ['breaking: code now has to give parameter "ZONE" of provider "beta" @ client/own.json parameters ZONE'],
  );
});

test("maps: without a file, of a use-case that is new, and none where the profile has no use-case", async () => {
  assert.equal(await breaks(settings("beta", (entry) => void delete entry.file)), [
    'breaking: code now has to give createClient a map of provider "beta" for profile "pay/charge" @ client profiles pay/charge providers beta',
  ]);
  assert.equal(
    await breaks(({ charge }) => {
      charge.usecases["Refund"] = { input: { type: "object" }, result: {} };
    }),
    [
      'breaking: maps of profile "pay/charge" now have to implement use-case "Refund" @ client/profiles/pay/charge.json usecases Refund',
    ],
  );
  const empty: Edit = ({ others, client }) => {
    others["client/empty.json"] = { name: "empty", version: "1.0.0", usecases: {} };
    client.profiles["empty"] = { file: "empty.json", priority: ["beta"], providers: {}, defaults: {} };
  };
  assert.equal(await breaks(empty), []);
});

test("a definition for one profile has less: maps and createClient name what is gone", async () => {
  assert.equal(
    await breaks((documents) => {
      const { services, ...own } = structuredClone(documents.acme);
      own.securitySchemes.pop();
      documents.others["client/own.json"] = { ...own, services: services.slice(0, 1) };
      settings("acme", (entry) => void (entry.file = "own.json"))(documents);
    }),
    [
      'breaking: code now has to give createClient a map of provider "acme" for profile "pay/charge" @ client profiles pay/charge providers acme',
      'breaking: maps of provider "acme" for profile "pay/charge" can no longer name service "files" @ client profiles pay/charge providers acme',
      'breaking: maps of provider "acme" for profile "pay/charge" can no longer name scheme "token" @ client profiles pay/charge providers acme',
    ],
  );
});

test("a provider that left the list cannot be named in calls any more", async () => {
  const unnamed: Edit = ({ client }) => delete client.profiles["pay/charge"]?.providers["beta"];
  const told = await breaks(({ client }) => client.profiles["pay/charge"]?.priority?.pop(), unnamed);
  assert.equal(told, [
    'breaking: provider "beta" was removed from profile "pay/charge" @ client profiles pay/charge providers',
  ]);
});

test.run();
