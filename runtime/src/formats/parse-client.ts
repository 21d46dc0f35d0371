import type { JsonObject, JsonValue } from "../config/definition.js";
import { isPlainObject } from "../config/options.js";
import { checkCredentials, explainCredentials } from "./check-credentials.js";
import { checkFiles } from "./check-files.js";
import { checkNumbers } from "./check-numbers.js";
import { checkProfiles } from "./check-profiles.js";
import type { ClientJson } from "./client-json.generated.js";
import { validateClient } from "./client-validator.generated.js";
import { type Format, parseFormat } from "./format.js";
import { error, type Issue, type Parsed, warning } from "./issue.js";

const clientFormat: Format<ClientJson> = {
  title: "the client configuration",
  validate: validateClient,
  isShown: (pointer) => pointer.startsWith("/profiles/") && !/\/(?:defaults|priority)\//.test(pointer),
  places: {
    priority: "profiles.<profile>",
    providerFailover: "profiles.<profile>.defaults.<UseCase>",
    retryPolicy: "profiles.<profile>.providers.<provider>.defaults.<UseCase>",
    mapVariant: "profiles.<profile>.providers.<provider>",
    mapRevision: "profiles.<profile>.providers.<provider>",
    security: 'the top-level "providers.<provider>"',
    parameters: 'the top-level "providers.<provider>"',
    services: 'the top-level "providers.<provider>"',
    limits: 'the top-level "providers.<provider>"',
    retries: 'the top-level "providers.<provider>"',
    requestTimeout: 'the top-level "providers.<provider>", or a "retryPolicy"',
    deadline: 'the top-level "providers.<provider>"',
    idempotencyKey: 'the top-level "providers.<provider>"',
    idempotent: 'the top-level "providers.<provider>", or a provider definition',
    input: "the defaults of a use-case",
  },
  required: {
    "retryPolicy.kind": 'add "kind": "circuit-breaker" (or "none")',
    "backoff.kind": 'add "kind": "exponential"',
  },
  explain: explainCredentials,
  check: (client, document) => [
    ...checkRoot(document),
    ...checkNumbers(document),
    ...checkFiles(client),
    ...checkProfiles(client, document),
    ...checkCredentials(client),
  ],
};

/** Parses a client configuration: the contents of client.json, or `clientJson` (rules C2–C18). */
export function parseClient(value: unknown): Parsed<ClientJson> {
  return isForeign(value) ? { issues: [foreign] } : parseFormat(clientFormat, value);
}

const foreign: Issue = error("SW1302", "", 'not a client configuration: it has neither "profiles" nor "providers"', {
  hint: "the generator reads another file with --config",
});

/** Has other keys than those of the format, and none of them (rules C2). */
function isForeign(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const keys = Object.keys(value).filter((key) => key !== "$schema");
  return keys.length > 0 && !keys.includes("profiles") && !keys.includes("providers");
}

function checkRoot(document: JsonObject): Issue[] {
  const keys: readonly JsonValue[] = Object.keys(document).filter((key) => key !== "$schema");
  return keys.length > 0 ? [] : [warning("SW1301", "", 'nothing is configured: neither "profiles" nor "providers"')];
}
