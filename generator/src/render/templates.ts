import { templateHelpers } from "./template-helpers.js";

/** A template, ready to print a model. */
export type Template = (model: object) => string;

/** The part of `handlebars/runtime` that is used; its own declarations have no exports. */
interface HandlebarsRuntime {
  create(): HandlebarsRuntime;
  template(compiled: unknown): Template;
  registerHelper(helpers: object): void;
  registerPartial(partials: { readonly [name: string]: Template }): void;
}

let loaded: Promise<ReadonlyMap<string, Template>> | undefined;

/** Loads the templates that the build compiled; Handlebars itself cannot compile here, only run them. */
export function loadTemplates(): Promise<ReadonlyMap<string, Template>> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ReadonlyMap<string, Template>> {
  const { default: runtime } = (await import("handlebars/runtime.js")) as unknown as { default: HandlebarsRuntime };
  const { default: compiled } = await import("./compiled-templates.js");
  const handlebars = runtime.create();
  handlebars.registerHelper(templateHelpers);
  const templates = Object.entries(compiled).map(([name, spec]) => [name, handlebars.template(spec)] as const);
  handlebars.registerPartial(Object.fromEntries(templates));
  return new Map(templates);
}
