// Uses of operations that must compile; see use.ts.
import {
  isHttpError,
  type AnswerPromise,
  type OperationClient,
  type ProviderClient,
  type RequestOptions,
} from "@sdkwright/runtime";
import { createClient, type Client } from "../../generated-snapshots/typed-operations/generated/client.js";
import type {
  Parcel,
  ParcelPostOperations,
  Problem,
  Refusal,
  Stock,
} from "../../generated-snapshots/typed-operations/generated/operations/parcel-post.js";
import type { HandInMap } from "../../generated-snapshots/typed-operations/generated/profiles/shipping/hand-in.js";
import {
  createParcelPost,
  type ParcelPostClient,
} from "../../generated-snapshots/typed-operations/generated/providers/parcel-post.js";
import { createStockRoom } from "../../generated-snapshots/typed-operations/generated/providers/stock-room.js";

declare const post: ParcelPostClient;
declare const weather: ProviderClient<"weather", "default", "key", "account">;
declare const anyPath: string;
declare const signal: AbortSignal;
declare const statuses: number[];
declare const fields: { a: string } | undefined;
const desk = { "Parcel-Desk": "north" };
const id = { id: "p1" };

/** Whether two types are the same: one being assignable to the other would overlook `any` and `never`. */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- how the compiler is made to compare
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(is: Same<A, B>): void {
  void is;
}

export async function answers(): Promise<void> {
  same<Parcel[], Awaited<ReturnType<typeof list>>>(true);
  const one: Parcel = await post.get("/parcels/{id}", { params: id }).json();
  const made = await post.post("/parcels", { json: { grams: 5 }, headers: desk });
  same<typeof made.status, 201>(true);
  const { grams }: Parcel = await made.json();
  made.headers.get("location")?.trim();
  const response: Response = made;
  const named = await post.get("/parcels/{id}", { params: id }).json<{ grams: 5 }>();
  same<typeof named, { grams: 5 }>(true);
  const taken = await post.delete("/parcels/{id}", { params: id });
  same<typeof taken.status, 202 | 204>(true);
  if (taken.status === 202) (await taken.json()).grams.toFixed();
  else same<undefined, Awaited<ReturnType<typeof taken.json>>>(true);
  const noted = await post.post("/notes", { form: { text: "x" } });
  // K7: what callers have made themselves.
  await post.post("/notes", { form: new URLSearchParams({ text: "x" }) });
  same<typeof noted.status, number>(true);
  same<unknown, Awaited<ReturnType<typeof noted.json>>>(true);
  void [one, grams, response];
}

/** The body of an error is what the document says of its operation and status. */
export function errors(error: unknown): void {
  if (isHttpError(error, post, "POST /parcels", 402)) same<typeof error.body, Refusal>(true);
  if (isHttpError(error, post, "POST /parcels", 409)) same<typeof error.body, Problem>(true);
  if (isHttpError(error, post, "GET /parcels/{id}", 404, 500)) {
    same<typeof error.status, 404 | 500>(true);
    same<typeof error.body, Refusal | Problem>(true);
  }
  if (isHttpError(error, weather, "GET /any", 404)) same<typeof error.body, unknown>(true);
}

function list(): Promise<Parcel[]> {
  return post.get("/parcels", { query: { status: "moving", limit: 2 }, deadline: 1000 }).json();
}

/** What is no JSON is read otherwise; of an answer without a body, `.json()` is `undefined`. */
export async function otherBodies(): Promise<void> {
  const label = post.get("/parcels/{id}/label", { params: id });
  const head = await post.head("/parcels");
  const bytes: Uint8Array = await label.bytes();
  const blob: Blob = await label.blob();
  const buffer: ArrayBuffer = await label.arrayBuffer();
  const text: string = await label.text();
  const form: FormData = await label.formData();
  await label.json<{ pages: number }>();
  const answer = await post.get("/parcels/{id}/label", { params: id, handle: [404] });
  const whole: Response = answer;
  if (answer.status === 404) await answer.json();
  const parcel = await post.delete("/parcels/{id}", { params: id }).json();
  same<typeof parcel, Parcel | undefined>(true);
  const returned = await post.post("/parcels/{id}/return", { params: id, security: "courier" }).json();
  same<typeof returned, undefined>(true);
  same<undefined, Awaited<ReturnType<typeof head.json>>>(true);
  void [bytes, blob, buffer, text, form, parcel, whole];
}

/** A range, and `default` where it is all that is documented, stand for every registered status of success. */
export async function ranges(): Promise<void> {
  const stock = await post.get("/depots/{ACCOUNT}/stock");
  if (stock.status === 203) same<Stock, Awaited<ReturnType<typeof stock.json>>>(true);
  const photo = await post.put("/parcels/{id}/photo", { params: id, body: new Uint8Array() });
  if (photo.status === 201) same<Problem, Awaited<ReturnType<typeof photo.json>>>(true);
}

/** Statuses that the caller handles: documented or not, each with what the document has for it. */
export async function handled(): Promise<void> {
  const tried = await post.post("/parcels", { json: { grams: 1 }, headers: desk, handle: [402, 409, 503] });
  if (tried.status === 402) same<Refusal, Awaited<ReturnType<typeof tried.json>>>(true);
  else if (tried.status === 409) same<Problem, Awaited<ReturnType<typeof tried.json>>>(true);
  else if (tried.status === 503) same<unknown, Awaited<ReturnType<typeof tried.json>>>(true);
  else same<Parcel, Awaited<ReturnType<typeof tried.json>>>(true);
  const either: Parcel | Refusal = await post.get("/parcels/{id}", { params: id, handle: [404] }).json();
  const other = await post.get("/parcels/{id}", { params: id, handle: [404, 500] as const });
  if (other.status === 500) same<Problem, Awaited<ReturnType<typeof other.json>>>(true);
  const photo = await post.put("/parcels/{id}/photo", { params: id, handle: [404] });
  if (photo.status === 404) same<Problem, Awaited<ReturnType<typeof photo.json>>>(true);
  const unclear = await post.get("/parcels/{id}", { params: id, handle: statuses });
  same<typeof unclear.status, number>(true);
  same<unknown, Awaited<ReturnType<typeof unclear.json>>>(true);
  void either;
}

/** Everything that any request takes, but for `throwHttpErrors`. */
export async function options(): Promise<void> {
  await post.get("/parcels", {
    service: "files",
    security: ["token", "desk"],
    headers: { traceparent: "00", "x-left-out": undefined },
    requestTimeout: 1,
    deadline: 2,
    retryPolicy: "circuit-breaker",
    idempotent: false,
    idempotencyKey: true,
    signal,
    stream: true,
    handle: [],
  });
  await post.get("/parcels", { security: [], query: undefined });
  await post.post("/parcels/{id}/return", { params: id, security: "courier" });
  await post.post("/parcels/{id}/return", { params: id, security: ["token", "desk"] });
  await post.get("/depots/{ACCOUNT}/stock", { params: { ACCOUNT: "second" } });
  await post.post("/notes", { json: { text: "x" }, form: undefined });
  await post.post("/pickups", { json: { at: "now" } });
  await post.post("/pickups", { idempotencyKey: "k", headers: { "x-a": "1" } });
  await post.post("/pickups", { headers: { "Idempotency-Key": "k" }, json: { at: "now" } });
  await post.put("/parcels/{id}/photo", { params: id });
  await post.post("/parcels", { json: { grams: 1 }, headers: { ...desk, "Parcel-Version": "2025-01", "x-a": "1" } });
}

/** HEAD goes wherever GET goes, with the same options and without bodies. */
export async function heads(): Promise<void> {
  const parcels = await post.head("/parcels", { query: { limit: 1 } });
  same<typeof parcels.status, 200>(true);
  same<undefined, Awaited<ReturnType<typeof parcels.json>>>(true);
  const one = await post.head("/parcels/{id}", { params: id, handle: [404, 410] });
  same<typeof one.status, 200 | 404 | 410>(true);
  same<undefined, Awaited<ReturnType<typeof one.json>>>(true);
}

/** What the document does not have. */
export async function untyped(): Promise<void> {
  const any: unknown = await post.request("/anything", { method: "GET", security: "token", throwHttpErrors: false });
  await post.request("/parcels/{id}", { method: "REPORT", params: id, handle: [404] });
  await post.untyped.get("/anything", { service: "files" }).json<{ a: 1 }>();
  await post.untyped.options("/parcels/{id}", { params: id });
  await post.untyped.get("/depots/{ACCOUNT}/{DOOR}");
  takesAnyProvider(post.untyped);
  takesAnyProvider(weather);
  void any;
}

export function takesAnyProvider(client: ProviderClient<string, never, never>): void {
  void client.get("/health");
}

export function takesToken(client: ParcelPostClient<"token">): void {
  void client.get("/parcels");
}

/** The names of a path that is written out are demanded, but for those that the provider fills. */
export async function paths(): Promise<void> {
  await weather.get("/now/{account}");
  await weather.get("/now/{account}/{day}", { params: { day: 1 } });
  await weather.get("/now/{account}/{day}", { params: { day: 1, account: "other" } });
  await weather.get("/days/{day}/hours/{hour}", { params: { day: 1, hour: "x" }, handle: [404] });
  await weather.get(anyPath);
  await weather.get(`/days/${anyPath}`);
  await weather.get<string>("/days/{day}");
  await weather.get("/days/{day}", { params: { day: 1 }, throwHttpErrors: (status) => status.toFixed() !== "404" });
  await weather.request("/days/{day}", { method: "GET", params: { day: 1 } });
  await weather.options("/days");
}

/** At most one body, `undefined` being none. */
export async function bodies(): Promise<void> {
  await weather.post("/days", { json: { a: 1 } });
  await weather.post("/days", { form: fields });
  await weather.post("/days", { json: fields, form: undefined, body: undefined });
  await weather.put("/days", { multipart: new FormData() });
  await weather.patch("/days", { body: () => new ReadableStream<Uint8Array>() });
  const request: RequestOptions = {};
  request.json = { a: 1 };
  await weather.post("/days", { ...request, security: "key", service: "default" });
}

/** The default security asks for `token`: its credentials are given, or another default is. */
export async function defaults(): Promise<void> {
  const given = createParcelPost({ credentials: { token: { apikey: "k" } } });
  await given.get("/parcels");
  await given.get("/parcels", { security: ["token", "courier"] });
  takesToken(given);
  takesToken(createParcelPost({ credentials: { token: () => ({ apikey: "k" }), desk: { token: "t" } } }));
  await createParcelPost({ security: [] }).get("/parcels");
  await createParcelPost({ security: "courier", parameters: { ACCOUNT: "a" }, requestTimeout: 1 }).get("/parcels");
  const behindDesk = createParcelPost({ credentials: { desk: { token: "t" } }, security: ["desk"] });
  await behindDesk.get("/parcels", { security: "desk" });
  await createStockRoom().get("/shelves");
  await createStockRoom({ security: [] }).get("/shelves");
}

/** In a client of several providers, and in maps. */
export async function elsewhere(): Promise<void> {
  const client = createClient({ credentials: { "parcel-post": { token: { apikey: "k" } } } });
  const parcels: Parcel[] = await client.providers["parcel-post"].get("/parcels").json();
  const shelves: string[] = await client.providers["stock-room"].get("/shelves").json();
  const post: Client["providers"]["parcel-post"] = client.providers["parcel-post"];
  void [parcels, shelves, post];
}

export const map: HandInMap<"parcel-post"> = {
  async HandIn({ http, fail }) {
    const response = await http.get("/parcels/{id}", { params: id, security: "desk", handle: [404] });
    if (response.status === 404) return fail((await response.json()).reason);
    return (await response.json()).grams;
  },
};

/** The types by their names, for helpers of one's own. */
export type Named = [
  OperationClient<"parcel-post", "default", never, ParcelPostOperations>,
  AnswerPromise<ParcelPostOperations["get"]["/parcels"]["answers"], object, never>,
];
