// Compares two types by walking both with the TypeScript checker. Mutual assignability is blind to optional properties
// that one of them lacks; this is not: names, optionality, elements, members of unions and leaves are looked at.
import ts from "typescript-5.9";

/** Wraps a type in the other module to say what OpenAPI says of a property; see theirs.mjs. */
export const MARKERS = ["ReadOnlyMark", "WriteOnlyMark", "DefaultMark"];

/**
 * Differences between two types as `{ path, rule?, what }`. A deliberate difference has the name of its rule; `direction`
 * is `answer` or `request`.
 */
export function differences(checker, ours, theirs, direction) {
  const found = [];
  const seen = new Set();
  const numbers = new Map();
  const queue = [{ ours, theirs, path: "" }];
  while (queue.length > 0) {
    const pair = queue.pop();
    const key = `${numberOf(pair.ours)} ${numberOf(pair.theirs)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    compare(pair);
  }
  return found;

  /** Types that the checker makes as it goes have no lasting number of their own. */
  function numberOf(type) {
    if (!numbers.has(type)) numbers.set(type, numbers.size);
    return numbers.get(type);
  }

  function report(path, what, rule) {
    found.push({ path: path || "/", what, rule });
  }

  function compare({ ours, theirs, path }) {
    const a = view(checker, ours);
    const b = view(checker, theirs);
    if (a.isUnknown && b.isUnknown) return;
    if (a.isUnknown !== b.isUnknown) {
      return report(path, a.isUnknown ? `unknown, theirs ${text(theirs)}` : `${text(ours)}, theirs unknown`);
    }
    compareLeaves(a, b, path);
    compareLists(a, b, path);
    compareObjects(a, b, path);
  }

  function compareLeaves(a, b, path) {
    const missing = [...b.leaves].filter((leaf) => !a.leaves.has(leaf));
    const added = [...a.leaves].filter((leaf) => !b.leaves.has(leaf));
    if (missing.length === 0 && added.length === 0) return;
    const isBinary = direction === "request" && added.join() === "Blob" && missing.every((leaf) => leaf === "string");
    report(path, `has not ${missing.join(" ")}, has ${added.join(" ")}`, isBinary ? "binary" : undefined);
  }

  function compareLists(a, b, path) {
    if (a.lists.length !== b.lists.length) {
      return report(path, `${a.lists.length} kinds of lists, theirs ${b.lists.length}`);
    }
    a.lists.forEach((list, index) => {
      const other = b.lists[index];
      if (list.length !== other.length) return report(path, `a list of ${list.length}, theirs of ${other.length}`);
      list.forEach((item, place) => queue.push({ ours: item, theirs: other[place], path: `${path}[${place}]` }));
    });
  }

  function compareObjects(a, b, path) {
    if (a.objects.length !== b.objects.length) {
      return report(path, `${a.objects.length} kinds of objects, theirs ${b.objects.length}`);
    }
    for (const [index, other] of pairsOf(a.objects, b.objects)) {
      compareProperties(a.objects[index], b.objects[other], a.objects.length > 1 ? `${path}<${index}>` : path);
    }
  }

  /** Which object is which: the pairs that are most alike first. */
  function pairsOf(mine, others) {
    if (mine.length === 1) return [[0, 0]];
    const [left, right] = [mine, others].map((objects) => objects.map(signature));
    const scores = left.flatMap((words, index) =>
      right.map((those, other) => ({ index, other, score: likeness(words, those) })),
    );
    scores.sort((x, y) => y.score - x.score);
    const [taken, given] = [new Map(), new Set()];
    for (const { index, other } of scores) {
      if (taken.has(index) || given.has(other)) continue;
      taken.set(index, other);
      given.add(other);
    }
    return taken;
  }

  function compareProperties(object, other, path) {
    const [mine, others] = [object, other].map((type) => propertiesOf(checker, type));
    for (const [name, { isOptional, type, marks }] of others) {
      if (marks.has("ReadOnlyMark") && direction === "request") continue;
      if (marks.has("WriteOnlyMark") && direction === "answer") continue;
      const own = mine.get(name);
      if (own === undefined) {
        report(`${path}/${name}`, "is missing");
        continue;
      }
      const isDefaulted = direction === "request" && marks.has("DefaultMark") && own.isOptional;
      if (own.isOptional !== isOptional && !isDefaulted) {
        report(`${path}/${name}`, own.isOptional ? "is optional, theirs required" : "is required, theirs optional");
      }
      queue.push({ ours: own.type, theirs: type, path: `${path}/${name}` });
    }
    for (const name of mine.keys()) {
      const mark = others.get(name)?.marks;
      const isForeign =
        (mark?.has("ReadOnlyMark") && direction === "request") ||
        (mark?.has("WriteOnlyMark") && direction === "answer");
      if (mark !== undefined && !isForeign) continue;
      const isOurUnknown = view(checker, mine.get(name).type).isUnknown;
      found.push({ path: `${path}/${name}`, what: "theirs does not have it", isOurUnknown });
    }
    compareIndex(object, other, path);
  }

  function compareIndex(object, other, path) {
    const [mine, others] = [object, other].map((type) => indexOf(checker, type));
    const isEmpty = (type) => checker.getPropertiesOfType(type).length === 0;
    // `Record<string, never>` is how the other module writes an object of which nothing is known.
    if (isEmpty(other) && others !== undefined && others.flags & ts.TypeFlags.Never) {
      const isAny = mine !== undefined && (mine.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Never)) !== 0;
      if (!isAny) report(path, "is not any object", undefined);
      return;
    }
    if (mine === undefined && others === undefined) return;
    if (mine === undefined || others === undefined) {
      return report(`${path}/*`, mine === undefined ? "other keys are missing" : "theirs has no other keys");
    }
    queue.push({ ours: mine, theirs: others, path: `${path}/*` });
  }

  /** Names of an object, and the literals that tell it apart. */
  function signature(object) {
    const foreign = direction === "request" ? "ReadOnlyMark" : "WriteOnlyMark";
    const words = [...propertiesOf(checker, object)].flatMap(([name, { type, marks }]) => {
      if (marks.has(foreign)) return [];
      const { leaves } = view(checker, type);
      return [name, ...[...leaves].filter((leaf) => leaf.startsWith('"')).map((leaf) => `${name}=${leaf}`)];
    });
    return new Set(words);
  }

  function text(type) {
    return checker.typeToString(type).slice(0, 80);
  }
}

function likeness(a, b) {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 && a.size === 0 && b.size === 0 ? 1 : shared / (a.size + b.size - shared || 1);
}

/** What a type can be, taken apart; `undefined` is a matter of optionality. */
function view(checker, type) {
  const result = { isUnknown: false, leaves: new Set(), lists: [], objects: [] };
  for (const member of type.isUnion() ? type.types : [type]) {
    const { flags } = member;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) result.isUnknown = true;
    else if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) continue;
    else if (markOf(member) !== undefined) continue;
    else if (member.symbol?.name === "Blob") result.leaves.add("Blob");
    else if (checker.isTupleType(member)) result.lists.push(checker.getTypeArguments(member));
    else if (checker.isArrayType(member)) result.lists.push(checker.getTypeArguments(member).slice(0, 1));
    else if (isAnyText(member)) result.leaves.add("string");
    else if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) result.objects.push(member);
    else result.leaves.add(checker.typeToString(member));
  }
  // What the editor completes beside any text allows nothing more.
  if (result.leaves.has("string"))
    for (const leaf of result.leaves) if (leaf.startsWith('"')) result.leaves.delete(leaf);
  return result;
}

/** `string & {}` */
function isAnyText(type) {
  return type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String);
}

/** By name: whether it is optional, its type, and how the document marks it. */
function propertiesOf(checker, type) {
  const properties = new Map();
  for (const symbol of checker.getPropertiesOfType(type)) {
    const declared = checker.getTypeOfSymbol(symbol);
    const members = declared.isUnion() ? declared.types : [declared];
    const marks = new Set(members.map(markOf).filter((mark) => mark !== undefined));
    properties.set(symbol.name, { isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0, type: declared, marks });
  }
  return properties;
}

function markOf(type) {
  return MARKERS.find((name) => type.symbol?.name === name);
}

function indexOf(checker, type) {
  return checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
}
