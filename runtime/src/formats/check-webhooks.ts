import type { WebhookSettings } from "../config/webhooks.js";
import { templateParts } from "../config/webhooks.js";
import { isToken } from "../config/headers.js";
import { error, type Issue, note, quoted } from "./issue.js";
import type { ProviderJson, WebhooksJson } from "./provider-json.generated.js";

const IN_CONTENT = ["body", "timestamp", "id", "url", "method", "form"];
const IN_VALUE = ["signature", "timestamp", "id"];

/** Rules of signatures of webhooks that the schema does not hold (rules P23). A definition may lack what is wrong. */
export function checkWebhooks({ webhooks }: Partial<ProviderJson>): Issue[] {
  const { signature, id } = webhooks ?? ({} as Partial<WebhooksJson>);
  if (typeof signature !== "object") return [];
  const pointer = "/webhooks/signature";
  const { algorithm, content, value = "{signature}", timestamp, tolerance, key } = signature;
  const bad = (place: string, message: string, hint?: string) =>
    error("SW1251", `${pointer}/${place}`, message, hint === undefined ? {} : { hint });
  const [ofContent, ofValue] = [placeholders(content), placeholders(value)];
  const isTimed = ofContent.includes("timestamp");
  const hasTime = ofValue.includes("timestamp") || timestamp !== undefined;
  const hasId = ofValue.includes("id") || (id !== undefined && "header" in id);
  const unknown = (names: readonly string[], known: readonly string[], place: string) =>
    names
      .filter((name) => !known.includes(name) && !(place === "content" && isHeader(name)))
      .map((name) => bad(place, `${quoted(`{${name}}`)} is not a placeholder`, `use ${listed(known, place)}`));
  const isCovered = ofContent.includes("body") || ofContent.includes("form");
  return [
    ...unknown(ofContent, IN_CONTENT, "content"),
    ...unknown(ofValue, IN_VALUE, "value"),
    ...(isCovered ? [] : [bad("content", 'the body is not signed: "content" has no "{body}"')]),
    ...(ofValue.filter((name) => name === "signature").length === 1
      ? []
      : [bad("value", '"value" needs "{signature}" exactly once')]),
    ...(hasTime && !isTimed
      ? [bad("content", 'the time is not signed, so anyone can change it: "content" has no "{timestamp}"')]
      : []),
    ...(isTimed && !hasTime
      ? [
          bad(
            "content",
            '"{timestamp}" has no source',
            'add "timestamp": { "header": "…" }, or "{timestamp}" in "value"',
          ),
        ]
      : []),
    ...(ofContent.includes("id") && !hasId
      ? [bad("content", '"{id}" has no source', 'add "id": { "header": "…" } beside "signature"')]
      : []),
    ...(tolerance !== undefined && !isTimed ? [bad("tolerance", '"tolerance" needs "{timestamp}" in "content"')] : []),
    ...(algorithm === "ed25519" && key === "text" ? [bad("key", "a public key is hex or base64, not text")] : []),
    ...(tolerance === false
      ? [
          note(
            "SW1252",
            `${pointer}/tolerance`,
            "messages of any age are accepted, so a captured one can be sent again",
            {
              hint: "remember ids with the option `seen`",
            },
          ),
        ]
      : []),
    ...(algorithm === "hmac-sha1"
      ? [note("SW1252", `${pointer}/algorithm`, "SHA-1 is old; use it only if the vendor has nothing else")]
      : []),
  ];
}

/** Names in braces; braces without their pair stand as they are. */
function placeholders(template: string): readonly string[] {
  return templateParts(template).flatMap((part) => {
    if ("name" in part) return [part.name];
    return part.text.match(/[{}]/g) ?? [];
  });
}

function isHeader(name: string): boolean {
  return name.startsWith("header:") && isToken(name.slice("header:".length));
}

function listed(known: readonly string[], place: string): string {
  const names = known.map((name) => `{${name}}`).join(", ");
  return place === "content" ? `${names} and {header:Name}` : names;
}

/** With names of headers in lower case. */
export function normalizeWebhooks({ signature, id, name }: WebhooksJson): WebhookSettings {
  const lower = <T extends object>(place: T): T =>
    "header" in place ? { ...place, header: String(place.header).toLowerCase() } : place;
  return {
    signature:
      typeof signature === "string"
        ? signature
        : { ...lower(signature), ...(signature.timestamp && { timestamp: lower(signature.timestamp) }) },
    ...(id && { id: lower(id) }),
    ...(name && { name: lower(name) }),
  };
}
