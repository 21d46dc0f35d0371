// Misuse of named calls: what does not compile by path does not by name; numbers as in operations-misuse.ts.
import { createClient } from "../../generated-snapshots/typed-operations/generated/client.js";
import type { ProviderClient } from "@sdkwright/runtime";
import * as calls from "../../generated-snapshots/typed-operations/generated/operations/parcel-post.calls.js";
import type { Parcel } from "../../generated-snapshots/typed-operations/generated/operations/parcel-post.js";
import {
  createParcelPost,
  type ParcelPostClient,
} from "../../generated-snapshots/typed-operations/generated/providers/parcel-post.js";
import { createStockRoom } from "../../generated-snapshots/typed-operations/generated/providers/stock-room.js";
import type * as sdk from "../../generated-snapshots/typed-operations/generated/index.js";

declare const post: ParcelPostClient;
declare const weather: ProviderClient<"weather", "default", "key", "account">;
const desk = { "Parcel-Desk": "north" };
const id = { id: "p1" };

// @ts-expect-error N1: an operation that the document does not have
void calls.getParcels(post); // eslint-disable-line import/namespace -- that is the mistake
// @ts-expect-error N5: the value of the path's name is missing
void calls.getParcel(post);
// @ts-expect-error N6: the same with other options
void calls.getParcel(post, { deadline: 1 });
// @ts-expect-error N7: a value for a name that the path does not have
void calls.getParcel(post, { params: { id: "p1", depot: "d" } });
// @ts-expect-error N8: a value of another type
void calls.getParcel(post, { params: { id: 7 } });
// @ts-expect-error N9: a misspelt query parameter
void calls.listParcels(post, { query: { statuss: "moving" } });
// @ts-expect-error N10: a value that the enum does not have
void calls.listParcels(post, { query: { status: "lost" } });
// @ts-expect-error N11: a query where none is documented
void calls.getParcel(post, { params: id, query: { limit: 1 } });
// @ts-expect-error N12: the body is missing
void calls.createParcel(post, { headers: desk });
// @ts-expect-error N13: a body of another type
void calls.createParcel(post, { json: { grams: "5" }, headers: desk });
// @ts-expect-error N14: what only the server sets
void calls.createParcel(post, { json: { grams: 5, id: "p1" }, headers: desk });
// @ts-expect-error N15: a documented header that is required
void calls.createParcel(post, { json: { grams: 5 } });
// @ts-expect-error N16: two bodies
void calls.createNote(post, { json: { text: "x" }, form: { text: "x" } });
// @ts-expect-error N17: no body where one of two is required
void calls.createNote(post, {});
// @ts-expect-error N17: nor any options
void calls.createNote(post);
// @ts-expect-error N18: a kind of body that is not documented
void calls.createNote(post, { body: "text" });
// @ts-expect-error N19: a body of an operation without
void calls.parcelsDelete(post, { params: id, json: {} });
// @ts-expect-error N20: a key that is no text
void calls.postPickups(post, { json: { at: "now" }, idempotencyKey: 17 });
// @ts-expect-error N21: an unknown service
void calls.listParcels(post, { service: "file" });
// @ts-expect-error N22: an unknown scheme
void calls.listParcels(post, { security: "tokn" });
// @ts-expect-error N23: the operation does not take the default, so a call names one of its alternatives
void calls.postParcelsByIdReturn(post, { params: id });
// @ts-expect-error N24: an alternative that is none
void calls.postParcelsByIdReturn(post, { params: id, security: "token" });
// @ts-expect-error N25: statuses are named in `handle`
void calls.listParcels(post, { throwHttpErrors: false });
// @ts-expect-error N26: a status is a number
void calls.listParcels(post, { handle: ["404"] });
// @ts-expect-error N27: a misspelt option
void calls.listParcels(post, { deadlne: 1 });
// @ts-expect-error N28: an answer of another type
export const wrong: Promise<string[]> = calls.listParcels(post).json();
// @ts-expect-error N29: a label is no JSON
void calls.downloadLabel(post, { params: id }).json();
// @ts-expect-error N30: an answer without a body is undefined
export const none: Promise<Parcel> = calls.postParcelsByIdReturn(post, { params: id, security: "courier" }).json();

export async function statuses(): Promise<void> {
  const made = await calls.createParcel(post, { json: { grams: 5 }, headers: desk, handle: [402] });
  // @ts-expect-error N34: a status that was not asked for
  if (made.status === 404) return;
  // @ts-expect-error N35: before the status was looked at
  (await made.json()).grams.toFixed();
}

// @ts-expect-error N69: a scheme whose credentials were not given
void calls.listParcels(createParcelPost({ security: [] }), { security: "token" });
const behindDesk = createParcelPost({ credentials: { desk: { token: "t" } }, security: "desk" });
// @ts-expect-error N70: the alternatives of an operation do not lend credentials
void calls.postParcelsByIdReturn(behindDesk, { params: id, security: ["token", "desk"] });
// @ts-expect-error N71: one of several that are given
void calls.listParcels(behindDesk, { security: ["desk", "token"] });
// @ts-expect-error N73: another provider's client
void calls.listParcels(weather);
// @ts-expect-error N73: also one that has a document
void calls.listParcels(createStockRoom());
// @ts-expect-error N73: also one without its document
void calls.listParcels(post.untyped);
// @ts-expect-error N74: in a client, a scheme that nobody supplies
void calls.listParcels(createClient().providers["parcel-post"], { security: "token" });
// @ts-expect-error N77: calls are imported from their own module
export type Call = typeof sdk.parcelPost.listParcels;
// @ts-expect-error N79: no client
void calls.listParcels({ query: { limit: 1 } });
