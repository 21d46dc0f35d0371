import type { ImportModel } from "./import-model.js";

/** What every emitted module starts with. */
export interface ModuleModel {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** The input that the module is made from, for its first line. */
  readonly source: string;
  readonly imports: readonly ImportModel[];
  /** Local names of what is imported from the runtime, by their names there. */
  readonly runtimeNames: { readonly [name: string]: string };
}
