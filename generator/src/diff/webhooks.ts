import type { OperationEntry, OperationsModel } from "../emit/operations/operations-model.js";
import { type Change, change, quoted } from "./change.js";
import { inDocument, type OperationPair, placeInDocument } from "./operation.js";
import { changedSchemas, type ConcernedType, judgeTypes, renamedIn, schemaNames } from "./schemas.js";
import { onlyIn } from "./table.js";
import { nameIn, schemaSteps } from "./type-words.js";

// Changes in the webhooks of a provider's document: those that came and went, and their payloads.

/** Payloads are judged as answers are: code reads them. */
export async function compareWebhooks(
  provider: string,
  from: OperationsModel,
  next: OperationsModel,
): Promise<Change[]> {
  const base = renamedIn(from, schemaNames(from.schemas, next.schemas));
  const kept = Object.keys(next.operations).filter((key) => Object.hasOwn(base.operations, key));
  const pairs = kept.map((key): OperationPair => {
    const [before, after] = [base.operations[key], next.operations[key]] as [OperationEntry, OperationEntry];
    return { provider, key: nameOf(key), at: placeInDocument(key, after), before, after };
  });
  const payloads = pairs.map(({ key, at, before, after }): ConcernedType => {
    const whole =
      key === "" ? `the payload of webhooks of provider ${quoted(provider)}` : `the payload of webhook ${quoted(key)}`;
    return {
      part: {
        base: before.answers["200"] ?? "unknown",
        next: after.answers["200"] ?? "unknown",
        facts: [undefined, undefined],
        words: {
          gives: false,
          reads: true,
          name: (way) => nameIn(way, whole, "in"),
          place: (way) =>
            inDocument(provider, [...at, "requestBody", "content", "json", "schema", ...schemaSteps(way)]),
        },
      },
      concerns: { provider, operations: [] },
    };
  });
  const schemas = changedSchemas(provider, base.schemas, next.schemas, pairs);
  const { changes } = await judgeTypes([...payloads, ...schemas], base.schemas, next.schemas);
  return [
    ...gone(base, next).map(([key, entry]) =>
      change("breaking", `${subject(key, provider)} was removed`, inDocument(provider, placeInDocument(key, entry))),
    ),
    ...gone(next, base).map(([key, entry]) =>
      change("compatible", `${subject(key, provider)} was added`, inDocument(provider, placeInDocument(key, entry))),
    ),
    // Code that receives webhooks is not looked for: each of them counts, whoever meets it.
    ...changes.map((each) => {
      const { concerns: _concerns, verb: _verb, ...rest } = each;
      return { ...rest, sentence: inWebhooks(each.sentence) };
    }),
  ];
}

function gone(one: OperationsModel, other: OperationsModel) {
  return onlyIn(one.operations, other.operations);
}

function nameOf(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

function subject(key: string, provider: string): string {
  const name = nameOf(key);
  const of = `of provider ${quoted(provider)}`;
  return name === "" ? `the type of webhooks ${of} without a name` : `webhook ${quoted(name)} ${of}`;
}

/** The sentences of answers, for payloads of webhooks. */
function inWebhooks(sentence: string): string {
  return sentence.replace(", in answers of ", ", in webhooks ").replace(/, in webhooks ""$/, ", in webhooks");
}
