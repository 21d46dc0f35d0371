import type { JsonValue } from "../config/definition.js";
import { toPointer } from "../config/pointers.js";
import { isArray, isPlainObject } from "../config/options.js";
import { checkCredentials, explainCredentials } from "./check-credentials.js";
import { checkProfiles } from "./check-profiles.js";
import type { ClientJson } from "./client-json.generated.js";
import { validateClient } from "./client-validator.generated.js";
import { checkFiles } from "./file-value.js";
import { type Format, parseFormat } from "./format.js";
import { error, type Issue, type Parsed, warning } from "./issue.js";

const TOP_LEVEL = 'the top-level "providers.<provider>"';

const clientFormat: Format<ClientJson> = {
  title: "the client configuration",
  validate: validateClient,
  isShown: (pointer) => pointer.startsWith("/profiles/") && !/\/(?:defaults|priority)\//.test(pointer),
  places: {
    priority: "profiles.<profile>",
    providerFailover: "profiles.<profile>.defaults.<UseCase>",
    failoverAfter: "profiles.<profile>.defaults.<UseCase>",
    failoverOn: "profiles.<profile>.providers.<provider>.defaults.<UseCase>",
    retryPolicy: "profiles.<profile>.providers.<provider>.defaults.<UseCase>",
    mapVariant: "profiles.<profile>.providers.<provider>",
    mapRevision: "profiles.<profile>.providers.<provider>",
    security: TOP_LEVEL,
    parameters: TOP_LEVEL,
    services: TOP_LEVEL,
    webhooks: `${TOP_LEVEL}, or a provider definition`,
    limits: TOP_LEVEL,
    retries: TOP_LEVEL,
    requestTimeout: `${TOP_LEVEL}, or a "retryPolicy"`,
    deadline: TOP_LEVEL,
    idempotencyKey: TOP_LEVEL,
    idempotent: `${TOP_LEVEL}, or a provider definition`,
    input: "the defaults of a use-case",
  },
  required: {
    "retryPolicy.kind": 'add "kind": "circuit-breaker" (or "none")',
    "backoff.kind": 'add "kind": "exponential"',
  },
  explain: explainCredentials,
  check: (client, document) => [
    ...(keysOf(document).length > 0
      ? []
      : [warning("SW1301", "", 'nothing is configured: neither "profiles" nor "providers"')]),
    ...checkNumbers(document),
    ...checkFiles(client),
    ...checkProfiles(client, document),
    ...checkCredentials(client),
  ],
};

/** Parses a client configuration: the contents of client.json, or `clientJson` (rules C2–C18). */
export function parseClient(value: unknown): Parsed<ClientJson> {
  const keys = isPlainObject(value) ? keysOf(value) : [];
  if (keys.length === 0 || keys.includes("profiles") || keys.includes("providers"))
    return parseFormat(clientFormat, value);
  // Another kind of document (rules C2).
  const message = 'not a client configuration: it has neither "profiles" nor "providers"';
  return { issues: [error("SW1302", "", message, { hint: "name another file with --config" })] };
}

function keysOf(document: object): readonly string[] {
  return Object.keys(document).filter((key) => key !== "$schema");
}

/** Whole numbers with more digits than a number keeps: others would be sent in their place, as of an id of 19 digits. */
function checkNumbers(value: JsonValue, pointer: string = ""): Issue[] {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = "a whole number beyond 9007199254740991 loses digits";
    return [error("SW1109", pointer, message, { hint: "write it as text" })];
  }
  if (!isArray(value) && !isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => checkNumbers(item, pointer + toPointer(key)));
}
