import { providerExample } from "./provider-example.js";
import type { ProviderModel } from "./provider-model.js";
import type { ProviderModule } from "./provider-module.js";
import { commentText } from "./quoting.js";

/** A provider's module as its template prints it: with sentences, an example, and the local names of what it binds. */
export function providerView({ provider, bound, exampleCall, ...module }: ProviderModule): object {
  const example = providerExample(provider, exampleCall);
  return { ...module, provider: { ...provider, ...securitySentences(provider), bound, example } };
}

/** What comments say of the default security. */
function securitySentences({ security, demandedSchemes }: ProviderModel) {
  const schemes = listed(security);
  return {
    securitySentence: `Schemes to apply where a request names none${security.length === 0 ? "" : `; default ${schemes}, \`[]\` for none`}.`,
    defaultSentence: `Requests use ${schemes} by default: credentials of ${listed(demandedSchemes)} are given here, or another default is (\`[]\` for none).`,
  };
}

function listed(ids: readonly string[]): string {
  return ids.map((id) => `\`${commentText(id)}\``).join(" and ");
}
