import type { RequestOptions } from "./provider-client.js";

/**
 * Tells whether a request has a key of its own, with which it may be made twice. That its client gives one to every request is no
 * promise that the vendor knows it.
 */
export function hasOwnKey({ idempotencyKey, headers = {} }: RequestOptions): boolean {
  const isKey = ([name, value]: readonly [string, unknown]) => value !== undefined && /^idempotency-key$/i.test(name);
  return idempotencyKey !== undefined || Object.entries(headers).some(isKey);
}
