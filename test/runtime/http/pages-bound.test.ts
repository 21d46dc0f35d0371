// Lists of every style from a server that plays tricks: every item once and in order, or an error; never
// a request that the rule does not allow, never a credential elsewhere.
import { BodyError, HttpError, PagesError, type PagesRule } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firstSeed, runs } from "../../effort.js";
import { seeded } from "../seeded.js";
import { listing } from "./pages.js";

const test = suite("lists of a server that plays tricks");

const KEY = "secret-key-of-the-client";

/** A way in which the server misleads. `loses` says that items may be given twice before it is found out. */
type Trick = "none" | "loop" | "foreign" | "downgrade" | "base" | "total" | "stuck" | "true" | "silent";

interface Scene {
  readonly rule: PagesRule;
  /** What the position is called in the request. */
  readonly name: string;
  readonly style: Style;
  readonly trick: Trick;
  readonly pages: readonly (readonly number[])[];
}

const STYLES = ["cursor", "last-id", "url", "link", "header", "body", "page", "echo", "offset"] as const;
type Style = (typeof STYLES)[number];

const TRICKS: readonly Trick[] = [
  "none",
  "none",
  "none",
  "loop",
  "foreign",
  "downgrade",
  "base",
  "total",
  "stuck",
  "true",
  "silent",
];

function sceneOf(random: () => number): Scene {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const style = pick(STYLES);
  const trick = pick(TRICKS);
  const total = random() < 0.3 ? 0 : Math.floor(random() * 500);
  const size = 1 + Math.floor(random() * 100);
  // Where something else says that more follows; an empty page that leads to itself is the end.
  const mayBeEmpty = /cursor|url|link|header|body/.test(style) && trick !== "loop" && trick !== "stuck";
  const pages: number[][] = [];
  for (let from = 0; from < total;) {
    if (mayBeEmpty && random() < 0.2) pages.push([]);
    const to = Math.min(total, from + 1 + Math.floor(random() * size));
    pages.push(Array.from({ length: to - from }, (_, index) => from + index));
    from = to;
  }
  if (pages.length === 0) pages.push([]);
  const name = {
    cursor: "cursor",
    "last-id": "starting_after",
    url: "page_token",
    link: "p",
    header: "X-Next-Token",
    body: "start",
    page: "page",
    echo: "page",
    offset: "offset",
  }[style];
  const next = {
    cursor: { query: name, from: "/meta/next" },
    "last-id": { query: name, from: "/data/-1/id" },
    url: { url: "/meta/next" },
    link: "link",
    header: { header: name, fromHeader: "X-Next" },
    body: { body: `/${name}`, from: "/meta/next" },
    page: { query: name, first: 1 },
    echo: { query: name, echo: "/meta/page" },
    offset: { query: name, step: "items" },
  }[style] as PagesRule["next"];
  const says = style === "last-id" || random() < 0.5;
  const rule: PagesRule = {
    next,
    items: "/data",
    ...(says && style !== "link" && { more: "/more" }),
    ...(random() < 0.3 && { total: "/meta/total" }),
    ...(random() < 0.3 && (style === "page" || style === "echo") && { totalPages: "/meta/pages" }),
  };
  return { rule, name, style, trick, pages };
}

interface Seen {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

const BASE = "https://api.x.example/v1";

/** Serves a scene, and keeps what it was asked for. */
function serverOf({ style, trick, pages, name }: Scene, random: () => number, seen: Seen[]): typeof globalThis.fetch {
  const base = style === "echo" && random() < 0.5 ? 0 : 1;
  const items = pages.flat().length;
  // A page that was given is where loops lead back to.
  const turning = 1 + Math.floor(random() * pages.length);
  return async (input, init = {}) => {
    const url = new URL(new Request(input).url);
    const headers = new Headers(init.headers);
    const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : "";
    seen.push({ url, headers, body: text });
    assert.ok(seen.length < 2000, "without end");
    if (random() < 0.02) return new Response("{}", { status: 500 });
    const sent =
      style === "body"
        ? (JSON.parse(text) as Record<string, string>)[name]
        : style === "header"
          ? headers.get(name)
          : url.searchParams.get(name);
    const at = indexOf(sent ?? undefined);
    if (!Number.isInteger(at) || at < 0) return new Response("{}", { status: 400 });
    const data = pages[at] ?? [];
    const isLast = at >= pages.length - 1;
    let next = isLast ? undefined : `t${at + 1}`;
    if (trick === "loop" && at >= turning) next = `t${at - turning + 1}`;
    if (trick === "stuck" && at >= turning) next = `t${at}`;
    if (trick === "true" && at >= turning) next = "True";
    if (trick === "silent" && at >= turning) next = undefined;
    const query = `limit=7&filter=a+b&key=LEAKED`;
    const origin =
      trick === "foreign" && at >= turning
        ? "https://evil.example"
        : trick === "downgrade"
          ? "http://api.x.example"
          : "https://api.x.example";
    const link = next === undefined ? undefined : `${origin}/v1/list?${query}&${name}=${next}`;
    const total = trick === "total" ? Math.floor(random() * Math.max(1, data.length)) : items;
    const lies = trick === "base" && style === "echo" && at > 0;
    const body = {
      data: data.map((id) => ({ id })),
      more: !isLast || (trick === "silent" && at >= turning),
      meta: {
        next: style === "url" ? link : next,
        page: lies ? at + base - 1 : at + base,
        total,
        pages: trick === "total" ? 0 : pages.length,
      },
    };
    const given = new Headers();
    if (style === "link" && link !== undefined) given.set("link", `<${link}>; rel="next"`);
    if (style === "header" && next !== undefined) given.set("X-Next", next);
    return Response.json(body, { headers: given });
  };

  function indexOf(sent: string | undefined): number {
    if (sent === undefined) return 0;
    if (style === "offset" || style === "last-id") {
      const before = style === "offset" ? Number(sent) : Number(sent) + 1;
      let [count, index] = [0, 0];
      for (; index < pages.length && count < before; index += 1) count += pages[index]?.length ?? 0;
      return index;
    }
    if (style === "page" || style === "echo") return Number(sent) - base;
    return Number(sent.slice(1));
  }
}

const most = runs(1000, 40);

test(`${most} lists: every item once and in order, or an error; no other request, and no key elsewhere`, async () => {
  const ends = { whole: 0, failed: 0 };
  for (let seed = firstSeed; seed < firstSeed + most; seed += 1) {
    const random = seeded(seed);
    const scene = sceneOf(random);
    const { style, trick, pages, name, rule } = scene;
    const seen: Seen[] = [];
    const securitySchemes = { key: { type: "apiKey", in: "query", name: "key" } } as const;
    const client = bindProvider(
      listing(rule, { securitySchemes, security: ["key"] }),
      {},
      { retries: 0, credentials: { key: { apikey: KEY } }, fetch: serverOf(scene, random, seen) },
    );
    const query = { limit: 7, filter: "a b" };
    const list = style === "body" ? client.post("/list", { query, json: { q: 1 } }) : client.get("/list", { query });
    const got: number[] = [];
    let error: unknown;
    try {
      for await (const { id } of list.items<{ id: number }>()) got.push(id);
    } catch (thrown) {
      error = thrown;
    }
    const what = `seed ${seed}: ${style}, ${trick}, ${JSON.stringify(rule)}, ${seen.length} requests, ${String(error)}`;
    const all = pages.flat();
    if (error === undefined) {
      ends.whole += 1;
      // A server that says that this is all has to be believed.
      if (trick !== "silent" || rule.more !== undefined) assert.equal(got, all, what);
      else assert.equal(got, all.slice(0, got.length), what);
    } else {
      ends.failed += 1;
      assert.ok(error instanceof PagesError || error instanceof HttpError || error instanceof BodyError, what);
      // Loops are found after a few pages, whose items came.
      if (trick !== "loop" && trick !== "base") assert.equal(got, all.slice(0, got.length), what);
      if (error instanceof PagesError) assert.is.not(trick, "none", what);
    }
    for (const { url, headers, body } of seen) {
      assert.is(url.origin, "https://api.x.example", what);
      assert.is(url.pathname, "/v1/list", what);
      const sent = Object.fromEntries(url.searchParams);
      const inQuery = !(style === "body" || style === "header");
      assert.equal(
        { ...sent, ...(inQuery && { [name]: undefined }) },
        { limit: "7", filter: "a b", key: KEY, ...(inQuery && { [name]: undefined }) },
        what,
      );
      assert.is(url.searchParams.getAll("key").length, 1, what);
      assert.equal(
        [...headers.keys()].filter((key) => !/^(?:accept|content-type|x-next-token)$/.test(key)),
        [],
        what,
      );
      if (style === "body") assert.equal({ ...(JSON.parse(body) as object), start: 0 }, { q: 1, start: 0 }, what);
    }
    assert.not.match(JSON.stringify([error, String(error)]), /secret-key|LEAKED/, what);
  }
  assert.ok(ends.whole > most / 4 && ends.failed > most / 20, JSON.stringify(ends));
});

test("the base of the URL is that of the definition", () => {
  assert.is(listing(undefined).services["default"]?.baseUrl, BASE);
});

test.run();
