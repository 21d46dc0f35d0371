import { createRequire } from "node:module";
import { join } from "node:path";
import { address, key } from "./calls.mjs";
import { bench, providerDefinition, work, write } from "./documents.mjs";

const profile = `
name = "bench/items"
version = "1.0.0"

usecase GetLiteral safe {
  input { id! string! }
  result { id! string!, label! string! }
}

usecase GetItem safe {
  input { id! string! }
  result { id! string!, label! string! }
}
`;

const mapOf = (provider) => `
profile = "bench/items@1.0"
provider = "${provider}"

map GetLiteral {
  http GET "/items" {
    security "api-key"
    response 200 "application/json" {
      map result { id = "1", label = "one" }
    }
  }
}

map GetItem {
  http GET "/items/{input.id}" {
    security "api-key"
    response 200 "application/json" {
      map result { id = body.id, label = body.label }
    }
  }
}
`;

/** Writes the configuration that one-sdk is started with, profile and maps parsed, and returns its path. */
export function makeOneSdkConfiguration(port) {
  const { Source, parseMap, parseProfile } = createRequire(join(bench, "run.mjs"))("@superfaceai/parser");
  const folder = join(work, "one-sdk");
  const providers = {};
  const used = {};
  for (const name of ["acme", "other"]) {
    write(folder, `${name}.json`, providerDefinition(name, address(port)));
    providers[name] = { file: join(folder, `${name}.json`), security: [{ id: "api-key", apikey: key }] };
    used[name] = { ast: parseMap(new Source(mapOf(name))), defaults: perUseCase({ input: {}, retryPolicy }) };
  }
  const settings = { ast: parseProfile(new Source(profile)), version: "1.0.0", priority: ["acme", "other"] };
  const defaults = perUseCase({ input: {}, providerFailover: true });
  write(folder, "super.json", { profiles: { "bench/items": { ...settings, defaults, providers: used } }, providers });
  return join(folder, "super.json");
}

const retryPolicy = { kind: "circuit-breaker", maxContiguousRetries: 5, requestTimeout: 30_000 };

function perUseCase(settings) {
  return { GetLiteral: settings, GetItem: settings };
}
