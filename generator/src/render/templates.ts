import compiled from "./compiled-templates.js";
import { templateHelpers } from "./template-helpers.js";

/** A template, ready to print a model. */
export type Template = (model: object) => string;

/** The templates, which the build made functions of, by file name without `.hbs`. */
export const templates: ReadonlyMap<string, Template> = new Map(
  Object.entries(compiled(templateHelpers)).map(([name, print]) => [name, (model: object) => print(model, model)]),
);
