import type { LoadedProject } from "../project/project.js";
import { profileNamespace } from "../names/profile-names.js";
import { importPath } from "./import-path.js";
import type { ModuleModel } from "./module-model.js";
import type { ProfileModule } from "./profile-module.js";

/** `index.ts`: what the other modules export, profiles under a name of their own. */
export interface IndexModule {
  readonly path: string;
  readonly exportsOfModules: readonly { readonly from: string; readonly namespace: string }[];
}

/** `modules` are all but profiles; their exports meet in one name space. */
export function indexModule(
  project: LoadedProject,
  modules: readonly ModuleModel[],
  profiles: readonly ProfileModule[],
): IndexModule {
  const from = (path: string) => importPath("index.ts", path, project.importExtension);
  return {
    path: "index.ts",
    exportsOfModules: [
      ...modules.map(({ path }) => ({ from: from(path), namespace: "" })),
      ...profiles.map(({ path, profile }) => ({ from: from(path), namespace: profileNamespace(profile.name) })),
    ],
  };
}
