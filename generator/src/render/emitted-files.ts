import type { SdkModel } from "../model/sdk-model.js";

/** A file to be emitted: the template that makes it, and what the template prints. */
export interface EmittedFile {
  readonly path: string;
  readonly template: "provider-module" | "client-module" | "index-module";
  readonly model: object;
}

/** Which template makes which file. */
export function emittedFiles({ providers, client, index }: SdkModel): readonly EmittedFile[] {
  return [
    ...providers.map((model) => ({ path: model.path, template: "provider-module" as const, model })),
    ...(client === undefined ? [] : [{ path: client.path, template: "client-module" as const, model: client }]),
    { path: index.path, template: "index-module" as const, model: index },
  ];
}
