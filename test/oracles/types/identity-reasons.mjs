// Differences to openapi-typescript on purpose, each with its reason. What has none is a mistake of ours until it is looked at.
const REASONS = [
  {
    why: "WithRequired takes keys that the type lacks, as that of a base that may be null; theirs does not compile there",
    explains: ({ path }) => path.startsWith("/WithRequired"),
  },
  {
    // The part is compared too.
    why: "a reference to a part that is no component is written out: it is what theirs refers to",
    explains: ({ what }) => what.startsWith("theirs refers to it: "),
  },
  {
    why: "a reference to a part that is no component is written out: theirs names a place that its types do not have",
    explains: ({ what }) => what.startsWith("theirs leads nowhere: "),
  },
  {
    why: "--enum: an empty text is a member with an empty name; theirs has none, and does not compile",
    explains: ({ path, what }) => path.endsWith("/") && what === '"", theirs nothing',
  },
  {
    why: "--enum: a name begins with a letter; theirs does not compile",
    file: /\/(?:enum-names-values\.json|full\.yaml)$/,
    explains: ({ path, what }) =>
      /^\/(?:Value)?\d|^\/$|^\/no declaration$|\/Num_1$/.test(path) || /^Value\d|theirs \d/.test(what),
  },
  {
    why: "--enum: members of one name are told apart; theirs stand twice, and do not compile",
    file: /\/(?:enum-escape\.json|ref-duplicate-url\.yaml)$/,
    explains: ({ path }) => /^\/(?:Bar|FooFoo)\/foo_bar(?:_2)?$/.test(path),
  },
  {
    why: "--enum: enums of one name are told apart; TypeScript merges theirs",
    file: /\/enum-names-values\.json$/,
    explains: ({ path }) => /^(?:\/components\/schemas)?\/MyFoo(?:_2)?$/.test(path),
  },
  {
    why: "parts of other files: a component that has to be named is called by the last words of its place, and numbered",
    file: /\/external\.yaml$/,
    explains: ({ path, what }) =>
      /^\/SchemaProperties_1$|^\/Schema1$|\/(?:properties_)?1$/.test(path) || /properties_1.*theirs .*"1"/.test(what),
  },
  {
    why: "parts of other files: one that is nothing but a reference is a component too, and refers to it",
    file: /\/sibling-schema-(?:collision-|extended-|multi-)?root\.json$/,
    explains: ({ path, what }) =>
      /(?:Main|Wrapper|Resource)_?Schema2?(?:"|$)/.test(`${what.split(",").slice(0, 3).join()} ${path}`) ||
      /Status/.test(path + what),
  },
];

/** The reason of a difference, or `undefined`. */
export function reasonOf(file, difference) {
  return REASONS.find((each) => (each.file?.test(file) ?? true) && each.explains(difference))?.why;
}
