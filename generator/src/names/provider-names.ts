import { moduleFile } from "./file-names.js";
import { camelCase, pascalCase } from "./identifiers.js";

/** The identifiers of one provider's declarations. */
export interface ProviderNames {
  readonly definition: string;
  readonly configured: string;
  readonly create: string;
  readonly serviceId: string;
  readonly schemeId: string;
  readonly credentials: string;
  readonly credentialsInput: string;
  readonly configuredSchemes: string;
  readonly parameters: string;
  readonly parametersInput: string;
  readonly options: string;
  readonly default: string;
  readonly client: string;
}

/** `acme-pay` → `acmePay`, `AcmePayClient`, `createAcmePay` … */
export function providerNames(provider: string): ProviderNames {
  const pascal = pascalCase(provider);
  return {
    definition: camelCase(provider),
    configured: `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}Configured`,
    create: `create${pascal}`,
    serviceId: `${pascal}ServiceId`,
    schemeId: `${pascal}SchemeId`,
    credentials: `${pascal}Credentials`,
    credentialsInput: `${pascal}CredentialsInput`,
    configuredSchemes: `${pascal}Configured`,
    parameters: `${pascal}Parameters`,
    parametersInput: `${pascal}ParametersInput`,
    options: `${pascal}Options`,
    default: `${pascal}Default`,
    client: `${pascal}Client`,
  };
}

/** The name of a provider's module in `index.ts`: `acmePay`. */
export function providerNamespace(provider: string): string {
  return camelCase(provider);
}

/** Where a provider's module stands in the output folder: `unverified/foo` → `providers/unverified/foo.ts`. */
export function providerFile(provider: string): string {
  return moduleFile("providers", provider);
}

/** Where its definition stands, as data: beside it. */
export function providerDefinitionFile(provider: string): string {
  return moduleFile("providers", provider, ".definition.ts");
}
