// Uses of streams that must compile, and misuse that must not; see use.ts and misuse.ts.
import type { AnswerStream, EventStream, ProviderClient, ServerEvent } from "@sdkwright/runtime";
import {
  exportRows,
  listEvents,
} from "../../generated-snapshots/operations-streams/generated/operations/acme-pay.calls.js";
import type { Chunk, Row } from "../../generated-snapshots/operations-streams/generated/operations/acme-pay.js";
import type { AcmePayClient } from "../../generated-snapshots/operations-streams/generated/providers/acme-pay.js";

declare const pay: AcmePayClient;
declare const any: ProviderClient;
const body = { json: { model: "m", stream: true } };
const id = { params: { id: "e" } };

// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- how the compiler is made to compare
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(is: Same<A, B>): void {
  void is;
}

/** The compiler's message for `.json()` that does not compile: its first signature wants that as `this`. */
type Refusal<Answer extends { readonly json: unknown }> = Answer["json"] extends {
  (this: infer Said): unknown;
  (...nothing: never): unknown;
}
  ? Said
  : never;

export async function streams(): Promise<void> {
  for await (const { event, data, id: last } of pay.post("/chat/completions", body).events({ resume: true })) {
    same<Chunk, typeof data>(true);
    void [event.length, last.length];
  }
  for await (const event of pay.get("/events").events()) {
    if (event.event === "paid") same<Row, typeof event.data>(true);
    else same<string, typeof event.data>(true);
  }
  for await (const row of pay.get("/exports/{id}/rows", id).lines({ idleTimeout: false })) same<Row, typeof row>(true);
  for await (const row of pay.get("/rows").lines()) row.grams.toFixed();
  // By name, too.
  for await (const row of exportRows(pay, id).lines()) row.grams.toFixed();
  const named = listEvents(pay).events();
  const { status, headers }: Response = await named.response;
  const last: string = named.lastEventId;
  // The same operation answers JSON.
  const { text } = await pay.post("/chat/completions", body).json();
  // Untyped.
  const untyped: EventStream<ServerEvent<{ a: 1 }>> = any.post("/x").events<{ a: 1 }>({ json: true, resume: "always" });
  const lines: AnswerStream<number> = any.get("/x").lines<number>();
  for await (const { data } of any.get("/x").events()) same<unknown, typeof data>(true);
  void [status, headers, last, text, untyped, lines];
}

export function misuse(): void {
  // @ts-expect-error: lines of an operation that has events
  void pay.get("/events").lines();
  // @ts-expect-error: events of an operation that has lines
  void pay.get("/rows").events();
  // @ts-expect-error: JSON of an answer that only has events
  void pay.get("/events").json();
  const events = pay.get("/events");
  const lines = exportRows(pay, id);
  same<Refusal<typeof events>, "this answer is a stream of events: read events()">(true);
  same<Refusal<typeof lines>, "this answer is a stream of lines: read lines()">(true);
  // @ts-expect-error: an option that lines do not have
  void pay.get("/rows").lines({ resume: true });
  // @ts-expect-error: a value that the option does not have
  void pay.get("/events").events({ resume: "sometimes" });
  // @ts-expect-error: it is no promise of events
  const promise: Promise<unknown> = pay.get("/events").events();
  void promise;
}
