// Deliberate differences between the two modules, by name. What has no name here is a mistake of ours until it is looked at.

/** What a document says that the types alone do not show. */
export function factsOf(document) {
  const facts = {
    isNullable31: false,
    /** Whether `nullable` stands beside a `$ref` somewhere. */
    hasNullableReference: false,
    /** Names that a schema requires without declaring them itself. */
    requiredElsewhere: new Set(),
    discriminators: new Set(),
  };
  const is31 = /^3\.[12]/.test(document.openapi);
  const waiting = [document];
  for (const node of waiting) {
    if (Array.isArray(node)) waiting.push(...node);
    else if (typeof node === "object" && node !== null) {
      if (is31 && node.nullable === true) facts.isNullable31 = true;
      if (node.nullable === true && typeof node.$ref === "string") facts.hasNullableReference = true;
      if (Array.isArray(node.required)) {
        for (const name of node.required)
          if (!Object.hasOwn(node.properties ?? {}, name)) facts.requiredElsewhere.add(name);
      }
      if (typeof node.discriminator?.propertyName === "string")
        facts.discriminators.add(node.discriminator.propertyName);
      waiting.push(...Object.values(node));
    }
  }
  return facts;
}

/** The name of the rule that explains a difference, or `undefined`. */
export function ruleOf(difference, facts) {
  return RULES.find(({ explains }) => explains(difference, facts))?.name;
}

const lastOf = ({ path }) =>
  path
    .split("/")
    .at(-1)
    .replace(/(?:\[\d+\]|<\d+>)+$/, "");

const RULES = [
  {
    // A path of a `$ref`, an `anyOf` of bare `required`, `items` without `type`, one `oneOf` beside `nullable`: they say
    // nothing, we say what the schema says.
    name: "they say unknown",
    explains: ({ what }) => what.endsWith(", theirs unknown"),
  },
  {
    name: "an answer whose content is not listed is unknown, except 204 and 205: nothing with them",
    explains: ({ what }) => what === "unknown, theirs has no JSON",
  },
  {
    name: "required and declared nowhere: unknown with us, nothing with them",
    explains: ({ what, isOurUnknown, ...place }, { requiredElsewhere }) =>
      what === "theirs does not have it" && isOurUnknown && requiredElsewhere.has(lastOf(place)),
  },
  {
    name: "required by another part of an allOf",
    explains: ({ what, ...place }, { requiredElsewhere }) =>
      /^is required, theirs optional$|kinds of objects/.test(what) && requiredElsewhere.has(lastOf(place)),
  },
  {
    name: "nullable in 3.1, where it is no keyword any more but is meant",
    explains: ({ what }, { isNullable31 }) => isNullable31 && what === "has not , has null",
  },
  {
    name: "nullable beside a $ref in 3.0, where it means nothing but is meant",
    explains: ({ what }, { hasNullableReference }) => hasNullableReference && what === "has not , has null",
  },
  {
    name: "a discriminator that its schema leaves optional is optional",
    explains: ({ what, ...place }, { discriminators }) =>
      what === "is optional, theirs required" && discriminators.has(lastOf(place)),
  },
  {
    name: "the discriminator of a base schema alone tells nothing about values",
    explains: ({ what, ...place }, { discriminators }) =>
      /^has not "[^"]*", has (?:string)?$/.test(what) && discriminators.has(lastOf(place)),
  },
  {
    name: "a base is its members, each with its value; theirs has any text there",
    explains: ({ what, ...place }, { discriminators }) =>
      what.startsWith('has not string, has "') && discriminators.has(lastOf(place)),
  },
  {
    name: "keys beside properties are unknown where the properties do not fit them",
    explains: ({ what, path }) => path.endsWith("/*") && what.startsWith("unknown, theirs "),
  },
  {
    name: "GET and HEAD have no body",
    explains: ({ operation, part, what }) =>
      (/^(?:GET|HEAD) /.test(operation) && part === "json" && what === "is missing") ||
      (operation.startsWith("HEAD ") && /^\d/.test(part) && what.startsWith("0 kinds of objects")),
  },
  {
    name: "204 and 205 have no body, whatever is listed",
    explains: ({ part, what }) => /^20[45]$/.test(part) && what.startsWith("0 kinds of objects"),
  },
  {
    name: "a parameter with `content` has the type of what is written",
    explains: ({ what, hasContent }) => hasContent && /kinds of objects|^has not string/.test(what),
  },
  { name: "files are sent as Blob", explains: ({ rule }) => rule === "binary" },
  {
    name: "idempotency keys are made, or an option gives them",
    explains: ({ rule, part, path, what }) =>
      rule === "idempotencyKey" ||
      (part === "json" && /^\/idempotency_?key$/i.test(path) && what.startsWith("is optional")),
  },
];
