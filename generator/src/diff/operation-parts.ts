import { pointerSegments } from "@sdkwright/runtime/config";
import type { BodyKind, OperationEntry } from "../emit/operations/operations-model.js";
import type { PublicProvider } from "../emit/public-model.js";
import { type Change, type ChangePlace, quoted } from "./change.js";
import type { TypeSubject } from "./type-words.js";
import type { Way } from "./types.js";

// How parts of operations and schemas are called in sentences, and where they are in the document.

/** Stands in sentences for the operation, until those that say the same of several operations are one. */
export const OPERATION = "\u0000";

/** An operation, and where it is in its document. */
export interface Subject {
  readonly provider: string;
  /** `GET /charges` */
  readonly key: string;
  readonly at: readonly string[];
  /** What it was called before. */
  readonly former?: string;
}

export function subjectOf(
  provider: string,
  key: string,
  { at }: Pick<OperationEntry, "at">,
  former: string = key,
): Subject {
  const [, method = "", path = ""] = /^(\S+) (.*)$/s.exec(key) ?? [];
  return {
    provider,
    key,
    at: at === undefined ? ["paths", path, method.toLowerCase()] : pointerSegments(at),
    ...(former !== key && { former }),
  };
}

/** The provider on both sides: where its services are, and what it uses by default. */
export interface ProviderSides {
  readonly base: PublicProvider;
  readonly next: PublicProvider;
}

export function withConcern({ provider, key, former }: Subject, each: Change): Change {
  return {
    ...each,
    concerns: { provider, operations: former === undefined ? [key] : [former, key], ...each.concerns },
  };
}

export function inDocument(provider: string, path: readonly string[]): ChangePlace {
  return { file: { api: provider }, path };
}

export const PARAMETERS: { readonly [place: string]: string } = {
  params: "path parameter",
  query: "query parameter",
  headers: "header",
};

export const BODIES: { readonly [kind in BodyKind]: string } = {
  json: "JSON body",
  form: "form",
  multipart: "multipart body",
  body: "raw body",
};

const GIVEN = { gives: true, reads: false };
const READ = { gives: false, reads: true };

/** `params`, `query`, `headers` and `security` of a call, by ways that begin with these. */
export function optionSubject({ provider, at }: Subject): TypeSubject {
  return {
    ...GIVEN,
    name: ([place = "", ...way]) =>
      place === "security"
        ? `\`security\` of ${OPERATION}`
        : `${PARAMETERS[place] ?? place} ${quoted(wayText(way))} of ${OPERATION}`,
    place: ([place, name, ...way]) => {
      if (place === "security") return inDocument(provider, [...at, "security"]);
      const below = name === undefined ? [] : [name, ...(way.length > 0 ? ["schema", ...schemaSteps(way)] : [])];
      return inDocument(provider, [...at, "parameters", ...below]);
    },
  };
}

export function bodySubject(subject: Subject, kind: BodyKind): TypeSubject {
  return partSubject(subject, GIVEN, `the ${BODIES[kind]} of ${OPERATION}`, ["requestBody", "content", kind]);
}

export function answerSubject(subject: Subject, what: "answer" | "error", status: string): TypeSubject {
  const below = ["responses", status, "content", "json"];
  return partSubject(subject, READ, `${what} ${status} of ${OPERATION}`, below);
}

function partSubject(
  { provider, at }: Subject,
  use: typeof GIVEN,
  whole: string,
  below: readonly string[],
): TypeSubject {
  return {
    ...use,
    name: (way) => nameIn(way, whole, "in"),
    place: (way) => inDocument(provider, [...at, ...below, "schema", ...schemaSteps(way)]),
  };
}

/** `"name" in each item of type "Parcels"` */
export function nameIn(way: Way, whole: string, within: "in" | "of"): string {
  const [first, ...rest] = way;
  if (first === undefined) return whole;
  return first === "[]" ? nameIn(rest, `each item of ${whole}`, "in") : `${quoted(wayText(way))} ${within} ${whole}`;
}

/** The way of a type as that of its schema. */
export function schemaSteps(way: Way): readonly string[] {
  return way.flatMap((step) => {
    if (step === "[]") return ["items"];
    return step === "*" ? ["additionalProperties"] : ["properties", step];
  });
}

/** `tags[].name` */
export function wayText(way: Way): string {
  return way.join(".").replaceAll(".[]", "[]");
}

/** A value of each kind as one parameter writes it: `tags=a,b`. */
export function exampleOf(place: string, name: string, entry: object | undefined): string {
  const wire = entry as { readonly [key: string]: unknown } | undefined;
  const isQuery = place === "query" || place === "form" || place === "multipart";
  const { content, contentType, allowReserved, headers } = wire ?? {};
  const style = wire?.["style"] ?? (isQuery ? "form" : "simple");
  const explode = wire?.["explode"] ?? (style === "form" || style === "deepObject");
  const example = (() => {
    if (typeof content === "string") return `${name}={…} as ${content}`;
    if (typeof contentType === "string") return `${name} as ${contentType}`;
    switch (style) {
      case "form":
        return explode === true ? `${name}=a&${name}=b` : `${name}=a,b`;
      case "spaceDelimited":
        return explode === true ? `${name}=a&${name}=b` : `${name}=a%20b`;
      case "pipeDelimited":
        return explode === true ? `${name}=a&${name}=b` : `${name}=a|b`;
      case "deepObject":
        return `${name}[key]=a`;
      case "label":
        return explode === true ? ".a.b" : ".a,b";
      case "matrix":
        return explode === true ? `;${name}=a;${name}=b` : `;${name}=a,b`;
      default:
        return explode === true ? "a,b and key=a" : "a,b";
    }
  })();
  const reserved = allowReserved === true ? ", with / as it is" : "";
  return `${example}${reserved}${headers === undefined ? "" : ` with ${JSON.stringify(headers)}`}`;
}
