import { throwIfAborted } from "../abort.js";
import type { JsonValue, OperationWire, StreamRule } from "../config/definition.js";
import { own, readOptions, requirePositive, type TableOf } from "../config/options.js";
import { operationPattern } from "../config/path-pattern.js";
import { pointerSegments, valueAt } from "../config/pointers.js";
import { StreamError } from "../errors/call-errors.js";
import { BodyError, describeRequest, MAX_NAME, printable, type SdkError } from "../errors/errors.js";
import { type ReceivedAnswer, toResponse } from "./answer.js";
import { fromCall } from "./client.js";
import { EventParser, type ParsedEvent, WholeLines } from "./event-parser.js";
import type { FlowSource, OpenFlow, TakenCall } from "./flow.js";
import { invalidRequest, loadFor } from "./invalid.js";
import type { Resuming } from "./resume.js";
import type { EventsOptions } from "./stream-types.js";

const OPTIONS: TableOf<EventsOptions> = {
  idleTimeout: "a number or a boolean",
  resume: "a boolean or a string",
  json: "a boolean",
};

/** Of a line or an event. */
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/** The accept of lines, if no document says it. */
const ANY_LINES = "application/jsonl, application/x-ndjson, application/json-seq, application/json;q=0.5";

/** Reads the events of an answer, or its lines (flows §2). */
export const openFlow: OpenFlow = async (call, kind, options, flow) => {
  const invalid = invalidRequest("prepared" in call ? call.prepared.label : call.label);
  if (!("prepared" in call))
    throw invalid(
      "late-reader",
      `\`.${kind}()\` comes too late: it stands right behind the call, before any \`await\``,
    );
  const { prepared, input } = call;
  const { bound, bad, label, method, headers, options: asked } = prepared;
  const isEvents = kind === "events";
  const table = isEvents ? OPTIONS : { idleTimeout: OPTIONS.idleTimeout };
  const read = readOptions<EventsOptions>(options, `${kind}()`, table, bad);
  const { idleTimeout = isEvents ? false : undefined, resume } = read;
  if (idleTimeout !== false) requirePositive({ idleTimeout }, bad);
  for (const name of ["handle", "throwHttpErrors"] as const)
    if (asked[name] !== undefined) throw bad(`\`${name}\``, `does not go with \`.${kind}()\``);
  const path = label.path.replace(/^\/?/, "/");
  const rules = Object.entries(bound.definition.streams ?? {});
  const rule = rules.find(([pattern]) => operationPattern(pattern)(method, path))?.[1] ?? {};
  const wire = own(bound.definition.operations, `${method} ${input.path}`);
  if (!Object.keys(asked.headers ?? {}).some((name) => name.toLowerCase() === "accept"))
    headers.set("accept", isEvents ? "text/event-stream" : (wire?.lines ?? ANY_LINES));
  const part = <Part>(file: string, load: () => Promise<Part>) => loadFor(file, load, asked.signal, invalid);
  const streamed = prepared.streamed ?? (await part("response-stream", () => import("./response-stream.js")));
  const taken = { ...call, prepared: { ...prepared, streamed, idleTimeout } };
  const resuming = resume
    ? new (await part("resume", () => import("./resume.js"))).Resuming(taken, resume, rule.resume)
    : undefined;
  const json = read.json ? "json" : wire?.events;
  const stream = new Stream(taken, isEvents, rule, json, resuming, (id) => (flow.lastEventId = id));
  let isIterated = false;
  const iterate = () => {
    if (isIterated || stream.hasBegun) throw invalid("iterated", "its answer can be iterated once");
    isIterated = true;
    return flow;
  };
  Object.defineProperty(flow, Symbol.asyncIterator, { value: iterate, configurable: true });
  return stream;
};

const DONE: IteratorResult<unknown, undefined> = { done: true, value: undefined };

/** A value, nothing at all, the end of all, or a failure. */
type Given = { readonly value: unknown } | "skip" | "end" | Promise<SdkError>;

/** The items of an answer. Nothing is read ahead: a chunk is asked for when all items before it were given out. */
class Stream implements FlowSource {
  hasBegun = false;
  readonly #call: TakenCall;
  readonly #isEvents: boolean;
  readonly #rule: StreamRule;
  readonly #json: OperationWire["events"];
  readonly #resuming: Resuming | undefined;
  readonly #noteId: (id: string) => void;
  readonly #limit: number;
  readonly #parse: (text: string) => unknown;
  #opening: Promise<void> | undefined;
  #answer: ReceivedAnswer | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #events: EventParser;
  readonly #lines = new WholeLines(false);
  /** Events, or lines, that were parsed and not given out yet. */
  #items: readonly (ParsedEvent | string)[] = [];
  #at = 0;
  /** The number of the last one that was looked at; empty lines count. */
  #number = 0;
  #retry: number | undefined;
  #last: unknown;
  #hasGiven = false;
  #hasGoneOn = false;
  #isOver = false;
  #waiting = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    call: TakenCall,
    isEvents: boolean,
    rule: StreamRule,
    json: OperationWire["events"],
    resuming: Resuming | undefined,
    noteId: (id: string) => void,
  ) {
    const { bound, json: reading } = call.prepared;
    this.#call = call;
    this.#isEvents = isEvents;
    this.#rule = rule;
    this.#json = json;
    this.#resuming = resuming;
    this.#noteId = noteId;
    this.#limit = bound.maxEventBytes ?? DEFAULT_MAX_BYTES;
    this.#parse = reading.parse ?? JSON.parse;
    this.#events = new EventParser(this.#limit);
  }

  /** At once, if the item is there; calls that come while one waits are served in their order. */
  next(): Promise<IteratorResult<unknown, undefined>> {
    this.hasBegun = true;
    if (this.#waiting === 0 && !this.#isOver && this.#call.prepared.options.signal?.aborted !== true) {
      const given = this.#give();
      if (typeof given === "object" && "value" in given) return Promise.resolve(this.#handOut(given.value));
    }
    return this.#inTurn(() => this.#next());
  }

  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.#isOver = true;
    this.#resuming?.stop();
    await this.#reader?.cancel();
    return DONE;
  }

  response(): Promise<Response> {
    return this.#inTurn(async () => {
      await this.#open();
      return toResponse({ ...(this.#answer as ReceivedAnswer), content: null });
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#turn.then(work).finally(() => (this.#waiting -= 1));
    this.#turn = result.catch(() => {});
    return result;
  }

  async #next(): Promise<IteratorResult<unknown, undefined>> {
    try {
      do {
        throwIfAborted(this.#call.prepared.options.signal);
        const given = this.#isOver ? "end" : this.#give();
        if (given === "end") {
          await this.return();
          return DONE;
        }
        if (given instanceof Promise) throw await given;
        if (given !== "skip") return this.#handOut(given.value);
      } while (await this.#fill());
      this.#isOver = true;
      return DONE;
    } catch (error) {
      const isLeft = this.#isOver;
      await this.return().catch(() => {});
      // It was left while it waited.
      if (isLeft) return DONE;
      throw fromCall(error);
    }
  }

  #handOut(value: unknown): IteratorResult<unknown, undefined> {
    const item = this.#items[this.#at];
    this.#at += 1;
    this.#number += 1;
    this.#hasGiven = this.#hasGoneOn = true;
    this.#last = value;
    if (typeof item === "object") this.#noteId(item.id);
    return { done: false, value };
  }

  /** Reads the item that is next, and passes over lines that are empty; `"skip"` if there is none. */
  #give(): Given {
    for (; this.#at < this.#items.length; this.#at += 1, this.#number += 1) {
      const item = this.#items[this.#at] as ParsedEvent | string;
      if (typeof item === "object") return this.#event(item);
      if (item.length > this.#limit) return Promise.resolve(this.#tooLarge());
      const text = item.replace(/^[ \t\r\x1e]+/, "");
      if (text !== "") return this.#value(text);
    }
    return "skip";
  }

  #event(event: ParsedEvent): Given {
    const { done, error } = this.#rule;
    const { data, event: name } = event;
    const isJson = this.#json === "json" || this.#json?.includes(name) === true;
    if (data === done || (isJson && data === "[DONE]")) return "end";
    if (error !== undefined && "event" in error && error.event === name) return this.#failed(data);
    const parsed = isJson ? this.#value(data) : { value: data };
    if (typeof parsed !== "object" || !("value" in parsed)) return parsed;
    const { value } = parsed;
    if (error !== undefined && "data" in error && has(isJson ? value : jsonIn(data), error.data))
      return this.#failed(data);
    return { value: isJson ? { ...event, data: value } : event };
  }

  #value(text: string): Given {
    try {
      return { value: this.#parse(text) };
    } catch {
      const what = this.#isEvents ? "the data of event" : "line";
      return Promise.resolve(this.#bodyError("body-not-json", `${what} ${this.#number + 1} is not JSON`));
    }
  }

  async #failed(text: string): Promise<StreamError> {
    const { label } = this.#call.prepared;
    const said = await this.#answer?.said?.(text);
    const message = `${describeRequest(label)}: event ${this.#number + 1} says that the server has failed`;
    return new StreamError(said?.sentence ? `${message}: ${said.sentence}` : message, {
      code: "stream-error",
      provider: label.provider,
      data: said?.body,
    });
  }

  #bodyError(code: string, problem: string): BodyError {
    const { label } = this.#call.prepared;
    const status = this.#answer?.status;
    const message = `${describeRequest(label)} answered ${status}, but ${problem}`;
    return new BodyError(message, { code, provider: label.provider, status });
  }

  #tooLarge(): BodyError {
    const what = this.#isEvents ? "an event" : "a line";
    return this.#bodyError("event-too-large", `${what} is longer than ${this.#limit} bytes (maxEventBytes)`);
  }

  /** Gets more items, or none for now; resolves with `false` at the end. */
  async #fill(): Promise<boolean> {
    await this.#open();
    if (this.#isEvents) this.#noteId(this.#events.id);
    const isTooLarge = this.#isEvents ? this.#events.isTooLarge : this.#lines.size > this.#limit;
    if (isTooLarge) throw this.#tooLarge();
    if (this.#reader === undefined) return false;
    let chunk: Uint8Array | undefined;
    try {
      const { done, value } = await this.#reader.read();
      chunk = done ? undefined : value;
    } catch (error) {
      if (this.#isOver || this.#resuming === undefined) throw error;
      return this.#goOn(error);
    }
    if (this.#isOver) return false;
    if (chunk === undefined) return this.#end();
    this.#items = this.#isEvents ? this.#events.push(chunk) : this.#lines.push(chunk);
    this.#at = 0;
    this.#retry = this.#events.retry ?? this.#retry;
    return true;
  }

  async #end(): Promise<boolean> {
    this.#reader = undefined;
    if (!this.#isEvents) {
      this.#items = [this.#lines.rest()];
      this.#at = 0;
      return true;
    }
    const { label } = this.#call.prepared;
    const { done } = this.#rule;
    if (done !== undefined)
      throw new StreamError(
        `${describeRequest(label)}: the stream ended without ${printable(done, MAX_NAME)}, so it was cut`,
        { code: "stream-cut", provider: label.provider },
      );
    return this.#resuming !== undefined && this.#goOn(undefined);
  }

  async #goOn(error: unknown): Promise<boolean> {
    const { id } = this.#events;
    const [hasGiven, hasGoneOn, retry] = [this.#hasGiven, this.#hasGoneOn, this.#retry];
    const data = this.#last === undefined ? undefined : (this.#last as ParsedEvent).data;
    this.#hasGoneOn = false;
    this.#reader = undefined;
    const answer = await this.#resuming?.again({ error, id, data, hasGiven, hasGoneOn, retry });
    if (answer === undefined) return false;
    this.#events = new EventParser(this.#limit, id);
    this.#take(answer);
    return true;
  }

  /** Sends the request, once. */
  #open(): Promise<void> {
    return (this.#opening ??= this.#call.send(this.#call.prepared).then((answer) => this.#take(answer)));
  }

  /** Takes the body of an answer, which has to be a stream of its kind. */
  #take(answer: ReceivedAnswer): void {
    this.#answer = answer;
    const content = answer.content as ReadableStream<Uint8Array> | null;
    const type = (answer.source.headers.get("content-type") ?? "").replace(/;.*/s, "").trim();
    const isJson = /^application\/(?:[\w.-]+\+)?json$/i.test(type);
    const fits = this.#isEvents
      ? /^text\/event-stream$/i.test(type)
      : LINES.test(type) || (isJson && this.#rule.format === "jsonl");
    if ((fits || answer.status === 204) && !this.#isOver) {
      this.#reader = content?.getReader();
      return;
    }
    content?.cancel().catch(() => {});
    if (this.#isOver) return;
    const what = this.#isEvents ? "events" : "lines";
    const hint = isJson ? ': does the body want `"stream": true`?' : "";
    const shown = printable(type, MAX_NAME);
    const error = this.#bodyError(
      `not-${what}`,
      `the body is not a stream of ${what}: its content type is ${shown || "not said"}${hint}`,
    );
    throw Object.assign(error, type && { contentType: shown });
  }
}

const LINES = /^(?:application|text)\/(?:x-)?(?:jsonl|ndjson|jsonlines|json-lines|json-seq|stream\+json)$/i;

function has(value: unknown, pointer: string): boolean {
  return (valueAt(value as JsonValue, pointerSegments(pointer)) ?? null) !== null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
