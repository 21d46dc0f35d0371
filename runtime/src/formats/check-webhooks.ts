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
      .map((name) => bad(place, `${quoted(`{${name}}`)} is no placeholder`, `there are ${listed(known, place)}`));
  const isCovered = ofContent.includes("body") || ofContent.includes("form");
  return [
    ...unknown(ofContent, IN_CONTENT, "content"),
    ...unknown(ofValue, IN_VALUE, "value"),
    ...(isCovered ? [] : [bad("content", 'nothing of the body is signed: "content" has no "{body}"')]),
    ...(ofValue.filter((name) => name === "signature").length === 1
      ? []
      : [bad("value", '"value" has to have "{signature}", once')]),
    ...(hasTime && !isTimed
      ? [bad("content", 'the time is not signed, so anybody can change it: "content" has no "{timestamp}"')]
      : []),
    ...(isTimed && !hasTime
      ? [
          bad(
            "content",
            'nothing says where "{timestamp}" is',
            'give "timestamp": { "header": "…" }, or "{timestamp}" in "value"',
          ),
        ]
      : []),
    ...(ofContent.includes("id") && !hasId
      ? [bad("content", 'nothing says where "{id}" is', 'give "id": { "header": "…" } beside "signature"')]
      : []),
    ...(tolerance !== undefined && !isTimed
      ? [bad("tolerance", 'there is no "{timestamp}" in "content" to hold it against')]
      : []),
    ...(algorithm === "ed25519" && key === "text" ? [bad("key", "a public key is no text: it is hex or base64")] : []),
    ...(tolerance === false
      ? [
          note("SW1252", `${pointer}/tolerance`, "messages of any age are taken: whoever has one can send it again", {
            hint: "remember ids, with the option `seen`",
          }),
        ]
      : []),
    ...(algorithm === "hmac-sha1"
      ? [note("SW1252", `${pointer}/algorithm`, "SHA-1 is old; use it only where the vendor has nothing else")]
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
