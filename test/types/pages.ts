// Pages of operations: what must compile, and what must not.
import type {
  Operation,
  OperationClient,
  Page,
  PagePosition,
  OperationPromise,
  ProviderClient,
} from "@sdkwright/runtime";
import { PagesError } from "@sdkwright/runtime";

interface Parcel {
  readonly id: string;
  readonly grams: number;
}

interface ListParcels extends Operation {
  readonly options: { query?: { status?: string } };
  readonly answers: { 200: { total: number; data: Parcel[] } };
  readonly errors: { 404: { title: string } };
  readonly item: Parcel;
}

interface ListLogs extends Operation {
  readonly options: object;
  readonly answers: { 200: { lines: string } };
  readonly errors: object;
  readonly pages: true;
}

interface ListThings extends Operation {
  readonly options: object;
  readonly answers: object;
  readonly errors: object;
  readonly item: unknown;
}

interface GetParcel extends Operation {
  readonly options: { params: { id: string } };
  readonly answers: { 200: Parcel };
  readonly errors: object;
}

interface Operations {
  readonly get: {
    readonly "/parcels": ListParcels;
    readonly "/logs": ListLogs;
    readonly "/things": ListThings;
    readonly "/parcels/{id}": GetParcel;
  };
}

declare const post: OperationClient<"post", "default", "key", Operations>;
declare const any: ProviderClient;
declare function load(): Promise<PagePosition | undefined>;
declare const params: { id: string };

/** As emitted modules of calls write it. */
interface Call<Of extends Operation> {
  <Handled extends number = never>(client: typeof post, options?: Of["options"]): OperationPromise<Of, Handled>;
}
declare const listParcels: Call<ListParcels>;

// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- how the compiler is made to compare
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(is: Same<A, B>): void {
  void is;
}

export async function items(): Promise<void> {
  for await (const parcel of post.get("/parcels", { query: { status: "waiting" } }).items()) {
    same<typeof parcel, Parcel>(true);
    parcel.grams.toFixed();
  }
  for await (const parcel of listParcels(post).items({ limit: 3 })) same<typeof parcel, Parcel>(true);
  for await (const thing of post.get("/things").items()) same<typeof thing, unknown>(true);
  const all: Parcel[] = [];
  for await (const parcel of post.get("/parcels").items({ maxPages: 2 })) all.push(parcel);
  for await (const item of any.get("/x", { pages: { next: "link", items: "" } }).items<Parcel>()) item.grams.toFixed();
  for await (const item of any.get("/x").items()) same<typeof item, unknown>(true);
}

export async function pages(): Promise<PagePosition | undefined> {
  for await (const page of post.get("/parcels").pages()) {
    same<typeof page, Page<{ total: number; data: Parcel[] }, Parcel>>(true);
    same<typeof page.items, Parcel[]>(true);
    page.body.total.toFixed();
    page.response.headers.get("x-request-id");
  }
  const one = await post.get("/parcels", { from: await load() }).page();
  same<typeof one.next, PagePosition | undefined>(true);
  for await (const { body, items: none } of post.get("/logs").pages()) {
    same<typeof body, { lines: string }>(true);
    same<typeof none, never[]>(true);
  }
  const parcel: Parcel = await post.get("/parcels/{id}", { params }).json();
  const { total } = await post.get("/parcels").json();
  void [parcel, total];
  return one.next;
}

export function codeOf(error: unknown): string | undefined {
  if (error instanceof PagesError) {
    switch (error.code) {
      case "next-origin":
      case "next-path":
      case "pages-shape":
      case "pages-mismatch":
      case "pages-repeat":
      case "pages-empty":
        return error.code;
    }
  }
  return undefined;
}

// @ts-expect-error an operation without pages
void post.get("/parcels/{id}", { params }).items();
// @ts-expect-error likewise
void post.get("/parcels/{id}", { params }).page();
// @ts-expect-error pages whose items are not known
void post.get("/logs").items();
// @ts-expect-error a misspelt option
void post.get("/parcels").items({ limits: 3 });
// @ts-expect-error after an `await` there is only the answer
void (await post.get("/parcels")).items();
// @ts-expect-error `from` is a place, not a number
void post.get("/parcels", { from: 3 }).items();
// @ts-expect-error the rule of an operation with a document is its own
void post.get("/parcels", { pages: { next: "link" } }).items();
// @ts-expect-error a rule says where the next page is
void any.get("/x", { pages: { items: "/data" } }).items();
