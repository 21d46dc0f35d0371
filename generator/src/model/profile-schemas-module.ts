import type { JsonObject } from "@sdkwright/runtime/config";
import { checkedSchema } from "../json-schema/checked-schema.js";
import { profileSchemasFile } from "../names/profile-names.js";
import { importsOf, runtimeImports } from "./import-model.js";
import { originOf, type ModuleModel } from "./module-model.js";
import type { ProfileModel } from "./profile-model.js";

/** `profiles/<profile>.schemas.ts`: what inputs and results are held against, as data. */
export interface ProfileSchemasModule extends ModuleModel {
  readonly name: string;
  readonly useCaseNames: readonly string[];
  readonly useCases: readonly { readonly name: string; readonly input: JsonObject; readonly result: JsonObject }[];
}

const DOOR = "@sdkwright/runtime/generated/client";

/** Where there is a document that has use-cases. */
export function profileSchemasModule(
  { name, useCases, useCaseNames }: ProfileModel,
  document: string | undefined,
): ProfileSchemasModule | undefined {
  if (document === undefined || useCases.length === 0) return undefined;
  const imports = importsOf(runtimeImports(DOOR, { values: [], types: ["ProfileSchemas"] }), new Set(["schemas"]));
  return {
    path: profileSchemasFile(name),
    origin: originOf(document),
    imports: imports.declarations,
    runtimeNames: imports.locals.get(DOOR) ?? new Map(),
    name,
    useCaseNames,
    useCases: useCases.map(({ name, schemas }) => ({
      name,
      input: checkedSchema(schemas?.input ?? {}),
      result: checkedSchema(schemas?.result ?? {}),
    })),
  };
}
