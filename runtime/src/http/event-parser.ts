/** One event of a stream (HTML standard, "server-sent events"). */
export interface ParsedEvent {
  /** `"message"` if the server names none. */
  readonly event: string;
  readonly data: string;
  /** The last that was given; empty before the first. */
  readonly id: string;
}

/** Lines that are whole, of UTF-8 bytes that come in chunks. Bytes are kept until their line is whole, so each is decoded once. */
export class WholeLines {
  /** Of a line that is not whole yet. */
  size = 0;
  readonly #end: RegExp | string;
  readonly #endsWithCr: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #bytes = new Uint8Array(4096);
  #isFirst = true;
  #isAfterCr = false;

  /** Lines end with LF; with CR and CR LF too, if `endsWithCr`. */
  constructor(endsWithCr: boolean) {
    this.#endsWithCr = endsWithCr;
    this.#end = endsWithCr ? /\r\n?|\n/ : "\n";
  }

  /** The lines that end in the chunk. */
  push(given: Uint8Array): readonly string[] {
    if (given.length === 0) return [];
    const chunk = this.#isAfterCr && given[0] === LF ? given.subarray(1) : given;
    this.#isAfterCr = false;
    this.#append(chunk);
    const end = chunk.lastIndexOf(LF) + 1;
    // A CR ends its line at once; an LF behind it belongs to it, in the next chunk too.
    const last = this.#endsWithCr ? end + chunk.subarray(end).lastIndexOf(CR) + 1 : end;
    if (last === 0) return [];
    this.#isAfterCr = this.#endsWithCr && last === chunk.length && chunk[last - 1] === CR;
    const text = this.#take(this.size - chunk.length + last);
    const lines = text.split(this.#endsWithCr && text.includes("\r") ? this.#end : "\n");
    lines.pop();
    return lines;
  }

  /** The line that is not whole. */
  rest(): string {
    return this.#take(this.size);
  }

  #append(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    if (size > this.#bytes.length) {
      const more = new Uint8Array(Math.max(size, 2 * this.#bytes.length));
      more.set(this.#bytes.subarray(0, this.size));
      this.#bytes = more;
    }
    this.#bytes.set(chunk, this.size);
    this.size = size;
  }

  /** Decodes and leaves out so many bytes. A byte order mark at the start is none of the text. */
  #take(length: number): string {
    const text = this.#decoder.decode(this.#bytes.subarray(0, length));
    this.#bytes.copyWithin(0, length, this.size);
    this.size -= length;
    if (!this.#isFirst) return text;
    this.#isFirst = false;
    return text.replace(/^\ufeff/, "");
  }
}

const [LF, CR] = [10, 13];

/** Parses an event stream (HTML standard §9.2.6), a chunk at once. */
export class EventParser {
  /** The last one that a whole event had, even if that had no data. */
  id = "";
  /** The wait before the stream is asked for again, in ms, as the server wishes it. */
  retry: number | undefined;
  /** A line or an event is longer than the limit; nothing that comes after it is parsed. */
  isTooLarge = false;
  readonly #limit: number;
  readonly #lines = new WholeLines(true);
  #name = "";
  #data: string | undefined;
  #nextId = "";

  /** At most so many bytes are a line or an event. */
  constructor(limit: number, id = "") {
    this.#limit = limit;
    this.id = this.#nextId = id;
  }

  /** The events that end in the chunk. */
  push(chunk: Uint8Array): ParsedEvent[] {
    const events: ParsedEvent[] = [];
    for (const line of this.#lines.push(chunk)) {
      if (line === "") {
        this.id = this.#nextId;
        if (this.#data !== undefined) events.push({ event: this.#name || "message", data: this.#data, id: this.id });
        this.#name = "";
        this.#data = undefined;
        continue;
      }
      this.#read(line);
      if (line.length <= this.#limit && (this.#data?.length ?? 0) <= this.#limit) continue;
      this.isTooLarge = true;
      return events;
    }
    this.isTooLarge = this.#lines.size > this.#limit;
    return events;
  }

  #read(line: string): void {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    else if (field === "event") this.#name = value;
    else if (field === "id" && !value.includes("\0")) this.#nextId = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
  }
}
