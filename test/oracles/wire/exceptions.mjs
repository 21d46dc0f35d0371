// Where swagger-client is not the judge, or not right: each rule is about cases, and says why. A rule that no difference
// needs any more is a failure, and so is a difference that no rule is about.

const RULES = [
  {
    name: "an empty segment",
    why: "a path parameter that comes to nothing would call another operation, so it is refused (rules §2.11)",
    about: ({ place, parameter, kind }) =>
      place === "path" && (/^(?:no|null$)/.test(kind) || (kind === "empty" && parameter.style !== "matrix")),
  },
  {
    name: "label without explode",
    why: "commas between values since OpenAPI 3.1.1; there stood dots before, and do in swagger-client",
    about: ({ parameter, value }) =>
      parameter.style === "label" && !parameter.explode && typeof value === "object" && value !== null,
  },
  {
    name: "an empty name in a matrix",
    why: "no `=` before what is empty (RFC 6570 §3.2.7, and the table of OpenAPI)",
    about: ({ parameter, kind }) => parameter.style === "matrix" && /empty/.test(kind),
  },
  {
    name: "names of members",
    why: "swagger-client does not encode them, so that a name with `=` or a space changes what is said",
    about: ({ place, kind }) => place !== "header" && kind === "odd names",
  },
  {
    name: "null inside",
    why: "left out as undefined ones are (RFC 6570 §2.3); swagger-client writes an empty text",
    about: ({ kind }) => /^null (?:among|as)/.test(kind),
  },
  {
    name: "an empty text in a query",
    why: "`color=` by the table of OpenAPI; swagger-client leaves it out",
    about: ({ place, kind }) => place === "query" && kind === "empty",
  },
  {
    name: "nothing in a list or an object",
    why: "undefined by RFC 6570 §2.3, so left out; swagger-client writes an empty text",
    about: ({ kind }) => kind === "no items" || kind === "no members",
  },
  {
    name: "objects with delimiters",
    why: "the table of OpenAPI has them; swagger-client writes commas",
    about: ({ parameter, kind }) => /Delimited/.test(parameter.style) && !parameter.explode && kind === "object",
  },
  {
    name: "what deepObject leaves open",
    why: "OpenAPI defines no lists and nothing nested there; swagger-client writes a form's list, and JSON inside",
    about: ({ parameter, value, kind }) =>
      parameter.style === "deepObject" && (Array.isArray(value) || kind === "nested" || kind === "a list inside"),
  },
  {
    name: "reserved characters that a query means",
    why: "`# & +`, and `'`, which URL parsers encode, would say something else; swagger-client leaves them",
    about: ({ parameter, kind }) => parameter.allowReserved && /characters|delimiters/.test(kind),
  },
  {
    name: "texts in JSON",
    why: "a text is JSON in quotes; swagger-client takes it for JSON that is written already",
    about: ({ parameter, value }) => parameter.content?.["application/json"] !== undefined && typeof value === "string",
  },
];

export const ruleNames = RULES.map(({ name }) => name);

/** By name, why. */
export const reasons = Object.fromEntries(RULES.map(({ name, why }) => [name, why]));

/** The rule that a difference comes under. */
export function exceptionOf(row) {
  const kind = row.id.split(": ")[1];
  return RULES.find(({ about }) => about({ ...row, kind }))?.name;
}
