import type { LoadedProject, LoadedProvider } from "../load/project.js";
import { meetings, type Claim, type Place } from "../names/meetings.js";
import { CLIENT_NAMES, clientModule } from "./client-module.js";
import { indexModule } from "./index-module.js";
import type { ModelIssue } from "./model-issue.js";
import { providerModule, type ProviderModule } from "./provider-module.js";
import type { SdkModel } from "./sdk-model.js";

/** The model, unless names meet that must not (P3). */
export interface BuiltModel {
  readonly model?: SdkModel | undefined;
  readonly issues: readonly ModelIssue[];
}

/** Names everything and fills in what templates print. Nothing is read, written or formatted here. */
export function buildModel(project: LoadedProject): BuiltModel {
  const providers = project.providers.map((provider) => providerModule(provider, project.client?.config));
  const client = clientModule(project, providers);
  const index = indexModule(project, client === undefined ? providers : [client, ...providers], []);
  const issues = meetings(indexClaims(project, providers), index.path);
  return issues.length > 0 ? { issues } : { model: { providers, client, index }, issues };
}

/** What `index.ts` exports, with its owners. */
function indexClaims(project: LoadedProject, modules: readonly ProviderModule[]): readonly Claim[] {
  const own = project.client === undefined ? [] : CLIENT_NAMES;
  return [
    ...own.map((identifier) => ({ identifier, owner: "client.ts" })),
    ...modules.flatMap(({ provider }, index) => {
      const owner = `provider "${provider.name}"`;
      const place = providerPlace(project, project.providers[index]);
      return Object.values(provider.names).map((identifier: string) => ({ identifier, owner, place }));
    }),
  ];
}

/** Where the provider's name is written: in client.json, or else in its definition. */
function providerPlace({ client }: LoadedProject, provider: LoadedProvider | undefined): Place | undefined {
  if (provider === undefined) return undefined;
  const { name } = provider.definition;
  const isConfigured = client !== undefined && Object.hasOwn(client.config.providers, name);
  if (!isConfigured) return { file: provider.file, pointer: "/name" };
  return { file: client.file, pointer: `/providers/${name.replaceAll("/", "~1")}`, target: "key" };
}
