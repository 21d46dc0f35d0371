import type { LoadedProject } from "../project/project.js";
import { type ClientModule, clientModule } from "./client-module.js";
import { importPath } from "./import-model.js";
import { type ModelIssue, nameIssues } from "./name-clash.js";
import { profileNamespace, providerNamespace } from "./names.js";
import { type ProfileModule, profileModule } from "./profile-module.js";
import { type ProviderModule, providerModule } from "./provider-module.js";

/** `index.ts`: what callers use of the other modules, providers and profiles under names of their own. */
interface IndexModule {
  readonly path: string;
  readonly exportsOfModules: readonly ExportModel[];
}

export interface ExportModel {
  readonly from: string;
  /** Empty where all names are exported as they are. */
  readonly namespace: string;
  readonly isTypesOnly: boolean;
}

/** The modules that it exports. */
export interface IndexSubjects {
  readonly client: ClientModule | undefined;
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
}

function indexModule(project: LoadedProject, { client, providers, profiles }: IndexSubjects): IndexModule {
  const from = (path: string) => importPath("index.ts", path, project.importExtension);
  return {
    path: "index.ts",
    exportsOfModules: [
      ...(client === undefined ? [] : [{ from: from(client.path), namespace: "", isTypesOnly: false }]),
      ...providers.map(({ path, provider }) => ({
        from: from(path),
        namespace: providerNamespace(provider.name),
        isTypesOnly: false,
      })),
      ...profiles.map(({ path, profile }) => ({
        from: from(path),
        namespace: profileNamespace(profile.name),
        isTypesOnly: true,
      })),
    ],
  };
}

/** Everything that is emitted, as data: templates print it and decide nothing. */
export interface SdkModel {
  readonly providers: readonly ProviderModule[];
  readonly profiles: readonly ProfileModule[];
  /** Absent without a client configuration. */
  readonly client?: ClientModule | undefined;
  readonly index: IndexModule;
}

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
