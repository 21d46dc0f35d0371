import { moduleFile } from "./file-names.js";
import { pascalCase } from "./identifiers.js";

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
