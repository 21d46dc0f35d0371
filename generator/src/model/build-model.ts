import type { LoadedProject, LoadedProvider } from "../load/project.js";
import { toPointer } from "@sdkwright/runtime/config";
import { profileNamespace } from "../names/profile-names.js";
import { profileClaims, profileModule, type ProfileModule } from "./profile-module.js";
import { meetings, type Claim, type Place } from "../names/meetings.js";
import { CLIENT_EXPORTS, clientModule } from "./client-module.js";
import { indexModule } from "./index-module.js";
import type { ModelIssue } from "./model-issue.js";
import { providerModule } from "./provider-module.js";
import type { SdkModel } from "./sdk-model.js";

/** The model, unless names meet that must not (P3). */
export interface BuiltModel {
  readonly model?: SdkModel | undefined;
  readonly issues: readonly ModelIssue[];
}

/** Names everything and fills in what templates print. Nothing is read, written or formatted here. */
export function buildModel(project: LoadedProject): BuiltModel {
  const { client: configuration } = project;
  const providers = project.providers.map((provider) => providerModule(provider, configuration?.config));
  const profiles =
    configuration === undefined
      ? []
      : project.profiles.map((profile) => profileModule(project, profile, configuration, providers));
  const client = clientModule(project, providers, profiles);
  const index = indexModule(project, client === undefined ? providers : [client, ...providers], profiles);
  const model = { providers, profiles, client, index };
  const issues = [...profileIssues(project, profiles), ...meetings(indexClaims(project, model), index.path)];
  return issues.length > 0 ? { issues } : { model, issues };
}

function profileIssues(project: LoadedProject, profiles: readonly ProfileModule[]): readonly ModelIssue[] {
  return profiles.flatMap(({ path, profile }) => {
    const place = profilePlace(project, profile.name);
    const claims = profileClaims(profile).map((claim) => ({ ...claim, place }));
    return meetings(claims, path);
  });
}

/** What `index.ts` exports, with its owners. */
function indexClaims(project: LoadedProject, { providers, profiles, client }: SdkModel): readonly Claim[] {
  return [
    ...(client === undefined ? [] : CLIENT_EXPORTS).map((identifier) => ({ identifier, owner: "client.ts" })),
    ...providers.flatMap(({ provider }, index) => {
      const owner = `provider "${provider.name}"`;
      const place = providerPlace(project, project.providers[index]);
      return Object.values(provider.names).map((identifier: string) => ({ identifier, owner, place }));
    }),
    ...profiles.map(({ profile: { name } }) => ({
      identifier: profileNamespace(name),
      owner: `profile "${name}"`,
      place: profilePlace(project, name),
    })),
  ];
}

function profilePlace({ client }: LoadedProject, name: string): Place {
  return { file: client?.file ?? "", pointer: toPointer("profiles", name), target: "key" };
}

/** Where the provider's name is written: in client.json, or else in its definition. */
function providerPlace({ client }: LoadedProject, provider: LoadedProvider | undefined): Place | undefined {
  if (provider === undefined) return undefined;
  const { name } = provider.definition;
  const isConfigured = client !== undefined && Object.hasOwn(client.config.providers, name);
  if (!isConfigured) return { file: provider.file, pointer: "/name" };
  return { file: client.file, pointer: toPointer("providers", name), target: "key" };
}
