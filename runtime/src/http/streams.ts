import { throwIfAborted } from "../abort.js";
import { own, readOptions, requirePositive } from "../config/options.js";
import { type ReceivedAnswer, toResponse } from "./answer.js";
import { fromCall } from "./client.js";
import { eventParser, type ParsedEvent, wholeLines } from "./event-parser.js";
import type { FlowSource, OpenFlow, TakenCall } from "./flow.js";
import { invalidRequest, loadFor } from "./invalid.js";
import type { FailureCode } from "./stream-failures.js";
import type { EventsOptions } from "./stream-types.js";

/** The limit of a line or an event, in bytes. */
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/** The accept of lines, if no document says it. */
const ANY_LINES = "application/jsonl, application/x-ndjson, */*;q=0.5";

const EVENTS = /^text\/event-stream\b/i;
const LINES = /jsonl|ndjson|json-(?:lines|seq)|stream\+json/i;

const DONE: IteratorResult<unknown, undefined> = { done: true, value: undefined };

/** A value in a list; or why there is none, and `""` if that is the end. */
type Given = readonly [value: unknown] | FailureCode | "";

/**
 * Reads the events of an answer, or its lines (rules P24). Nothing is read ahead: a chunk is asked for when all that was in those
 * before was given out.
 */
export const openFlow: OpenFlow = async (call, kind, options, flow) => {
  const { input, send, prepared: plain } = call as TakenCall;
  const { bound, bad, label, headers, options: asked, json } = plain;
  const { signal } = asked;
  const isEvents = kind === "events";
  const table = { idleTimeout: "a number or a boolean", resume: "a boolean or a string", json: "a boolean" };
  const { idleTimeout = isEvents ? false : undefined, ...given } = readOptions<EventsOptions>(
    options,
    `${kind}()`,
    isEvents ? table : { idleTimeout: table.idleTimeout },
    bad,
  );
  requirePositive({ idleTimeout: idleTimeout === false ? undefined : idleTimeout }, bad);
  const part = <Part>(file: string, load: () => Promise<Part>) => loadFor(file, load, signal, invalidRequest(label));
  const { streams, operations } = bound.definition;
  const rules = streams && (await part("stream-rules", () => import("./stream-rules.js")));
  const rule = rules?.findRule(streams ?? {}, label.method, label.path);
  const wire = own(operations, `${label.method} ${input.path}`);
  const jsonOf = given.json ? "json" : wire?.events;
  if (!Object.keys(asked.headers ?? {}).some((name) => name.toLowerCase() === "accept"))
    headers.set("accept", isEvents ? "text/event-stream" : (wire?.lines ?? ANY_LINES));
  const streamed = plain.streamed ?? (await part("response-stream", () => import("./response-stream.js")));
  const prepared = { ...plain, streamed, idleTimeout };
  const loaded = given.resume ? await part("resume", () => import("./resume.js")) : undefined;
  const resuming = loaded?.resuming({ input, send, prepared }, given.resume, rule?.resume);

  const limit = bound.maxEventBytes ?? DEFAULT_MAX_BYTES;
  const lines = wholeLines(false);
  let events = eventParser(limit);
  let opening: Promise<void> | undefined;
  let answer: ReceivedAnswer | undefined;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Events, or lines, that were parsed and are not given out yet. */
  let items: readonly (ParsedEvent | string)[] = [];
  let at = 0;
  /** How many there were before them. */
  let before = 0;
  let isOver = false;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const fail = async (code: FailureCode): Promise<never> => {
    const { streamFailure } = await part("stream-failures", () => import("./stream-failures.js"));
    throw await streamFailure(code, { label, isEvents, number: before + at, limit, rule, answer, item: items[at] });
  };
  const parsed = (text: string): Given => {
    try {
      return [(json.parse ?? JSON.parse)(text)];
    } catch {
      return "body-not-json";
    }
  };
  /** The item that is next, if it is there; lines that are empty are passed over. */
  const give = (): Given | undefined => {
    for (; at < items.length; at += 1) {
      const item = items[at] as ParsedEvent | string;
      if (typeof item === "string") {
        // A sign stands before each record of RFC 7464.
        const text = item.slice(item.lastIndexOf("\x1e") + 1).trimStart();
        if (item.length > limit) return "event-too-large";
        if (text === "") continue;
        return parsed(text);
      }
      const { data, event } = item;
      const isJson = jsonOf === "json" || jsonOf?.includes(event);
      if (data === rule?.done || (isJson && data === "[DONE]")) return "";
      if (rule?.isError(item)) return "stream-error";
      if (!isJson) return [item];
      const read = parsed(data);
      return typeof read === "string" ? read : [{ ...item, data: read[0] }];
    }
    return undefined;
  };
  const handOut = (value: unknown): IteratorResult<unknown, undefined> => {
    at += 1;
    if (isEvents) flow.lastEventId = (value as ParsedEvent).id;
    resuming?.given(value as ParsedEvent);
    return { done: false, value };
  };
  /** Takes the body of an answer, which has to be a stream of its kind. */
  const take = async (got: ReceivedAnswer): Promise<void> => {
    answer = got;
    const body = got.content as ReadableStream<Uint8Array> | null;
    const type = got.source.headers.get("content-type") ?? "";
    const fits = (isEvents ? EVENTS : LINES).test(type) || (rule?.format === "jsonl" && /\bjson\b/i.test(type));
    reader = body?.getReader();
    if (!isOver && (fits || got.status === 204)) return;
    await reader?.cancel();
    if (!isOver) return fail(isEvents ? "not-events" : "not-lines");
  };
  const open = (): Promise<void> => (opening ??= send(prepared).then(take));
  const goOn = async (error?: unknown): Promise<boolean> => {
    reader = undefined;
    if (resuming === undefined && error !== undefined) throw error;
    const [id, retry] = [events.id(), events.retry()];
    const next = await resuming?.again(error, id, retry);
    if (next === undefined) return false;
    events = eventParser(limit, id, retry);
    await take(next);
    return true;
  };
  /** Reads a chunk; resolves with `false` at the end of all. */
  const fill = async (): Promise<boolean> => {
    await open();
    if (isEvents) flow.lastEventId = events.id();
    if (isEvents ? events.isTooLarge() : lines.size() > limit) return fail("event-too-large");
    if (reader === undefined) return false;
    const read = await reader.read().catch((error: unknown) => ({ error }));
    before += items.length;
    items = [];
    at = 0;
    if (isOver) return false;
    if ("error" in read) return goOn(read.error);
    if (read.value !== undefined) items = (isEvents ? events : lines).push(read.value);
    else if (isEvents) return rule?.done === undefined ? goOn() : fail("stream-cut");
    else {
      reader = undefined;
      items = [lines.rest()];
    }
    return true;
  };
  const end: FlowSource["return"] = async () => {
    isOver = true;
    resuming?.stop();
    await reader?.cancel().catch(() => {});
    return DONE;
  };
  const next: FlowSource["next"] = async () => {
    try {
      do {
        throwIfAborted(signal);
        const item = isOver ? "" : give();
        if (typeof item === "object") return handOut(item[0]);
        if (item) await fail(item);
        if (item === "") return await end();
      } while (await fill());
    } catch (error) {
      // One that was left while it waited has no failure.
      if (!isOver) {
        await end();
        throw fromCall(error);
      }
    }
    return end();
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1;
    const result = turn.then(work).finally(() => (waiting -= 1));
    turn = result.catch(() => {});
    return result;
  };
  return {
    // At once if the item is there; calls that come while one waits are served in their order.
    next() {
      const item = waiting > 0 || isOver || signal?.aborted ? undefined : give();
      return typeof item === "object" ? Promise.resolve(handOut(item[0])) : inTurn(next);
    },
    return: end,
    response: () =>
      inTurn(async () => {
        await open();
        return toResponse({ ...(answer as ReceivedAnswer), content: null });
      }),
  };
};
