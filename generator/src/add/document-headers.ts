import { type Environment, lookUpVariable } from "@sdkwright/runtime/config";
import { usage } from "./questions.js";
import type { Refusal } from "./request.js";

/** Headers with which a document is asked for, and their names with those of the variables, for people. */
export interface DocumentHeaders {
  readonly values: { readonly [name: string]: string };
  readonly shown: readonly string[];
}

const FORM = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(\S.*)$/s;
const VARIABLE = /\$([A-Za-z_]\w*)/g;
/** Those that frame the request, or say how the answer is written. */
const TAKEN =
  /^(?:accept-encoding|connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
const QUOTES = "use single quotes, so that the shell keeps the name: --header 'X-API-Key: $NAME'";

/** Fills headers of the command line: a credential stands in a variable, and is written and shown nowhere. */
export function readHeaders(written: readonly string[], environment: Environment): DocumentHeaders | Refusal {
  const values: { [name: string]: string } = {};
  const shown: string[] = [];
  for (const text of written) {
    const [, name = "", template = ""] = FORM.exec(text) ?? [];
    const names = Array.from(template.matchAll(VARIABLE), ([, variable = ""]) => variable);
    // A text that is no name may be the key itself.
    if (names.length === 0) return usage("--header takes the name of a header, and a variable with its value", QUOTES);
    if (TAKEN.test(name)) return usage(`--header: ${name} is set by the request itself`);
    const missing = names.find((variable) => lookUpVariable(variable, environment) === undefined);
    if (missing !== undefined)
      return usage(`--header: the variable ${missing} is not set`, `set ${missing}, and run again`);
    const value = template.replaceAll(VARIABLE, (_, variable: string) => lookUpVariable(variable, environment) ?? "");
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return usage(`--header: the value of ${names.join(" and ")} is not valid in a header`);
    values[name.toLowerCase()] = value.trim();
    shown.push(`${name}, with ${names.map((variable) => `$${variable}`).join(" and ")}`);
  }
  return { values, shown };
}
