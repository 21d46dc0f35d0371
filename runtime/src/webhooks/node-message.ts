import { type Bytes, joined, type Received, type Refuse, type WebhookHeaders, type WebhookMessage } from "./message.js";

/** A message as Node, Express and Lambda have it. */
export async function messageOf(message: WebhookMessage, refuse: Refuse): Promise<Received> {
  const { body, url = "", method = "POST" } = message;
  const isRaw = typeof body === "string" || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  if (!isRaw) throw await refuse("parsed-body");
  // A copy: nobody else can change it while it is judged.
  return { headers: headersOf(message.headers), body: await joined([body as Bytes]), url, method };
}

/** A header that no `Headers` holds is none that a scheme reads. */
export function headersOf(given: WebhookHeaders): Headers {
  const headers = new Headers();
  const isIterable = typeof (given as Partial<Headers>).entries === "function";
  for (const [name, values] of isIterable ? (given as Headers).entries() : Object.entries(given))
    for (const value of [values ?? []].flat()) {
      try {
        headers.append(name, value);
      } catch {
        // Its text would be in the platform's message.
      }
    }
  return headers;
}
