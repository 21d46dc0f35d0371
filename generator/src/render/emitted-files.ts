import type { SdkModel } from "../model/sdk-model.js";
import { needsFormat, profileView } from "./profile-view.js";

/** A file to be emitted: the template that makes it, and what the template prints. */
export interface EmittedFile {
  readonly path: string;
  readonly template: "provider-module" | "profile-module" | "client-module" | "index-module";
  readonly view: () => object | Promise<object>;
  /** The template alone cannot lay it out. */
  readonly needsFormat: boolean;
}

/** Which template makes which file. */
export function emittedFiles({ providers, profiles, client, index }: SdkModel): readonly EmittedFile[] {
  return [
    ...providers.map((module) => plain("provider-module", module)),
    ...profiles.map((module) => ({
      path: module.path,
      template: "profile-module" as const,
      view: () => profileView(module),
      needsFormat: needsFormat(module),
    })),
    ...(client === undefined ? [] : [plain("client-module", client)]),
    plain("index-module", index),
  ];
}

function plain(template: EmittedFile["template"], module: { readonly path: string }): EmittedFile {
  return { path: module.path, template, view: () => module, needsFormat: false };
}
