import type { templateHelpers } from "./layout.js";

/** What the build makes of a template: its text, for the model of a module and for the part of it that is printed. */
export type CompiledTemplate = (root: object, context: object) => string;

/** Templates by file name without `.hbs`; `generator/scripts/templates.mjs` writes the module. */
declare const compiled: (helpers: typeof templateHelpers) => { readonly [template: string]: CompiledTemplate };
export default compiled;
