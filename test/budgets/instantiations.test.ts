import { suite } from "uvu";
import * as assert from "uvu/assert";
import { instantiations } from "./instantiations.js";
import { makeGeneratedProject, providerNames } from "./workload.js";

const test = suite("type instantiations");

/** For each provider, beyond an empty program: what was reached (63.6), and a little. */
const PER_PROVIDER = 65;

/** The same for the providers of one client: what was reached (69.2), and a little. */
const PER_PROVIDER_OF_CLIENT = 71;

test("a call to each of twenty providers keeps to its instantiations", () => {
  const project = makeGeneratedProject("instantiations");
  const perProvider = (instantiations(project, calls()) - instantiations(project, "export {};")) / providerNames.length;
  assert.ok(perProvider <= PER_PROVIDER, `${String(perProvider)} for each provider`);
});

test("12.2: a client of twenty providers, with a call to each, keeps to its instantiations", () => {
  const project = makeGeneratedProject("client-instantiations");
  const empty = instantiations(project, "export {};");
  const perProvider = (instantiations(project, clientCalls()) - empty) / providerNames.length;
  assert.ok(perProvider <= PER_PROVIDER_OF_CLIENT, `${String(perProvider)} for each provider`);
});

function clientCalls(): string {
  const requests = providerNames.map(
    (name) => `await providers[${JSON.stringify(name)}].get("/items", { security: "api-key" }).json();`,
  );
  return `import { createClient } from "./generated/client.js";
const { providers } = createClient({ credentials: { "provider-a": { "api-key": { apikey: "key" } } } });
${requests.join("\n")}`;
}

function calls(): string {
  return providerNames
    .map((name) => {
      const create = `create${name.replace("provider-", "Provider-").replace(/-./, (pair) => pair.slice(1).toUpperCase())}`;
      return `import { ${create} } from "./generated/providers/${name}.js";
await ${create}().get("/items", { security: "api-key" }).json();`;
    })
    .join("\n");
}

test.run();
