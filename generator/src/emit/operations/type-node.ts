/** A type as it is to be written: names are chosen, directions are decided. */
export type TypeNode =
  /** A keyword, a name or a literal. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "array"; readonly items: TypeNode; readonly isReadonly?: boolean | undefined }
  | TupleNode
  | ObjectNode
  | { readonly kind: "union" | "intersection"; readonly members: readonly TypeNode[] }
  /** A type with an argument, and perhaps more of them as they are written. */
  | { readonly kind: "generic"; readonly name: string; readonly argument: TypeNode; readonly more?: string };

interface TupleNode {
  readonly kind: "tuple";
  readonly items: readonly TypeNode[];
  /** How many of them are there at least. */
  readonly least: number;
  readonly rest?: TypeNode | undefined;
  readonly isReadonly?: boolean | undefined;
}

export interface ObjectNode {
  readonly kind: "object";
  readonly properties: readonly PropertyNode[];
  readonly index?: IndexNode | undefined;
  /** It stands on several lines, however short it is. */
  readonly isBroken?: boolean | undefined;
}

export interface PropertyNode {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeNode;
  /** Text of its comment; empty for none. */
  readonly comment?: string | undefined;
}

export interface IndexNode {
  readonly name: string;
  readonly type: TypeNode;
  readonly isReadonly?: boolean | undefined;
}

export function textNode(text: string): TypeNode {
  return { kind: "text", text };
}

export const UNKNOWN_NODE: TypeNode = textNode("unknown");
export const UNDEFINED_NODE: TypeNode = textNode("undefined");
export const NEVER_NODE: TypeNode = textNode("never");
export const STRING_NODE: TypeNode = textNode("string");
/** Any text beside literals, which stay apart from it. */
export const OTHER_TEXT_NODE: TypeNode = textNode("(string & {})");

/** One of the types; what reads alike stands once. */
export function unionNode(types: readonly TypeNode[]): TypeNode {
  const members = types.flatMap((type) => (type.kind === "union" ? type.members : [type]));
  const texts = new Set<string>();
  const distinct = members.filter((member) => {
    if (member.kind !== "text") return true;
    const isNew = !texts.has(member.text);
    texts.add(member.text);
    return isNew;
  });
  if (texts.has("unknown")) return UNKNOWN_NODE;
  const possible = distinct.filter((member) => member !== NEVER_NODE);
  return possible.length > 1 ? { kind: "union", members: possible } : (possible[0] ?? NEVER_NODE);
}

/** The type, or `undefined`. */
export function orUndefined(type: TypeNode): TypeNode {
  if (type.kind === "text" && (type.text === "unknown" || type.text === "undefined")) return type;
  if (type.kind === "union") return unionNode([...type.members, UNDEFINED_NODE]);
  return type === NEVER_NODE ? UNDEFINED_NODE : { kind: "union", members: [type, UNDEFINED_NODE] };
}

/** Its comments, each behind the way to its property, in an order that no document decides. */
export function commentsIn(type: TypeNode, way = ""): readonly string[] {
  const below = (types: readonly TypeNode[]) => types.flatMap((each) => commentsIn(each, way));
  switch (type.kind) {
    case "text":
      return [];
    case "array":
      return commentsIn(type.items, way);
    case "generic":
      return commentsIn(type.argument, way);
    case "tuple":
      return below(type.rest === undefined ? type.items : [...type.items, type.rest]);
    case "object": {
      const own = type.properties.flatMap(({ name, comment, type: value }) => {
        const at = `${way}.${name}`;
        return [...(comment ? [`${at} ${comment}`] : []), ...commentsIn(value, at)];
      });
      return [...own, ...(type.index === undefined ? [] : commentsIn(type.index.type, `${way}[]`))].sort();
    }
    case "union":
    case "intersection":
      return below(type.members);
  }
}

/** An object of properties, with nothing else said. */
export function objectNode(properties: readonly PropertyNode[], index?: IndexNode): ObjectNode {
  return { kind: "object", properties, index };
}

export function requiredNode(name: string, type: TypeNode): PropertyNode {
  return { name, isOptional: false, type };
}
