import { pointerSegments } from "@sdkwright/runtime/config";
import type { BodyKind, OperationEntry } from "../../operations/operations-model.js";
import { quoted, type Change, type ChangePlace, type Way } from "../change.js";
import { schemaSteps, type TypeSubject } from "../compare-type.js";

/** A type of an operation on both sides, and who does what with it. */
export interface Part {
  readonly base: string;
  readonly next: string;
  readonly subject: TypeSubject;
  /** Where schemas that it names are, in the plural. */
  readonly where: "answers" | "requests";
  /** Where callers have to write it anew anyway, whatever changed in it. */
  readonly isRewritten?: boolean;
}

/** An operation in sentences and in its document. */
export interface OperationSubject {
  readonly provider: string;
  /** `GET /charges` */
  readonly key: string;
  /** Segments of the pointer to it. */
  readonly at: readonly string[];
  /** What it was before, where the parameters of its path have other names now. */
  readonly former?: string;
}

export function subjectOf(provider: string, key: string, { at }: Pick<OperationEntry, "at">): OperationSubject {
  const space = key.indexOf(" ");
  const [method, path] = [key.slice(0, space).toLowerCase(), key.slice(space + 1)];
  return { provider, key, at: at === undefined ? ["paths", path, method] : pointerSegments(at) };
}

export function withConcern(subject: OperationSubject, change: Change): Change {
  return { ...change, concerns: { provider: subject.provider, operations: namesOfOperation(subject) } };
}

/** What code calls it. */
export function namesOfOperation({ key, former }: OperationSubject): readonly string[] {
  return former === undefined ? [key] : [former, key];
}

/** `"GET /charges" of provider "acme-pay"` */
export function textOfOperation({ key, provider }: OperationSubject): string {
  return `${quoted(key)} of provider ${quoted(provider)}`;
}

export function inDocument(provider: string, path: readonly string[]): ChangePlace {
  return { file: { api: provider }, path };
}

/** Where options other than bodies go. */
export type OptionPlace = "params" | "query" | "headers" | "security";

const PARAMETERS: { readonly [place in OptionPlace]: string } = {
  params: "path parameter",
  query: "query parameter",
  headers: "header",
  security: "`security`",
};

/** All of the parameters of a place, or of every place. */
export function optionSubject(operation: OperationSubject, place?: OptionPlace): TypeSubject {
  const of = ` of ${textOfOperation(operation)}`;
  const { provider, at } = operation;
  const what = place === undefined ? "parameter" : PARAMETERS[place];
  return {
    who: "callers",
    use: "give",
    apart: what + of,
    name: (way) =>
      way.length === 0 ? `${what}${place === "security" ? "" : "s"}${of}` : `${what} ${quoted(way.join("."))}${of}`,
    place: ([name, ...way], ...rest) => {
      if (place === "security") return inDocument(provider, [...at, "security"]);
      const below =
        name === undefined
          ? []
          : [name, ...(way.length + rest.length === 0 ? [] : ["schema"]), ...schemaSteps(way), ...rest];
      return inDocument(provider, [...at, "parameters", ...below]);
    },
  };
}

const BODIES: { readonly [kind in BodyKind]: string } = {
  json: "JSON body",
  form: "form",
  multipart: "multipart body",
  body: "raw body",
};

export function bodyName(kind: BodyKind): string {
  return BODIES[kind];
}

/** A body that is sent. */
export function bodySubject(operation: OperationSubject, kind: BodyKind): TypeSubject {
  const whole = `the ${bodyName(kind)} of ${textOfOperation(operation)}`;
  return bodyPart(operation, "give", whole, ["requestBody", "content", kind]);
}

/** A body that is received, with an answer or with an error. */
export function answerSubject(operation: OperationSubject, what: "answer" | "error", status: string): TypeSubject {
  const whole = `the body of ${what} ${status} of ${textOfOperation(operation)}`;
  return bodyPart(operation, "read", whole, ["responses", status, "content", "json"]);
}

function bodyPart({ provider, at }: OperationSubject, use: TypeSubject["use"], whole: string, below: Way): TypeSubject {
  return {
    who: "callers",
    use,
    apart: whole,
    name: (way) => (way.length === 0 ? whole : `${quoted(way.join("."))} in ${whole}`),
    place: (way, ...rest) => inDocument(provider, [...at, ...below, "schema", ...schemaSteps(way), ...rest]),
  };
}

/** A schema that has a name, for one use of it. */
export function schemaSubject(
  provider: string,
  name: string,
  at: readonly string[],
  use: TypeSubject["use"],
): TypeSubject {
  return {
    who: "callers",
    use,
    name: (way) => (way.length === 0 ? quoted(name) : `${quoted(way.join("."))} of ${quoted(name)}`),
    place: (way, ...rest) => inDocument(provider, [...at, ...schemaSteps(way), ...rest]),
  };
}
