import type { LoadedProject } from "../project/project.js";
import { profileNamespace } from "../names/profile-names.js";
import { providerNamespace } from "../names/provider-names.js";
import { importPath } from "./import-path.js";
import type { ClientModule } from "./client-module.js";
import type { ProfileModule } from "./profile-module.js";
import type { ProviderModule } from "./provider-module.js";

/** `index.ts`: what callers use of the other modules, providers and profiles under names of their own. */
export interface IndexModule {
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

export function indexModule(project: LoadedProject, { client, providers, profiles }: IndexSubjects): IndexModule {
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
