import type { ImportModel, LocalNames } from "./import-model.js";

/** What every emitted module starts with. */
export interface ModuleModel {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** The inputs that the module is made from, for its first line. */
  readonly origin: ModuleOrigin;
  readonly imports: readonly ImportModel[];
  /** Local names of what is imported from the runtime, by their names there. */
  readonly runtimeNames: LocalNames;
}

export interface ModuleOrigin {
  readonly files: string;
  readonly areSeveral: boolean;
}

/** Names the inputs of a module. */
export function originOf(...files: readonly string[]): ModuleOrigin {
  return { files: files.join(" and "), areSeveral: files.length > 1 };
}
