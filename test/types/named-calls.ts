// Calls by name that must compile: the same options and answers as by path; see operations.ts.
import { createClient } from "../../generated-snapshots/typed-operations/generated/client.js";
import {
  createNote,
  createParcel,
  depotStock,
  downloadLabel,
  getParcel,
  listParcels,
  parcelsDelete,
  postParcelsByIdReturn,
  postPickups,
  putParcelsByIdPhoto,
} from "../../generated-snapshots/typed-operations/generated/operations/parcel-post.calls.js";
import type {
  Parcel,
  Problem,
  Refusal,
  Stock,
} from "../../generated-snapshots/typed-operations/generated/operations/parcel-post.js";
import type { HandInMap } from "../../generated-snapshots/typed-operations/generated/profiles/shipping/hand-in.js";
import {
  createParcelPost,
  type ParcelPostClient,
} from "../../generated-snapshots/typed-operations/generated/providers/parcel-post.js";

declare const post: ParcelPostClient;
declare const statuses: number[];
const desk = { "Parcel-Desk": "north" };
const id = { id: "p1" };

// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- how the compiler is made to compare
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(is: Same<A, B>): void {
  void is;
}

export async function answers(): Promise<void> {
  const all = await listParcels(post).json();
  same<typeof all, Parcel[]>(true);
  const made = await createParcel(post, { json: { grams: 5 }, headers: desk });
  same<typeof made.status, 201>(true);
  const response: Response = made;
  const named = await getParcel(post, { params: id }).json<{ grams: 5 }>();
  same<typeof named, { grams: 5 }>(true);
  const taken = await parcelsDelete(post, { params: id });
  same<typeof taken.status, 202 | 204>(true);
  const label: Uint8Array = await downloadLabel(post, { params: id }).bytes();
  const stock = await depotStock(post);
  if (stock.status === 203) same<Stock, Awaited<ReturnType<typeof stock.json>>>(true);
  const returned = await postParcelsByIdReturn(post, { params: id, security: "courier" }).json();
  same<typeof returned, undefined>(true);
  void [response, label];
}

export async function handled(): Promise<void> {
  const tried = await createParcel(post, { json: { grams: 1 }, headers: desk, handle: [402, 409, 503] });
  if (tried.status === 402) same<Refusal, Awaited<ReturnType<typeof tried.json>>>(true);
  else if (tried.status === 409) same<Problem, Awaited<ReturnType<typeof tried.json>>>(true);
  else if (tried.status === 503) same<unknown, Awaited<ReturnType<typeof tried.json>>>(true);
  else same<Parcel, Awaited<ReturnType<typeof tried.json>>>(true);
  const either: Parcel | Refusal = await getParcel(post, { params: id, handle: [404] }).json();
  const unclear = await getParcel(post, { params: id, handle: statuses });
  same<typeof unclear.status, number>(true);
  void either;
}

export async function options(): Promise<void> {
  await listParcels(post, {
    query: { limit: 1, status: "moving" },
    service: "files",
    security: ["token", "desk"],
    headers: { traceparent: "00", "x-left-out": undefined },
    deadline: 2,
    retryPolicy: "circuit-breaker",
    idempotent: false,
    stream: true,
    handle: [],
  });
  await listParcels(post, undefined);
  await depotStock(post, { params: { ACCOUNT: "second" } });
  await createNote(post, { form: { text: "x" } });
  await postPickups(post, { idempotencyKey: "k", headers: { "x-a": "1" } });
  await putParcelsByIdPhoto(post, { params: id, body: new Uint8Array() });
  await postParcelsByIdReturn(post, { params: id, security: ["token", "desk"] });
}

/** Whoever has a client of the provider has the calls: with some credentials, in a client of several, and in a map. */
export async function clients(): Promise<void> {
  const behindDesk = createParcelPost({ credentials: { desk: { token: "t" } }, security: "desk" });
  await listParcels(behindDesk, { security: "desk" });
  await listParcels(createParcelPost({ security: [] }));
  await listParcels(createClient().providers["parcel-post"]);
  const all = [listParcels, depotStock].map((call) => call(post));
  await Promise.all(all);
  void (<Scheme extends "token" | "desk">(client: ParcelPostClient<Scheme>) => listParcels(client).json());
}

export const map: HandInMap<"parcel-post"> = {
  async HandIn({ http, fail }) {
    const sent = await createParcel(http, { json: { grams: 5 }, headers: desk, handle: [402], security: "courier" });
    return sent.status === 402 ? fail(await sent.json()) : { id: (await sent.json()).id };
  },
};

/** The same as by path. */
export function alike(): void {
  const byPath = () => post.get("/parcels/{id}", { params: id, handle: [404] });
  const byName = () => getParcel(post, { params: id, handle: [404] });
  same<ReturnType<typeof byPath>, ReturnType<typeof byName>>(true);
}
