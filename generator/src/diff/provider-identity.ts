import type { PublicProvider } from "../surface/public-model.js";

/** What of a provider is the same under another name: all but the file that defines it. */
export function providerIdentity(provider: PublicProvider): object {
  return { ...provider, file: "" };
}
