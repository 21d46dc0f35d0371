import type { EmittedEnding } from "../io/paths.js";

/** Names that Windows keeps for devices, with whatever ending: a checkout with such a file fails there. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** A module's path below a folder: `unverified/con` → `unverified/_con.ts`. No name of the formats begins with `_`. */
function moduleFile(folder: string, name: string, ending: EmittedEnding = ".ts"): string {
  const segments = name.split("/").map((segment) => (DEVICES.test(segment) ? `_${segment}` : segment));
  return `${folder}/${segments.join("/")}${ending}`;
}

/** `communication/send-sms` → `CommunicationSendSms`. Letters after digits are upper case as well. */
export function pascalCase(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map(upperFirst)
    .join("")
    .replace(/\d[a-z]/g, (pair) => pair.toUpperCase());
}

/** `communication/send-sms` → `communicationSendSms`; a word that cannot name a constant gets a trailing `_`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return RESERVED.has(camel) ? `${camel}_` : camel;
}

/** Whether a name can stand in code without quotes, as an identifier or as a property key. */
export function isPlainIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What strict module code cannot declare, and `options`, the parameter of emitted functions. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function globalThis if implements import in instanceof interface let new null options package " +
    "private protected public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** The interface that has all operations of a provider: `AcmePayOperations`. */
export function operationsName(provider: string): string {
  return `${pascalCase(provider)}Operations`;
}

/** Where the types of a provider's operations stand: `operations/acme-pay.ts`. */
export function operationsFile(provider: string): string {
  return moduleFile("operations", provider);
}

/** Where what `diff` compares of them stands: beside it. */
export function operationsModelFile(provider: string): string {
  return moduleFile("operations", provider, ".model.json");
}

/** `GET /charges/{id}/refund` → `GetChargesByIdRefund`. */
export function operationName(method: string, path: string): string {
  const words = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => `/by/${name}/`);
  return typeNameOf(`${method}/${words.replaceAll("/", "") === "" ? "root" : words}`);
}

/** A type name of any text: `charge_list` → `ChargeList`. What is neither letter nor digit of ASCII parts words. */
export function typeNameOf(text: string): string {
  const name = pascalCase(latin(text));
  if (name === "") return "Schema";
  return /^\d/.test(name) ? `_${name}` : name;
}

/** `café` → `cafe`; other letters become their code points, which stay what they are whatever is added later. */
export function latin(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text;
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => `x${(letter.codePointAt(0) ?? 0).toString(16)}`);
}

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

/** The type names of one use-case. */
export interface UseCaseNames {
  readonly input: string;
  readonly result: string;
  readonly error: string;
  /** The input as a caller gives it, with defaulted keys optional. */
  readonly call: string;
}

/** `SendMessage` → `SendMessageInput` … */
export function useCaseNames(useCase: string): UseCaseNames {
  const pascal = pascalCase(useCase);
  return { input: `${pascal}Input`, result: `${pascal}Result`, error: `${pascal}Error`, call: `${pascal}Call` };
}
