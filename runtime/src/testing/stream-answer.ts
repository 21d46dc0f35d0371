import { isPositive, type TableOf } from "../config/options.js";
import type { Bytes } from "../http/transport.js";
import type { VirtualClock } from "./virtual-clock.js";
import { readSettings, wrongUse } from "./wrong-use.js";

/** An event of a stream. */
export interface FakeEvent {
  readonly event?: string | undefined;
  /** Text as it is; anything else is sent as JSON. */
  readonly data?: unknown;
  readonly id?: string | undefined;
  /** In ms. */
  readonly retry?: number | undefined;
}

/** How a stream is written. */
export interface StreamSettings {
  /** The size of the pieces that come, in bytes; default: each event or line by itself. */
  readonly chunk?: number | undefined;
  /** The wait before each event or line, in ms of the fake's clock. */
  readonly delay?: number | undefined;
  /** The connection breaks after so many events or lines. */
  readonly cut?: number | undefined;
}

/** A stream as a step of a sequence of answers. */
export interface StreamAnswer {
  readonly type: string;
  /** Texts for a request that has seen an event with that id. */
  readonly textsAfter: (lastEventId: string | undefined) => readonly string[];
  readonly settings: StreamSettings;
}

const SETTINGS: TableOf<StreamSettings> = { chunk: "a number", delay: "a number", cut: "a number" };
const EVENT: TableOf<FakeEvent> = { event: "a string", data: "", id: "a string", retry: "a number" };

/** An answer of events, which goes on behind the one that `Last-Event-ID` names. */
export function eventsAnswer(events: readonly FakeEvent[], settings?: StreamSettings): StreamAnswer {
  const read = events.map((event) => readSettings(event, "events", EVENT));
  return {
    type: "text/event-stream",
    textsAfter: (last) => read.slice(last === undefined ? 0 : read.findIndex(({ id }) => id === last) + 1).map(textOf),
    settings: settingsOf("events", settings),
  };
}

/** An answer of JSON Lines. */
export function linesAnswer(values: readonly unknown[], settings?: StreamSettings): StreamAnswer {
  const texts = values.map((value) => `${JSON.stringify(value)}\n`);
  return { type: "application/jsonl", textsAfter: () => texts, settings: settingsOf("lines", settings) };
}

function settingsOf(where: string, settings: StreamSettings | undefined): StreamSettings {
  const read = readSettings(settings ?? {}, where, SETTINGS);
  const { chunk = 1, delay = 0, cut = 0 } = read;
  if (!isPositive(chunk)) throw wrongUse(`${where}: \`chunk\` takes a whole number of bytes`);
  if (!(delay >= 0 && delay < Infinity)) throw wrongUse(`${where}: \`delay\` takes ms, 0 or more`);
  if (!(Number.isInteger(cut) && cut >= 0)) throw wrongUse(`${where}: \`cut\` takes a whole number, 0 or more`);
  return read;
}

function textOf({ event, data, id, retry }: FakeEvent): string {
  const fields = { event, id, retry };
  const named = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`]));
  const text = data === undefined || typeof data === "string" ? data : JSON.stringify(data);
  const lines = text?.split(/\r\n?|\n/).map((line) => `data: ${line}\n`) ?? [];
  return `${[...named, ...lines].join("")}\n`;
}

/** The body, which comes piece by piece; `broken` is how it fails. */
export function streamBody(
  { textsAfter, settings }: StreamAnswer,
  lastEventId: string | undefined,
  clock: VirtualClock,
  broken: () => Error,
): ReadableStream<Bytes> {
  const { chunk, delay = 0, cut = Infinity } = settings;
  const items = textsAfter(lastEventId).map((text) => new TextEncoder().encode(text));
  let given = 0;
  let rest: Bytes | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        if (rest === undefined) {
          if (given >= cut) return controller.error(broken());
          const item = items[given];
          if (item === undefined) return controller.close();
          given += 1;
          if (delay > 0) await clock.sleep(delay);
          rest = item;
        }
        const size = chunk ?? rest.length;
        controller.enqueue(rest.slice(0, size));
        rest = rest.length > size ? rest.slice(size) : undefined;
      },
    },
    { highWaterMark: 0 },
  );
}
