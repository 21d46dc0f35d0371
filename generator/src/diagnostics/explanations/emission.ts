import type { Explanation, IssueExplanations } from "./explanation.js";

/** What shows only when code is to be made of sound documents. */
export const emissionExplanations: { readonly [code: string]: Explanation } & IssueExplanations<"SW15"> = {
  SW1401: {
    title: "two names that need one identifier",
    severity: "error",
    what: "Two providers, profiles, use-cases or parts of a schema come to the same name in one emitted module. `a-b` and `a_b` are both `aB`.",
    why: "A suffix would be added in silence, and the next name to come could change which of them has it.",
    mend: "Rename one of the two.",
    rule: "P3",
  },
  SW1501: {
    title: "a reference that cannot be followed in a JSON Schema",
    severity: "error",
    what: "A `$ref` in a profile document does not start with `#`, or leads nowhere in its schema: neither as a JSON pointer nor as an `$anchor`, both from the nearest `$id` around it.",
    why: "Nothing is fetched and no other file is read, so that the output depends on the inputs alone.",
    mend: "Put the schema into `definitions` of the same input, result or error, and refer to `#/definitions/<name>`.",
    rule: "C4",
    example: {
      document: "profile document",
      wrong: `"usecases": { "SendMessage": { "input": { "$ref": "message.json" }, "result": {} } }`,
      right: `"usecases": { "SendMessage": { "input": { "$ref": "#/definitions/message", "definitions": { "message": { "type": "object" } } }, "result": {} } }`,
    },
  },
  SW1502: {
    title: "a part of a JSON Schema that no type can say",
    severity: "note",
    what: 'A schema is defined by itself alone (`allOf: [{ $ref: "#" }]`), uses `$dynamicRef` or a type that JSON does not have, or says by `not` or `if` alone what a value is.',
    why: "The emitted type is `unknown` there, or leaves the part out: it allows more than the schema, never less.",
    mend: "Nothing has to be done. Say the type beside it where callers should see one.",
    rule: "C4",
  },
  SW1503: {
    title: "a keyword that is nearly one of JSON Schema's",
    severity: "warning",
    what: "A schema has a keyword that JSON Schema does not know, and that is nearly one that it knows.",
    why: "JSON Schema ignores unknown keywords, so what was meant would have no effect.",
    mend: "Correct the keyword. One of your own that is meant so begins with `x-`.",
    rule: "C4",
    example: {
      document: "profile document",
      wrong: `"usecases": { "SendMessage": { "input": { "type": "object", "propertys": {} }, "result": {} } }`,
      right: `"usecases": { "SendMessage": { "input": { "type": "object", "properties": {} }, "result": {} } }`,
    },
  },
  SW1504: {
    title: "a part of a JSON Schema that `validate` does not read",
    severity: "note",
    what: "The schema of an input or a result uses `$dynamicRef`, `unevaluatedItems`, a schema under `unevaluatedProperties`, or a pattern that is no regular expression.",
    why: "The validator that calls load is small. What it does not read holds for every value, so nothing sound is refused.",
    mend: "Nothing has to be done. Say it in another way where calls with `validate` shall check it: a list by `items`, a recursion by `$ref`.",
    rule: "C21",
  },
};
