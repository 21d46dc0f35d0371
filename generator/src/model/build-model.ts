import type { LoadedProject } from "../project/project.js";
import { clientModule } from "./client-module.js";
import { indexModule } from "./index-module.js";
import type { ModelIssue } from "../names/name-clash.js";
import { nameIssues } from "./name-issues.js";
import { profileModule } from "./profile-module.js";
import { providerModule } from "./provider-module.js";
import type { SdkModel } from "./sdk-model.js";

/** The model, unless names clash (rules P3). */
export interface BuiltModel {
  readonly model?: SdkModel | undefined;
  readonly issues: readonly ModelIssue[];
}

/** Names everything and fills in what templates print. Nothing is read, written or formatted here. */
export function buildModel(project: LoadedProject): BuiltModel {
  const { client: configuration } = project;
  const { importExtension } = project;
  const providers = project.providers.map((loaded) =>
    providerModule({ loaded, client: configuration, importExtension }),
  );
  const profiles =
    configuration === undefined
      ? []
      : project.profiles.map((profile) => profileModule(project, profile, configuration, providers));
  const client = clientModule(project, providers, profiles);
  const index = indexModule(project, { client, providers, profiles });
  const model = { providers, profiles, client, index };
  const issues = nameIssues(project, model);
  return issues.length > 0 ? { issues } : { model, issues };
}
