import { isPlainObject, own, proposedVariable, valueAt, WEBHOOK_SCHEMES } from "@sdkwright/runtime/config";
import type { ApiDocument, Operation, Part, Webhook } from "./api.js";
import { fieldOf, pathItemAt } from "./read-contents.js";
import { methodsOf, operationAt } from "./read-operation.js";
import { isObjectPart, objectAt, type Reading, recordAt } from "./reading.js";

/** Keys of webhooks in documents: OpenAPI 3.1, and 3.0 of GitHub and others. */
const ROOTS = ["webhooks", "x-webhooks"];

/** Tells if there is something that `readWebhooks` would find. */
export function hasWebhooks({ root }: ApiDocument, operations: readonly Operation[]): boolean {
  const isFilled = (value: unknown) => isPlainObject(value) && Object.keys(value).length > 0;
  return (
    ROOTS.some((key) => isFilled(own(root, key))) || operations.some(({ callbacks }) => isFilled(callbacks?.value))
  );
}

/** The line of a definition that takes webhooks: with the scheme one of whose headers they have, else the one that most have. */
export function signatureLine({ root }: ApiDocument): string {
  const shared = valueAt(root, ["components", "parameters"]);
  const text = JSON.stringify([shared, ...ROOTS.map((key) => own(root, key))]).toLowerCase();
  const found = Object.entries(WEBHOOK_SCHEMES).find(([, forms]) =>
    forms.some(({ signature, id, name }) =>
      [signature, signature.timestamp, id, name].some(
        (place) => place !== undefined && "header" in place && text.includes(`"name":"${place.header}"`),
      ),
    ),
  );
  return `"webhooks": { "signature": "${found?.[0] ?? "standard"}" }`;
}

/** The line of a provider in client.json that says where the secret of its webhooks is. */
export function secretLine(provider: string): string {
  return `"webhooks": { "secret": "$${proposedVariable([provider, "webhook", "secret"], new Map())}" }`;
}

/** The webhooks of a document, and the callbacks of the operations that are chosen. */
export function readWebhooks(operations: readonly Operation[], reading: Reading): readonly Webhook[] {
  const root = { value: reading.document.root, pointer: "" };
  return [
    ...ROOTS.flatMap((key) => recordAt(root, key, reading)).flatMap(([key, part]) => webhookAt(key, part, reading)),
    ...operations.flatMap(({ callbacks }) => (callbacks === undefined ? [] : callbacksAt(callbacks, reading))),
  ];
}

/** A callback has a path item for each expression of where it goes. */
function callbacksAt({ value, pointer }: Part, reading: Reading): readonly Webhook[] {
  if (!isPlainObject(value)) return [];
  return recordAt(
    { value: { callbacks: value }, pointer: pointer.replace(/\/callbacks$/, "") },
    "callbacks",
    reading,
  ).flatMap(([key, written]) => {
    const callback = objectAt(written, "this callback", reading);
    if (callback === undefined) return [];
    const items = Object.keys(callback.value).filter((expression) => !expression.startsWith("x-"));
    return items.flatMap((expression) => {
      const part = fieldOf([callback], expression);
      const name = items.length === 1 ? key : `${key} ${expression}`;
      return part === undefined ? [] : webhookAt(name, part, reading);
    });
  });
}

/** The operation of POST, or else of the first method. */
function webhookAt(key: string, part: Part, reading: Reading): readonly Webhook[] {
  if (!isObjectPart(part)) return [];
  const item = pathItemAt(part, reading);
  const methods = item === undefined ? [] : methodsOf(item);
  const method = methods.includes("post") ? "post" : methods[0];
  if (item === undefined || method === undefined) return [];
  // It has no path: where it goes, the receiver says.
  const operation = operationAt(method, "/", item, reading);
  return operation === undefined ? [] : [{ key, operation }];
}
