import { type CallSettings, isPublicCredential, type ProviderConfig } from "@sdkwright/runtime/config";

/** What client.json says of all requests to a provider; absent where it says nothing. */
export function callSettings({
  retries,
  requestTimeout,
  deadline,
  idempotencyKey,
  idempotent,
}: ProviderConfig): CallSettings | undefined {
  const settings = { retries, requestTimeout, deadline, idempotencyKey, idempotent };
  const written = Object.entries(settings).filter(([, value]) => value !== undefined);
  return written.length === 0 ? undefined : Object.fromEntries(written);
}

/** The `$NAME`s of secrets; none if one of them is written out, because then code gives all. */
export function secretsIn(config: ProviderConfig | undefined): readonly string[] {
  const secrets = config?.webhooks?.secrets ?? [];
  return secrets.every(isPublicCredential) ? secrets : [];
}
