import { moduleFile } from "./file-names.js";
import { camelCase, pascalCase } from "./identifiers.js";

/** The identifiers of one profile's declarations. */
export interface ProfileNames {
  readonly definition: string;
  readonly provider: string;
  readonly bindings: string;
  readonly map: string;
  readonly maps: string;
  readonly profile: string;
}

/** `communication/send-sms` → `sendSms`, `SendSmsMap` …: within its module, a profile is called by its last part. */
export function profileNames(profile: string): ProfileNames {
  const last = profile.slice(profile.indexOf("/") + 1);
  const pascal = pascalCase(last);
  return {
    definition: camelCase(last),
    provider: `${pascal}Provider`,
    bindings: `${pascal}Bindings`,
    map: `${pascal}Map`,
    maps: `${pascal}Maps`,
    profile: `${pascal}Profile`,
  };
}

/** The name of a profile's module in `index.ts`: the whole name, `communicationSendSms`. */
export function profileNamespace(profile: string): string {
  return camelCase(profile);
}

/** Where a profile's module stands in the output folder. */
export function profileFile(profile: string): string {
  return moduleFile("profiles", profile);
}

/** Where its configuration stands, as data: beside it. */
export function profileDefinitionFile(profile: string): string {
  return moduleFile("profiles", profile, ".definition.ts");
}

/** Where its schemas stand, as data: beside it. */
export function profileSchemasFile(profile: string): string {
  return moduleFile("profiles", profile, ".schemas.ts");
}
