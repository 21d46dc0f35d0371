// Misuse of operations: none of it compiles; see misuse.ts.
import { isHttpError, type ProviderClient } from "@sdkwright/runtime";
import { createClient } from "../../generated-snapshots/typed-operations/generated/client.js";
import type * as sdk from "../../generated-snapshots/typed-operations/generated/index.js";
import type { Parcel } from "../../generated-snapshots/typed-operations/generated/operations/parcel-post.js";
import type { HandInMap } from "../../generated-snapshots/typed-operations/generated/profiles/shipping/hand-in.js";
import {
  createParcelPost,
  type ParcelPostClient,
} from "../../generated-snapshots/typed-operations/generated/providers/parcel-post.js";

declare const post: ParcelPostClient;
declare const weather: ProviderClient<"weather", "default", "key", "account">;
const desk = { "Parcel-Desk": "north" };
const id = { id: "p1" };

// @ts-expect-error: an operation that the document does not have
isHttpError(undefined, post, "GET /notes", 404);
// @ts-expect-error: a misspelt method, of a provider without a document
isHttpError(undefined, weather, "GTE /days", 404);
// @ts-expect-error: a path without its method
isHttpError(undefined, weather, "/days", 404);
// @ts-expect-error: no status
isHttpError(undefined, post, "GET /parcels");
// @ts-expect-error O1: a path that the document does not have
void post.get("/parcel");
// @ts-expect-error O2: a path of another method
void post.get("/notes");
// @ts-expect-error O3: a method that the document does not use
void post.patch("/parcels/{id}", { params: id });
// @ts-expect-error O4: a method that no client has
void post.trace("/parcels");
// @ts-expect-error O5: the value of the path's name is missing
void post.get("/parcels/{id}");
// @ts-expect-error O6: a path that is filled has no entry
void post.get("/parcels/p1");
// @ts-expect-error O7: a value for a name that the path does not have
void post.get("/parcels/{id}", { params: { id: "p1", depot: "d" } });
// @ts-expect-error O8: a value of another type
void post.get("/parcels/{id}", { params: { id: 7 } });
// @ts-expect-error O9: a misspelt query parameter
void post.get("/parcels", { query: { statuss: "moving" } });
// @ts-expect-error O10: a value that the enum does not have
void post.get("/parcels", { query: { status: "lost" } });
// @ts-expect-error O11: a query where none is documented
void post.get("/parcels/{id}", { params: id, query: { limit: 1 } });
// @ts-expect-error O12: the body is missing
void post.post("/parcels", { headers: desk });
// @ts-expect-error O13: a body of another type
void post.post("/parcels", { json: { grams: "5" }, headers: desk });
// @ts-expect-error O14: what only the server sets
void post.post("/parcels", { json: { grams: 5, id: "p1" }, headers: desk });
// @ts-expect-error O15: a documented header that is required
void post.post("/parcels", { json: { grams: 5 } });
// @ts-expect-error O16: two bodies
void post.post("/notes", { json: { text: "x" }, form: { text: "x" } });
// @ts-expect-error O17: no body where one of two is required
void post.post("/notes", {});
// @ts-expect-error O18: a kind of body that is not documented
void post.post("/notes", { body: "text" });
// @ts-expect-error O19: a body of an operation without
void post.delete("/parcels/{id}", { params: id, json: {} });
// @ts-expect-error O20: a key that is no text
void post.post("/pickups", { json: { at: "now" }, idempotencyKey: 17 });
// @ts-expect-error O21: an unknown service
void post.get("/parcels", { service: "file" });
// @ts-expect-error O22: an unknown scheme
void post.get("/parcels", { security: "tokn" });
// @ts-expect-error O23: the operation does not take the default, so a call names one of its alternatives
void post.post("/parcels/{id}/return", { params: id });
// @ts-expect-error O24: an alternative that is none
void post.post("/parcels/{id}/return", { params: id, security: "token" });
// @ts-expect-error O25: statuses are named in `handle`
void post.get("/parcels", { throwHttpErrors: false });
// @ts-expect-error O26: a status is a number
void post.get("/parcels", { handle: ["404"] });
// @ts-expect-error O27: a misspelt option
void post.get("/parcels", { deadlne: 1 });
// @ts-expect-error O28: an answer of another type
export const wrong: Promise<string[]> = post.get("/parcels").json();
// @ts-expect-error O29: a label is no JSON
void post.get("/parcels/{id}/label", { params: id }).json();
// @ts-expect-error O30: an answer without a body is undefined
export const nothing: Promise<Parcel> = post.post("/parcels/{id}/return", { params: id, security: "courier" }).json();
// @ts-expect-error O31: HEAD has no body
export const head: Promise<Parcel[]> = post.head("/parcels").json();
// @ts-expect-error O32: HEAD where there is no GET
void post.head("/notes");
// @ts-expect-error O33: HEAD with the options of its GET
void post.head("/parcels", { query: { limt: 1 } });

export async function statuses(): Promise<void> {
  const made = await post.post("/parcels", { json: { grams: 5 }, headers: desk, handle: [402] });
  // @ts-expect-error O34: a status that was not asked for
  if (made.status === 404) return;
  // @ts-expect-error O35: before the status was looked at
  (await made.json()).grams.toFixed();
  const unclear = await post.get("/parcels/{id}", { params: id, handle: [404] as number[] });
  // @ts-expect-error O36: nobody knows which statuses
  const parcel: Parcel = await unclear.json();
  void parcel;
}

export async function label(): Promise<void> {
  const answer = await post.get("/parcels/{id}/label", { params: id, handle: [404] });
  // @ts-expect-error O37: one of the answers is no JSON
  await answer.json();
  // @ts-expect-error O38: that one is not
  if (answer.status === 200) await answer.json();
}

// @ts-expect-error O40: the name of a literal path is not given
void weather.get("/days/{day}");
// @ts-expect-error O41: one of two
void weather.get("/days/{day}/hours/{hour}", { params: { day: 1 } });
// @ts-expect-error O42: among other options
void weather.get("/days/{day}", { security: "key" });
// @ts-expect-error O43: the one that the provider fills does not fill the other
void weather.get("/{account}/{day}", { params: { account: "a" } });
// @ts-expect-error O44: a value that cannot stand in a path
void weather.get("/days/{day}", { params: { day: { a: 1 } } });
// @ts-expect-error O45: the same of any method
void weather.request("/days/{day}", { method: "GET" });
// @ts-expect-error O46: the same of a typed client's way out
void post.request("/days/{day}", { method: "GET" });
// @ts-expect-error O47: and of the client without its document
void post.untyped.get("/days/{day}");
// @ts-expect-error O48: `json` and `form`
void weather.post("/days", { json: {}, form: {} });
// @ts-expect-error O49: `multipart` and `body`
void weather.post("/days", { multipart: {}, body: "x" });
// @ts-expect-error O50: `json` and `body`, where the path has a name
void weather.post("/days/{day}", { params: { day: 1 }, json: {}, body: "x" });
// @ts-expect-error O51: a method without `request`'s method
void post.request("/parcels", {});

// @ts-expect-error O60: the default security has no credentials
createParcelPost();
// @ts-expect-error O61: the same with other options
createParcelPost({ requestTimeout: 1 });
// @ts-expect-error O62: only credentials of another scheme
createParcelPost({ credentials: { desk: { token: "t" } } });
// @ts-expect-error O63: half of them
createParcelPost({ credentials: { token: {} } });
// @ts-expect-error O64: a text is no credentials
createParcelPost({ credentials: { token: "k" } });
// @ts-expect-error O65: another default without credentials
createParcelPost({ security: "desk" });
// @ts-expect-error O66: another default that there is not
createParcelPost({ security: "desc" });
// @ts-expect-error O78: `undefined` is no other default
createParcelPost({ security: undefined });
// @ts-expect-error O67: a misspelt scheme beside the right one
createParcelPost({ credentials: { token: { apikey: "k" }, dsk: { token: "t" } } });
// @ts-expect-error O68: a misspelt option beside them
createParcelPost({ credentials: { token: { apikey: "k" } }, requestTimout: 1 });
// @ts-expect-error O69: a scheme whose credentials were not given
void createParcelPost({ security: [] }).get("/parcels", { security: "token" });
const behindDesk = createParcelPost({ credentials: { desk: { token: "t" } }, security: "desk" });
// @ts-expect-error O70: the alternatives of an operation do not lend credentials
void behindDesk.post("/parcels/{id}/return", { params: id, security: ["token", "desk"] });
// @ts-expect-error O71: a client without the credentials of every scheme
takesAll(behindDesk);
// @ts-expect-error O72: the same, untyped
takesAllUntyped(behindDesk.untyped);
// @ts-expect-error O73: another provider's client
takesAll(weather);
// @ts-expect-error O74: in a client, a scheme that nobody supplies
void createClient().providers["parcel-post"].get("/parcels", { security: "token" });
// @ts-expect-error O75: in a client, an unknown path
void createClient().providers["parcel-post"].get("/parcel");

export const map: HandInMap<"parcel-post"> = {
  async HandIn({ http }) {
    // @ts-expect-error O76: in a map, an unknown path
    return http.get("/parcel").json();
  },
};

// @ts-expect-error O77: operations are imported from their own module
export type Operations = sdk.parcelPost.ParcelPostOperations;

export function takesAll(client: ParcelPostClient): void {
  void client.name;
}
export function takesAllUntyped(client: ParcelPostClient["untyped"]): void {
  void client.name;
}
