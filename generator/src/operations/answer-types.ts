import type { Answer, Operation } from "../openapi/api.js";
import type { ModuleSchemas } from "./module-schemas.js";
import { isJson } from "./media-types.js";
import { NEVER_NODE, UNDEFINED_NODE, type PropertyNode, type TypeNode } from "./type-node.js";

/** Bodies of answers by status, range or `default`. */
export interface AnswerTypes {
  readonly answers: readonly PropertyNode[];
  readonly errors: readonly PropertyNode[];
  /** Content types that are in no type, by status. */
  readonly others: ReadonlyMap<string, readonly string[]>;
}

/** 2xx, and `default` where none of these is documented. */
export function successes(answers: readonly Answer[]): readonly Answer[] {
  const documented = answers.filter(({ status }) => status.startsWith("2"));
  return documented.length > 0 ? documented : answers.filter(({ status }) => status === "default");
}

/** What is no success is an error. */
export function answerTypes({ method, answers }: Operation, schemas: ModuleSchemas): AnswerTypes {
  const successful = successes(answers);
  const typed = (list: readonly Answer[]) => list.map((answer) => statusNode(answer, method === "head", schemas));
  const others = answers.map(({ status, contents }) => {
    const types = contents.flatMap(({ mediaType }) => (isJson(mediaType) ? [] : [mediaType]));
    return [status, [...new Set(types)]] as const;
  });
  return {
    answers: typed(successful),
    errors: typed(answers.filter((answer) => !successful.includes(answer))),
    others: new Map(others.filter(([, types]) => types.length > 0)),
  };
}

function statusNode(answer: Answer, isHead: boolean, schemas: ModuleSchemas): PropertyNode {
  return { name: answer.status, isOptional: false, type: isHead ? UNDEFINED_NODE : bodyOf(answer, schemas) };
}

/** Nothing; JSON; or something else, of which `.json()` is not read. */
function bodyOf({ contents }: Answer, schemas: ModuleSchemas): TypeNode {
  if (contents.length === 0) return UNDEFINED_NODE;
  const json = contents.filter(({ mediaType }) => isJson(mediaType));
  return json.length === 0 ? NEVER_NODE : schemas.writtenAny(json, "answers");
}
