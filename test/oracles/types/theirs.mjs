// The other module: what openapi-typescript makes of a document, with marks where OpenAPI says more than its types do.
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { MARKERS } from "./walk.mjs";

const declarations = MARKERS.map((name) => `export interface ${name} { readonly "${name}": true }`).join("\n");

/** Text of the module. `document` is parsed JSON of OpenAPI 3; it is changed by nobody. */
export async function theirModule(document) {
  const ast = await openapiTS(structuredClone(document), {
    silent: true,
    defaultNonNullable: false,
    transformProperty: (property, schema, { ctx }) => marked(property, facets(schema, ctx)),
  });
  return `${declarations}\n${astToString(ast)}`;
}

/** A reference says what it refers to says. */
function facets(schema, ctx) {
  const said = {};
  for (let part = schema, hops = 0; typeof part === "object" && part !== null && hops < 20; hops += 1) {
    for (const name of ["readOnly", "writeOnly", "default"]) said[name] ??= part[name];
    if (typeof part.$ref !== "string") break;
    part = ctx.resolve(part.$ref);
  }
  return said;
}

function marked(property, said) {
  const [readOnly, writeOnly, defaulted] = MARKERS;
  const marks = [
    ...(said.readOnly === true ? [readOnly] : []),
    ...(said.writeOnly === true ? [writeOnly] : []),
    ...(said.default !== undefined ? [defaulted] : []),
  ];
  if (marks.length === 0 || property.type === undefined) return property;
  const { factory } = ts;
  const type = factory.createUnionTypeNode([
    property.type,
    ...marks.map((mark) => factory.createTypeReferenceNode(mark)),
  ]);
  return factory.updatePropertySignature(property, property.modifiers, property.name, property.questionToken, type);
}
