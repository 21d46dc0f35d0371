/** Templates by file name without `.hbs`; `generator/scripts/build.mjs` writes the module. */
declare const compiled: { readonly [template: string]: unknown };
export default compiled;
