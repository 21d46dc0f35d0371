import type { ProfileModule } from "../model/profile-module.js";
import type { SdkModel } from "../model/sdk-model.js";
import { definitionNeedsFormat, needsFormat, profileView, schemasNeedFormat } from "./profile-view.js";
import { providerView } from "./provider-view.js";

/** A file to be emitted: the template that makes it, and what the template prints. */
export interface EmittedFile {
  readonly path: string;
  readonly template:
    | `${"provider" | "profile"}-${"" | "definition-"}module`
    | "profile-schemas-module"
    | "client-module"
    | "index-module";
  readonly view: () => object | Promise<object>;
  /** The template alone cannot lay it out. */
  readonly needsFormat: boolean;
}

/** Which template makes which file. */
export function emittedFiles({ providers, profiles, client, index }: SdkModel): readonly EmittedFile[] {
  return [
    ...providers.flatMap((module) => [
      { ...plain("provider-module", module), view: () => providerView(module) },
      plain("provider-definition-module", module.definitionModule),
    ]),
    ...profiles.flatMap((module) => [
      { ...plain("profile-module", module), view: () => profileView(module), needsFormat: needsFormat(module) },
      { ...plain("profile-definition-module", module.definitionModule), needsFormat: definitionNeedsFormat(module) },
      ...schemasFile(module),
    ]),
    ...(client === undefined ? [] : [plain("client-module", client)]),
    plain("index-module", index),
  ];
}

function schemasFile({ schemasModule }: ProfileModule): readonly EmittedFile[] {
  if (schemasModule === undefined) return [];
  return [{ ...plain("profile-schemas-module", schemasModule), needsFormat: schemasNeedFormat(schemasModule) }];
}

function plain(template: EmittedFile["template"], module: { readonly path: string }): EmittedFile {
  return { path: module.path, template, view: () => module, needsFormat: false };
}
