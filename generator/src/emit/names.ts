import { mapValues } from "@sdkwright/runtime/config";
import type { EmittedEnding } from "../io/paths.js";

/** Names that Windows keeps for devices, with whatever ending: a checkout with such a file fails there. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** A module's path below a folder: `unverified/con` → `unverified/_con.ts`. No name of the formats begins with `_`. */
function moduleFile(folder: string, name: string, ending: EmittedEnding): string {
  const segments = name.split("/").map((segment) => (DEVICES.test(segment) ? `_${segment}` : segment));
  return `${folder}/${segments.join("/")}${ending}`;
}

/** Where a provider's module is in the output folder: `unverified/foo` → `providers/unverified/foo.ts`. */
export function providerFile(provider: string, ending: EmittedEnding = ".ts"): string {
  return moduleFile("providers", provider, ending);
}

export function profileFile(profile: string, ending: EmittedEnding = ".ts"): string {
  return moduleFile("profiles", profile, ending);
}

/** Types of a provider's operations: `operations/acme-pay.ts`. */
export function operationsFile(provider: string): string {
  return moduleFile("operations", provider, ".ts");
}

/** Functions of a provider's operations: `operations/acme-pay.calls.ts`. */
export function callsFile(provider: string): string {
  return moduleFile("operations", provider, ".calls.ts");
}

/** Their model, which `diff` compares. */
export function operationsModelFile(provider: string): string {
  return moduleFile("operations", provider, ".model.json");
}

/** The module that checks a provider's webhooks: `webhooks/acme-pay.ts`. */
export function webhooksFile(provider: string): string {
  return moduleFile("webhooks", provider, ".ts");
}

/** Their model, which `diff` compares. */
export function webhooksModelFile(provider: string): string {
  return moduleFile("webhooks", provider, ".model.json");
}

/** The identifiers of the module of a provider's webhooks: `createAcmePayWebhooks`, `AcmePayWebhook` … */
export function webhookNames(provider: string): Names<"type" | "payloads" | "create" | "definition"> {
  const pascal = pascalCase(provider);
  return {
    type: `${pascal}Webhook`,
    payloads: `${pascal}WebhookPayloads`,
    create: `create${pascal}Webhooks`,
    definition: `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}Webhooks`,
  };
}

/** `communication/send-sms` → `CommunicationSendSms`. Letters after digits are upper case as well. */
export function pascalCase(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return pascal.replace(/\d[a-z]/g, (pair) => pair.toUpperCase());
}

/**
 * `communication/send-sms` → `communicationSendSms`; a word that cannot name a constant, and `options`, the parameter of
 * emitted functions, get a trailing `_`.
 */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return isReserved(camel) || camel === "options" ? `${camel}_` : camel;
}

/** Whether a name can stand in code without quotes, as an identifier or as a property key. */
export function isPlainIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Names that strict module code cannot declare. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function globalThis if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

export function isReserved(name: string): boolean {
  return RESERVED.has(name);
}

/** The interface that has all operations of a provider: `AcmePayOperations`. */
export function operationsName(provider: string): string {
  return `${pascalCase(provider)}Operations`;
}

/** `GET /charges/{id}/refund` → `GetChargesByIdRefund`. */
export function operationName(method: string, path: string): string {
  const words = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => `/by/${name}/`);
  return typeNameOf(`${method}/${words.replaceAll("/", "") === "" ? "root" : words}`);
}

/** A type name of any text: `charge_list` → `ChargeList`. Letters of all scripts stay; other signs part words. */
export function typeNameOf(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return named(pascalCase(text));
  // Compilers of ES5 know no letters beyond the first plane.
  const plain = text.normalize("NFC").replaceAll(/[\u{10000}-\u{10FFFF}]/gu, codePoint);
  const words = plain.replaceAll(INVISIBLE, "").match(/[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}]+/gu) ?? [];
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return named(pascal.replace(/\d[a-z]/g, (pair) => pair.toUpperCase()));
}

/** Letters that nobody sees. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

function named(name: string): string {
  if (name === "") return "Schema";
  return /^[\p{L}\p{Nl}]/u.test(name) ? name : `_${name}`;
}

/** `café` → `cafe`; other letters become their code points, which stay what they are whatever is added later. */
export function latin(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text;
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .replaceAll(/[^\p{ASCII}]/gu, codePoint);
}

function codePoint(letter: string): string {
  return `x${(letter.codePointAt(0) ?? 0).toString(16)}`;
}

/** Identifiers that begin with the name of what they are for, by what is put behind it. */
function suffixed<Key extends string>(name: string, suffixes: { readonly [key in Key]: string }): Names<Key> {
  const pascal = pascalCase(name);
  return mapValues(suffixes, (suffix) => pascal + suffix) as Names<Key>;
}

type Names<Key extends string> = { readonly [key in Key]: string };

const OF_PROFILE = { provider: "Provider", bindings: "Bindings", map: "Map", maps: "Maps", profile: "Profile" };

/** The identifiers of one profile's declarations. */
export type ProfileNames = Names<keyof typeof OF_PROFILE | "definition">;

/** `communication/send-sms` → `sendSms`, `SendSmsMap` …: within its module, a profile is called by its last part. */
export function profileNames(profile: string): ProfileNames {
  const last = profile.slice(profile.indexOf("/") + 1);
  return { definition: camelCase(last), ...suffixed(last, OF_PROFILE) };
}

const OF_PROVIDER = {
  serviceId: "ServiceId",
  schemeId: "SchemeId",
  credentials: "Credentials",
  credentialsInput: "CredentialsInput",
  configuredSchemes: "Configured",
  parameters: "Parameters",
  parametersInput: "ParametersInput",
  options: "Options",
  default: "Default",
  client: "Client",
};

/** The identifiers of one provider's declarations. */
export type ProviderNames = Names<keyof typeof OF_PROVIDER | "definition" | "configured" | "create">;

/** `acme-pay` → `acmePay`, `AcmePayClient`, `createAcmePay` … */
export function providerNames(provider: string): ProviderNames {
  const pascal = pascalCase(provider);
  return {
    definition: camelCase(provider),
    configured: `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}Configured`,
    create: `create${pascal}`,
    ...suffixed(provider, OF_PROVIDER),
  };
}

/** `call` is the input as a caller gives it, with defaulted keys optional. */
const OF_USE_CASE = { input: "Input", result: "Result", error: "Error", call: "Call" };

/** The type names of one use-case. */
export type UseCaseNames = Names<keyof typeof OF_USE_CASE>;

/** `SendMessage` → `SendMessageInput` … */
export function useCaseNames(useCase: string): UseCaseNames {
  return suffixed(useCase, OF_USE_CASE);
}
