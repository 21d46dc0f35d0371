import {
  type JsonObject,
  type JsonValue,
  own,
  type PagesNext,
  type PagesRule,
  pointerSegments,
  valueAt,
} from "@sdkwright/runtime/config";
import { isJsonObject } from "../schema/schema-part.js";
import type { Answer, ApiDocument, Content, Operation, Parameter } from "./api.js";
import { isReadAsJson, successes } from "./media-types.js";
import {
  isList,
  mayHoldObjects,
  type Place,
  placeKeys,
  placeText,
  saysNothing,
  type Shape,
  type Shapes,
} from "./shapes.js";
import { vendorPages } from "./vendor-pages.js";

// How the lists of a document go on. A rule needs evidence: nothing is guessed that could send a wrong request. What is
// taken for evidence stands in tables; the rules below are asked in their order, and the first that has some wins.

/** The rule of an operation, and the evidence for it. */
export interface FoundPages {
  readonly rule: PagesRule;
  readonly why: string;
  /** The pattern of the definition that says it. */
  readonly pattern?: string | undefined;
}

/** An operation that has a paging parameter and no rule. */
export interface MissedPages {
  readonly why: string;
  /** The value of the line that declares it. */
  readonly line: JsonObject;
  /** Place of the parameter, or of the operation, in the document. */
  readonly pointer: string;
}

/** JSON answers of a success. */
export function answersOf({ answers }: Operation): readonly Content[] {
  return successes(answers).flatMap(({ contents }) => contents.filter(isReadAsJson));
}

// Tables. Names are compared in lower case and without anything but letters and digits: `page[cursor]` is `pagecursor`.

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Parameters that take a value of the answer back, if they are text. */
const CURSORS = new Set(
  words(`cursor aftercursor cursorafter pagecursor startcursor startingcursor nextcursor pagetoken nexttoken nextpagetoken
    token continuationtoken continuation continuationkey contoken paginationtoken paginationcursor starttoken startkey
    after pageafter afterid startingafter startafter startafterid marker nextmarker iterator bookmark scrollid
    exclusivestartkey lastkey lastevaluatedkey lastid searchafter pagekey pageid nextpage nextpageid next nextkey
    position page offset pageoffset start`),
);
/** A property have the same name may say something else for these, and for numbers that are counted. */
const NOT_ALIKE = new Set(words("token next position"));
const NUMBERS = new Set(words("page pagenumber pageno pagenum pageindex currentpage paginationpage p pg"));
const OFFSETS = new Set(words("offset pageoffset skip paginationoffset recordoffset"));
/** These may be the beginning of a range: their base has to be said. */
const STARTS = new Set(words("start startat startindex startposition startoffset startrecord startrow"));

/** Rule 5: a parameter, and properties of other names that go with it. */
const FAMILIES: readonly (readonly [parameters: ReadonlySet<string>, properties: ReadonlySet<string>])[] = [
  [
    new Set(words("cursor pagecursor")),
    new Set(words("next nextpage nexttoken nextpagetoken nextid endcursor cursorsnext cursorsafter")),
  ],
  [
    new Set(words("after aftercursor afterid startingafter startafter pageafter")),
    new Set(words("lastid endcursor next nextcursor nextid lastcursor")),
  ],
  [new Set(words("page")), new Set(words("nextpage nextpagetoken"))],
  [
    new Set(words("token pagetoken nexttoken continuationtoken continuation starttoken")),
    new Set(words("nextpagetoken nexttoken nextcontinuationtoken continuationtoken continuation nextpage")),
  ],
  [new Set(words("startcursor startingcursor")), new Set(words("nextcursor"))],
  [new Set(words("marker")), new Set(words("nextmarker next"))],
  [new Set(words("exclusivestartkey startkey")), new Set(words("lastevaluatedkey lastkey nextkey"))],
];

/** Rule 4: names that say that their text is a URL. */
const URL_NAMES = new Set(
  words(
    "nexturl nextlink nexturi nexthref nextpageurl nextpageuri nextpagelink nextpagehref nextrecordsurl odatanextlink",
  ),
);
const LAST_IDS = new Set(words("startingafter after startafter afterid startafterid"));
const MORE = new Set(
  words("hasmore hasnext hasnextpage hasmoreitems hasmoreresults hasmorepages more moreresults moreavailable"),
);
const LAST = new Set(words("done last islast islastpage lastpage isdone isend"));
const TOTALS = new Set(
  words(
    "total totalcount totalresults totalitems totalelements totalrecords totalrows totalnumber totalsize totalhits",
  ),
);
const TOTAL_PAGES = new Set(
  words("totalpages pagecount pagescount numpages numberofpages npages lastpage pagetotal pages totalpagecount"),
);
const ECHOES = new Set(words("page currentpage pagenumber pagenum pageno pageindex"));

/** Lists that are no items, and those that are if there are several. */
const NO_ITEMS = new Set(words("errors warnings messages links included curies"));
const USUAL_ITEMS = words("data items results value values records entries elements list content rows result");

/** A name as the tables have it. */
export const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** A query parameter as a rule looks at it. */
interface Candidate {
  readonly name: string;
  readonly plain: string;
  readonly shape: Shape;
  readonly description: string;
  readonly pointer: string;
}

/** Evidence for one rule; `why` has it in words. */
interface Evidence {
  readonly next: PagesNext;
  readonly why: string;
}

type Outcome = FoundPages | MissedPages | undefined;

/** Looks at one operation. */
export class Detection {
  readonly #operation: Operation;
  readonly #document: ApiDocument;
  readonly #shapes: Shapes;
  readonly #hasLinks: boolean;
  readonly #answers: readonly Answer[];
  readonly #schema: JsonValue | undefined;
  readonly #places: readonly Place[];
  readonly #query: readonly Candidate[];
  readonly #items: string | undefined;
  /** Why evidence was not enough, with the line to paste; the first is told. */
  readonly #misses: Omit<MissedPages, "pointer">[] = [];

  /** `hasLinks`: three other operations of the document have a `Link` header. */
  constructor(operation: Operation, document: ApiDocument, shapes: Shapes, hasLinks: boolean) {
    this.#operation = operation;
    this.#document = document;
    this.#shapes = shapes;
    this.#hasLinks = hasLinks;
    this.#answers = successes(operation.answers);
    this.#schema = answersOf(operation).find(({ schema }) => schema !== undefined)?.schema?.value;
    this.#places = shapes.places(this.#schema);
    this.#query = operation.parameters.flatMap((parameter) =>
      parameter.in === "query" ? candidate(parameter, shapes) : [],
    );
    this.#items = itemsOf(this.#places, operation.path, shapes);
  }

  /** How much there is to look at. */
  get size(): number {
    return this.#places.length * (1 + this.#query.length);
  }

  outcome(): Outcome {
    const vendor = this.#vendors();
    if (vendor === "none") return undefined;
    if (vendor !== undefined) return vendor;
    if (!this.#places.some(({ shape }) => isList(shape)))
      return this.#undocumented() ?? (this.#misses.length > 0 ? this.#missed() : undefined);
    for (const rule of [
      () => this.#exactCursor(),
      () => this.#urlInBody(),
      () => this.#familyCursor(),
      () => this.#linkHeader(),
      () => this.#headerToken(),
      () => this.#lastId(),
      () => this.#number(),
      () => this.#offset(),
      () => this.#undocumentedLink(),
    ]) {
      const evidence = rule();
      if (evidence === "ambiguous") break;
      if (evidence !== undefined) return { rule: this.#rule(evidence.next), why: evidence.why };
    }
    return this.#missed();
  }

  /** With the places of items and of the end. */
  #rule(next: PagesNext): PagesRule {
    const isNumber = next !== "link" && !("url" in next) && !("from" in next) && !("fromHeader" in next);
    const ends = next === "link" ? [] : [["more", this.#end(MORE)] as const, ["last", this.#end(LAST)] as const];
    const totals = !isNumber
      ? []
      : [
          ["total", this.#total()] as const,
          ["totalPages", "step" in next ? undefined : this.#count(TOTAL_PAGES)] as const,
        ];
    const places = [["items", this.#items] as const, ...ends, ...totals].filter(([, place]) => place !== undefined);
    return { next, ...Object.fromEntries(places) };
  }

  // Rule 2

  #vendors(): FoundPages | "none" | undefined {
    const { root } = this.#document;
    const operation = valueAt(root, pointerSegments(this.#operation.pointer));
    if (!isJsonObject(operation)) return undefined;
    const said = vendorPages({
      operation,
      root,
      query: this.#query.map((each) => ({ name: each.name, base: baseOf(each) })),
      items: this.#items,
      has: (keys) => this.#shapes.at(this.#schema, keys) !== undefined,
    });
    if (said === undefined || said === "none") return said;
    if (said.next !== undefined)
      return { rule: { ...this.#rule(said.next), ...said.places }, why: JSON.stringify(said.name) };
    this.#miss(`"${said.name}" names something that the document does not have`, { next: { query: "…", from: "/…" } });
    return undefined;
  }

  // Rules 3 and 5

  #exactCursor(): Evidence | "ambiguous" | undefined {
    return this.#cursor(({ plain: name, shape }, keys) => {
      const [last = "", before = ""] = [...keys].reverse().map(plain);
      const isNext = last === `next${name}` || last === `nextpage${name}` || (last === name && before === "next");
      const bare = name.replace(/^(?:page|pagination)(?=.)/, "");
      const isText = mayBeText(shape);
      const isCounted = [NUMBERS, OFFSETS, STARTS].some((names) => names.has(name) || names.has(bare));
      if (isNext || last === `next${bare}` || (last === bare && before === "next")) return 2;
      const isSame = last === name || (last === bare && bare !== name);
      return isSame && isText && !isCounted && !NOT_ALIKE.has(name) && !BACKWARD.test(before) ? 1 : 0;
    }, "have the same name");
  }

  #familyCursor(): Evidence | "ambiguous" | undefined {
    return this.#cursor(({ plain: name }, keys) => {
      const names = [keys.slice(-1), keys.slice(-2)].map((way) => plain(way.join("")));
      return FAMILIES.some(
        ([parameters, properties]) => parameters.has(name) && names.some((each) => properties.has(each)),
      )
        ? 1
        : 0;
    }, "go together");
  }

  /** The one pair of a parameter and a place of the answer that fits best. */
  #cursor(
    fit: (parameter: Candidate, keys: readonly string[]) => number,
    how: string,
  ): Evidence | "ambiguous" | undefined {
    const pairs = this.#query
      .filter((each) => this.#isCursor(each))
      .flatMap((parameter) =>
        this.#places.flatMap(({ keys, shape }) => {
          const rank = keys.length === 0 ? 0 : fit(parameter, keys);
          if (rank === 0 || !agree(parameter.shape, shape) || saysUrl(keys, shape)) return [];
          return [{ parameter, keys, shape, rank: rank * 10 - keys.length }];
        }),
      );
    const best = pairs.reduce((most, { rank }) => Math.max(most, rank), -Infinity);
    const [first, ...others] = pairs.filter(({ rank }) => rank === best);
    if (first === undefined) return undefined;
    const { parameter, keys, shape } = first;
    const [query, from] = [parameter.name, placeText(keys)];
    const line = { next: { query, from } };
    if (others.length > 0) return this.#stop("two rules would fit", line);
    if (saysTruth(shape)) return this.#stop(`"${from}" is true or false, and not a value to send back`, line);
    return { next: { query, from }, why: `query parameter "${query}" and "${from}" ${how}` };
  }

  /** A parameter that could take a value back; numbers and offsets are counted unless the answer gives the next. */
  #isCursor({ plain: name, shape, description }: Candidate): boolean {
    const isKnown =
      CURSORS.has(name) ||
      CURSORS.has(name.replace(/^(?:page|pagination)(?=.)/, "")) ||
      NUMBERS.has(name) ||
      OFFSETS.has(name) ||
      STARTS.has(name);
    return isKnown && isScalar(shape) && !isDate(shape, description);
  }

  // Rule 4

  #urlInBody(): Evidence | "ambiguous" | undefined {
    if (this.#isOneThing()) return undefined;
    const places = this.#places.filter(({ keys, shape }) => saysNext(keys) && mayBeText(shape) && saysUrl(keys, shape));
    const [first, ...others] = nearestOf(places);
    if (first === undefined) return undefined;
    const url = placeText(first.keys);
    if (others.length > 0) return this.#stop("two places of the answer have a next URL", { next: { url } });
    return { next: { url }, why: `"${url}" of the answer is a URL` };
  }

  // Rules 6 and 7

  #linkHeader(): Evidence | undefined {
    if (this.#isOneThing() || !hasLinkHeader(this.#operation)) return undefined;
    return { next: "link", why: 'the answer has the header "Link"' };
  }

  /** `/albums/{id}` without a paging parameter: its links lead elsewhere. */
  #isOneThing(): boolean {
    const isPaged = this.#query.some((each) => this.#isCursor(each) || SIZES.test(each.plain));
    return !isPaged && this.#items !== "" && this.#operation.path.endsWith("}");
  }

  #undocumentedLink(): Evidence | undefined {
    const parameter = this.#query.find((each) => this.#isCursor(each));
    if (parameter === undefined || !this.#hasLinks) return undefined;
    return {
      next: "link",
      why: `query parameter "${parameter.name}", and other operations of the document have the header "Link"`,
    };
  }

  #headerToken(): Evidence | undefined {
    for (const fromHeader of this.#answers.flatMap(({ headers }) => headers)) {
      const name = plain(fromHeader);
      if (!/^xnext./.test(name)) continue;
      const header = this.#operation.parameters.find((each) => each.in === "header" && plain(each.name) === name);
      if (header !== undefined)
        return {
          next: { header: header.name, fromHeader },
          why: `header "${fromHeader}" of the answer and of requests`,
        };
      const query = this.#query.find((each) => each.plain === name.slice("xnext".length) && this.#isCursor(each));
      if (query !== undefined)
        return {
          next: { query: query.name, fromHeader },
          why: `query parameter "${query.name}" and header "${fromHeader}"`,
        };
    }
    return undefined;
  }

  // Rule 8

  #lastId(): Evidence | undefined {
    const more = this.#end(MORE);
    const items = this.#items;
    if (more === undefined || items === undefined) return undefined;
    const keys = [...placeKeys(items), "-1", "id"];
    const id = this.#shapes.at(this.#schema, keys);
    const parameter = this.#query.find(
      ({ plain: name, shape, description }) =>
        LAST_IDS.has(name) && !isDate(shape, description) && id !== undefined && agree(shape, id),
    );
    if (parameter === undefined) return undefined;
    const from = placeText(keys);
    return {
      next: { query: parameter.name, from },
      why: `query parameter "${parameter.name}", "${more}" and items with "id"`,
    };
  }

  // Rules 9 and 10

  #number(): Evidence | "ambiguous" | undefined {
    const [parameter, ...others] = this.#query.filter(({ plain: name, shape }) => NUMBERS.has(name) && isCount(shape));
    if (parameter === undefined) return undefined;
    const query = parameter.name;
    if (others.length > 0) return this.#stop("two parameters are page numbers", { next: { query, first: 1 } });
    if (this.#isBesideCursor(query)) return undefined;
    const echo = this.#echo(parameter);
    const first = baseOf(parameter);
    const line = { next: { query, first: first ?? 1 } };
    if (echo === undefined && first === undefined) {
      this.#miss(`it is unclear if the pages of "${query}" start at 0 or 1`, line);
      return undefined;
    }
    if (this.#items === undefined && this.#count(TOTAL_PAGES) === undefined && this.#end(MORE) === undefined) {
      this.#miss(`query parameter "${query}" is a page number, but the list with the items is unknown`, line);
      return undefined;
    }
    const base = first === undefined ? [] : [`its base ${first} (${baseProof(parameter)})`];
    const said = echo === undefined ? base : [...base, `"${echo}" of the answer`];
    const next =
      echo === undefined
        ? ({ query, first: first ?? 1 } as const)
        : { query, ...(first !== undefined && { first }), echo };
    return { next, why: `query parameter "${query}", ${said.join(" and ")}` };
  }

  #offset(): Evidence | "ambiguous" | undefined {
    const isStart = ({ plain: name }: Candidate) => STARTS.has(name);
    const hasEnd = this.#query.some(
      ({ plain: name }) => name.replace(/^end/, "start") !== name && STARTS.has(name.replace(/^end/, "start")),
    );
    const [parameter, ...others] = this.#query.filter((each) => {
      if (!isCount(each.shape) || isDate(each.shape, each.description)) return false;
      return OFFSETS.has(each.plain) || (isStart(each) && !hasEnd);
    });
    if (parameter === undefined) return undefined;
    const query = parameter.name;
    const line = { next: { query, step: "items" } };
    if (others.length > 0) return this.#stop("two parameters are offsets", line);
    if (this.#isBesideCursor(query)) return undefined;
    const first = baseOf(parameter);
    const why =
      isStart(parameter) && first === undefined
        ? `it is unclear if "${query}" starts at 0 or 1`
        : NOT_OFFSET.test(parameter.description)
          ? `"${query}" may be something other than an offset`
          : this.#items === undefined
            ? `query parameter "${query}" is an offset, but the list with the items is unknown`
            : undefined;
    if (why !== undefined) {
      this.#miss(why, line);
      return undefined;
    }
    const next = { query, step: "items", ...(first === 1 && { first }) } as const;
    return { next, why: `query parameter "${query}" counts items` };
  }

  /** A server may refuse one of two ways to turn pages. */
  #isBesideCursor(query: string): boolean {
    const cursor = this.#query.find(
      ({ plain: name, shape, description }) =>
        CURSORS.has(name) &&
        !OFTEN_ELSE.has(name) &&
        !NUMBERS.has(name) &&
        !OFFSETS.has(name) &&
        !STARTS.has(name) &&
        !isDate(shape, description) &&
        isScalar(shape),
    );
    if (cursor === undefined) return false;
    const why = `"${query}" goes with "${cursor.name}", whose value is not in the answer`;
    this.#miss(why, { next: { query: cursor.name, from: "/…" } });
    return true;
  }

  // Places

  #end(names: ReadonlySet<string>): string | undefined {
    return this.#nearest(names, ({ types }) => types.has("boolean"));
  }

  #count(names: ReadonlySet<string>): string | undefined {
    return this.#nearest(names, isCount);
  }

  /** `count` is how many came, unless it says otherwise. */
  #total(): string | undefined {
    const isTotal = (shape: Shape) =>
      isCount(shape) && !/\b(?:this|current|returned|per) page\b|\breturned\b/i.test(shape.description);
    const isAll = (shape: Shape) =>
      isTotal(shape) && /\btotal\b|\bof all\b|\boverall\b|\ball (?:pages|results)\b/i.test(shape.description);
    return this.#nearest(TOTALS, isTotal) ?? this.#nearest(new Set(["count"]), isAll);
  }

  #echo({ plain: name }: Candidate): string | undefined {
    const found = this.#nearest(new Set([...ECHOES, name]), isCount);
    if (found !== undefined) return found;
    // Spring's pages: `number` beside `totalPages`.
    return this.#count(new Set(["totalpages"])) === undefined ? undefined : this.#count(new Set(["number"]));
  }

  #nearest(names: ReadonlySet<string>, fits: (shape: Shape) => boolean): string | undefined {
    const [found, ...others] = nearestOf(
      this.#places.filter(({ keys, shape }) => keys.length > 0 && names.has(plain(keys.at(-1) ?? "")) && fits(shape)),
    );
    if (found === undefined || others.length === 0) return found && placeText(found.keys);
    const beside = [found, ...others].filter(({ keys }) => placeText(keys.slice(0, -1)) === parentOf(this.#items));
    return beside.length === 1 && beside[0] !== undefined ? placeText(beside[0].keys) : undefined;
  }

  // Lists that are not detected

  /** A paging parameter of an operation whose answer shows no list. */
  #undocumented(): MissedPages | undefined {
    const hasSchema = this.#places.some(({ shape }) => shape.types.size > 0 || shape.properties.size > 0);
    const cursor = this.#query.find(
      (each) => this.#isCursor(each) && CURSORS.has(each.plain) && !OFTEN_ELSE.has(each.plain),
    );
    if (hasSchema || cursor === undefined || this.#answers.every(({ contents }) => !contents.some(isReadAsJson)))
      return undefined;
    this.#miss(`the answer is not described, and "${cursor.name}" may be a cursor`, {
      next: { query: cursor.name, from: "/…" },
    });
    return this.#missed();
  }

  #missed(): MissedPages | undefined {
    const cursor = this.#query.find((each) => this.#isCursor(each) && !OFTEN_ELSE.has(each.plain));
    if (cursor !== undefined)
      this.#miss(`the answer has no value for "${cursor.name}"`, {
        next: { query: cursor.name, from: "/…" },
      });
    const dated = this.#query.find(
      ({ plain: name, shape, description }) => LAST_IDS.has(name) && isDate(shape, description),
    );
    if (dated !== undefined) this.#miss(`"${dated.name}" is a date`, { next: { query: dated.name, from: "/…" } });
    const [first] = this.#misses;
    if (first === undefined) return undefined;
    const { next } = first.line;
    const name = isJsonObject(next) ? own(next, "query") : undefined;
    const pointer = this.#query.find((each) => each.name === name)?.pointer ?? this.#operation.pointer;
    const items = this.#items === undefined ? {} : { items: this.#items };
    return { why: first.why, line: { ...first.line, ...items }, pointer };
  }

  #miss(why: string, line: JsonObject): void {
    this.#misses.push({ why, line });
  }

  /** A rule of which nothing follows may win. */
  #stop(why: string, line: JsonObject): "ambiguous" {
    this.#miss(why, line);
    return "ambiguous";
  }
}

const SIZES = /^(?:perpage|limit|pagesize|pagelimit|maxresults|maxitems|count|size|first|top)$/;
const BACKWARD = /^(?:prev|previous|before|first|self|current)/;
/** Parameters of these names are often no cursors: nothing is told of them. */
const OFTEN_ELSE = new Set(words("token next start position pageid lastid lastkey p pg"));
const NOT_OFFSET =
  /^(?!.*\b(?:item|record|row|result|entr)).*\bpage offset\b|\bpage (?:number|index)\b|\bnumber of pages\b|\b(?:which|current) page\b|\bnumber of (?!.*\b(?:skip|before)).*\bto (?:retrieve|return|fetch|get|show)\b/is;

export function hasLinkHeader({ answers }: Operation): boolean {
  return successes(answers).some(({ headers }) => headers.some((name) => name.toLowerCase() === "link"));
}

function candidate({ name, schema, description = "", pointer }: Parameter, shapes: Shapes): readonly Candidate[] {
  const shape = shapes.of(schema?.value);
  const text = description === "" ? shape.description : description;
  return [{ name, plain: plain(name), shape, description: text, pointer }];
}

/** The place of the list that the pages are made of. */
function itemsOf(places: readonly Place[], path: string, shapes: Shapes): string | undefined {
  const [root] = places;
  if (root !== undefined && isList(root.shape)) return "";
  const segments = path.split("/").filter((each) => each !== "" && !each.includes("{"));
  const named = plain((segments.at(-1) ?? "").replace(/\.(?:json|xml)$/i, ""));
  const nameOf = ({ keys }: Place) => plain(keys.at(-1) ?? "");
  const lists = places.filter(
    ({ keys, shape }) => isList(shape) && !keys.slice(0, -1).some((key) => NO_ITEMS.has(plain(key))),
  );
  // Beside an `id` the list is a part of one thing.
  const things = new Set(places.filter(({ shape }) => shape.properties.has("id")).map(({ keys }) => placeText(keys)));
  const objects = lists.filter((list) => {
    const isNamed = nameOf(list) === named;
    const isPart = things.has(placeText(list.keys.slice(0, -1)));
    return (isNamed || !NO_ITEMS.has(nameOf(list))) && !isPart && mayHoldObjects(list.shape, shapes);
  });
  const [only, ...others] = nearestOf(objects);
  // A property without a description may be the list.
  const wanted = new Set([...segments.map(plain), ...USUAL_ITEMS]);
  const isHidden = places.some(
    (place) => saysNothing(place.shape) && place.keys.length === only?.keys.length && wanted.has(nameOf(place)),
  );
  if (only !== undefined && others.length === 0 && !isHidden) return placeText(only.keys);
  for (const name of [named, ...USUAL_ITEMS]) {
    const [found, ...more] = nearestOf(lists.filter((list) => nameOf(list) === name));
    if (found !== undefined) return more.length === 0 ? placeText(found.keys) : undefined;
  }
  return undefined;
}

/** Those at the end of the shortest paths. */
function nearestOf(places: readonly Place[]): readonly Place[] {
  const least = places.reduce((length, { keys }) => Math.min(length, keys.length), Infinity);
  return places.filter(({ keys }) => keys.length === least);
}

function parentOf(place = ""): string {
  return place.replace(/\/[^/]*$/, "");
}

function isScalar({ types }: Shape): boolean {
  return types.size === 0 || ["string", "integer", "number"].some((type) => types.has(type));
}

function isCount({ types, default: value, minimum }: Shape): boolean {
  if (types.size > 0) return types.has("integer") || types.has("number");
  return typeof value === "number" || minimum !== undefined;
}

function mayBeText({ types }: Shape): boolean {
  return types.size === 0 || types.has("string");
}

/** Types of a parameter and of what goes there: both text, both numbers, or one of them not said. */
function agree(parameter: Shape, property: Shape): boolean {
  if (!isScalar(property) || (property.types.size === 0 && property.properties.size > 0)) return false;
  if (parameter.types.size === 0 || property.types.size === 0) return true;
  return (parameter.types.has("string") && property.types.has("string")) || (isCount(parameter) && isCount(property));
}

function isDate({ format = "" }: Shape, description: string): boolean {
  return format.startsWith("date") || /\b(?:date|time ?stamp|ISO ?8601|RFC ?3339|unix time|epoch)\b/i.test(description);
}

function saysTruth({ description }: Shape): boolean {
  return /\btrue\b.*\bfalse\b|^\W*(?:true|false|whether|boolean)\b/is.test(description);
}

/** `next…`, or below it: `_links.next.href`. */
function saysNext(keys: readonly string[]): boolean {
  const [last = "", before = ""] = [...keys].reverse().map(plain);
  return /^(?:odata)?next/.test(last) || (before === "next" && /^(?:href|url|uri|link)$/.test(last));
}

/** By name, by place, by `format`, or in words. */
function saysUrl(keys: readonly string[], { format = "", description }: Shape): boolean {
  const [last = "", before = ""] = [...keys].reverse().map(plain);
  if (URL_NAMES.has(last) || /^(?:href|url|uri)$/.test(last)) return true;
  if (/links?$/.test(before) || (before === "next" && last === "link")) return true;
  return /^ur[il]/.test(format) || /\bur[li]s?\b|\blinks? (?:to|for)\b/i.test(description);
}

/** The number of the first page, if the document says it: by `default`, `minimum` or in words. */
function baseOf({ shape, description }: Candidate): 0 | 1 | undefined {
  const { default: value, minimum } = shape;
  if (value === 0 || value === 1) return minimum !== undefined && minimum > value ? undefined : value;
  if (value !== undefined) return undefined;
  if (minimum === 0 || minimum === 1) return minimum;
  for (const pattern of BASES) {
    const [, base = ""] = pattern.exec(description) ?? [];
    if (base !== "") return /^(?:0|zero)$/i.test(base) ? 0 : 1;
  }
  return undefined;
}

const BASES = [
  /\b(0|1|zero|one)[- ](?:based|indexed)\b/i,
  /\b(?:start|starts|starting|begin|begins|beginning|counts?|counted|indexed)\b[^.;\d]{0,30}\b(0|1|zero|one)\b(?!\.\d)/i,
  /\bdefaults?(?: value)?(?: is| to|:|=)? ?[`"']?([01])\b(?!\.\d)/i,
  /\bfirst page(?: number)?(?: is| has|:|=)?(?: number)? ?[`"']?([01])\b/i,
];

function baseProof({ shape: { default: value, minimum } }: Candidate): string {
  return value === 0 || value === 1
    ? `default ${value}`
    : minimum === 0 || minimum === 1
      ? `minimum ${minimum}`
      : "its description";
}
