import type { ts } from "../../maps/ts-morph.js";
import type { CodePlace } from "../change.js";

/** The code of a project, as TypeScript sees it. */
export interface Code {
  readonly checker: ts.TypeChecker;
  /** Whether a declaration is the runtime's. */
  readonly isRuntime: (node: ts.Node) => boolean;
  /** The provider whose operations a module has. */
  readonly operationsOf: (file: ts.SourceFile) => string | undefined;
  readonly placeOf: (node: ts.Node) => CodePlace;
}
