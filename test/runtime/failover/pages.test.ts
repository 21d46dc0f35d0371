import { type MapContext, PagesError, type PagesRule, type ProviderClient, type UseCase } from "@sdkwright/runtime";
import { bindClient, type ClientParts } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { listing } from "../http/pages.js";

// Lists in pages within maps: all pages of one come from one provider.
const test = suite("pages in maps");

const RULE: PagesRule = { next: { query: "cursor", from: "/next" }, items: "/items" };

interface TestClient {
  profiles: { lists: { Read: UseCase<{ limit?: number }, unknown> } };
}

type Answers = Readonly<Record<string, readonly unknown[]>>;

/** A use-case that reads a list of provider `one`, else of `two`. */
function reading(answers: Answers): { readonly call: UseCase<{ limit?: number }, unknown>; readonly asked: string[] } {
  const asked: string[] = [];
  const counts: Record<string, number> = {};
  const fetch: typeof globalThis.fetch = async (input) => {
    const { hostname, search } = new URL(new Request(input).url);
    const name = hostname.split(".")[0] ?? "";
    const count = (counts[name] = (counts[name] ?? 0) + 1);
    asked.push(name + search);
    const all = answers[name] ?? [];
    const answer = all[Math.min(count, all.length) - 1];
    return typeof answer === "number" ? new Response("{}", { status: answer }) : Response.json(answer);
  };
  const provider = (name: string): ClientParts["providers"][string] => ({
    definition: listing(RULE, { name, services: { default: { baseUrl: `https://${name}.example` } } }),
  });
  const Read = async ({ http, input }: MapContext<{ limit?: number }, unknown, ProviderClient, object>) => {
    const all: unknown[] = [];
    for await (const item of http.get("/list").items(input)) all.push(item);
    return all;
  };
  const policies = { one: { input: {} }, two: { input: {} } };
  const client = bindClient<TestClient>(
    {
      providers: { one: provider("one"), two: provider("two") },
      profiles: {
        lists: {
          name: "lists",
          priority: ["one", "two"],
          useCases: { Read: { providerFailover: true, input: {}, providers: policies } },
        },
      },
    },
    { fetch, random: () => 0.5, maps: { lists: { one: { Read }, two: { Read } } } },
  );
  return { call: client.profiles.lists.Read, asked };
}

test("a page that fails fails the map, and the next provider begins at its first page", async () => {
  const { call, asked } = reading({
    one: [{ items: [1], next: "a" }, 501],
    two: [{ items: [10], next: "x" }, { items: [20] }],
  });
  assert.equal(await call({}), [10, 20]);
  assert.equal(asked, ["one", "one?cursor=a", "two", "two?cursor=x"]);
});

test("pages that lead nowhere fail over, too; with the last provider the error is that of pages", async () => {
  const loop = [
    { items: [1], next: "a" },
    { items: [2], next: "a" },
  ];
  const { call, asked } = reading({ one: loop, two: [{ items: [10] }] });
  assert.equal(await call({}), [10]);
  assert.equal(asked, ["one", "one?cursor=a", "two"]);
  const both = reading({ one: loop, two: loop });
  const outcome = await both.call.safe({});
  const error = outcome.ok ? undefined : outcome.error;
  assert.equal([error instanceof PagesError, error instanceof PagesError && error.provider], [true, "two"]);
});

test("a limit asks for no more pages in a map either", async () => {
  const { call, asked } = reading({ one: [{ items: [1, 2], next: "a" }, { items: [3] }], two: [] });
  assert.equal(await call({ limit: 2 }), [1, 2]);
  assert.equal(asked, ["one"]);
});

test.run();
