// Where we differ from the JSON Schema Test Suite. By all but the last we hold what it refuses; the first that fits counts.

/** Of the package; from another version the counts may be others. */
export const COUNTED_VERSION = "1.019-1";

/** `counts`: tests of draft7 and of draft2020-12. */
const EXCEPTIONS = [
  {
    name: "$dynamicRef",
    why: "is not followed, so that it holds for everything",
    about: ({ text, valid }) => !valid && text.includes('"$dynamicRef"'),
    counts: [0, 9],
  },
  {
    name: "unevaluatedItems",
    why: "is not read, so that it holds for everything",
    about: ({ text, valid }) => !valid && text.includes('"unevaluatedItems"'),
    counts: [0, 21],
  },
  {
    name: "unevaluatedProperties",
    why: "is not read either: unknown properties are tolerated",
    about: ({ text, valid }) => !valid && text.includes('"unevaluatedProperties"'),
    counts: [0, 55],
  },
  {
    name: "a reference to elsewhere",
    why: "a `$ref` is followed where it is a fragment alone: what we emit is, and nothing is fetched",
    about: ({ text, valid }) => !valid && /"\$ref":"[^"#]/.test(text),
    counts: [28, 52],
  },
  {
    name: "additionalProperties: false",
    why: "is tolerated: a later version of the provider may have more properties",
    about: ({ text, valid }) => !valid && text.includes('"additionalProperties":false'),
    counts: [4, 4],
  },
  {
    name: "oneOf as anyOf",
    why: "what is tolerated may make two branches hold",
    about: ({ text, valid }) => !valid && text.includes('"oneOf"'),
    counts: [8, 8],
  },
  {
    name: "multipleOf",
    why: "is a division of floats: one whose result is no number any more says nothing",
    about: ({ text, valid }) => !valid && text.includes('"multipleOf":0.123456789'),
    counts: [1, 1],
  },
  {
    name: "vocabularies",
    why: "a metaschema is not looked at, so that keywords count which it leaves out; the only one by which we refuse",
    about: ({ name, valid }) => valid && /vocabulary: .*no validation/.test(name),
    counts: [0, 1],
  },
];

/** By name, how many tests of a draft differ. */
export function countsOf(draft) {
  const at = ["draft7", "draft2020-12"].indexOf(draft);
  return Object.fromEntries(EXCEPTIONS.map(({ name, counts }) => [name, counts[at]]));
}

/** The exception that a difference comes under. */
export function exceptionOf({ name, schema, valid }) {
  const text = JSON.stringify(schema);
  return EXCEPTIONS.find(({ about }) => about({ name, text, valid }))?.name;
}
