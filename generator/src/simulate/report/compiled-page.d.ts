import type { pageHelpers } from "./page-helpers.js";

/** The templates of `templates/report`, by file name without `.hbs`; `generator/scripts/templates.mjs` writes the module. */
declare const compiled: (helpers: typeof pageHelpers) => {
  readonly [template: string]: (root: object, context: object) => string;
};
export default compiled;

/** `page.css`, without what a browser does not need. */
export declare const style: string;
