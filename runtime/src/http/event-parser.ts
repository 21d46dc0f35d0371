/** One event of a stream (HTML standard, "server-sent events"). */
export interface ParsedEvent {
  /** `"message"` if the server names none. */
  readonly event: string;
  readonly data: string;
  /** The last that was given; empty before the first. */
  readonly id: string;
}

/** Lines that are whole, of UTF-8 bytes that come in chunks. */
export interface WholeLines {
  /** The lines that end in the chunk. */
  readonly push: (chunk: Uint8Array) => readonly string[];
  /** The line that is not whole. */
  readonly rest: () => string;
  /** The size of that in bytes. */
  readonly size: () => number;
}

const [LF, CR] = [10, 13];

/**
 * Lines end with LF; with CR and CR LF too, if `endsWithCr`. Bytes are kept until their line is whole, so each is decoded
 * once. A byte order mark at the start is none of the text.
 */
export function wholeLines(endsWithCr: boolean): WholeLines {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let bytes = new Uint8Array(4096);
  let size = 0;
  let isFirst = true;
  let isAfterCr = false;
  /** Decodes and leaves out so many bytes. */
  const take = (length: number): string => {
    const text = decoder.decode(bytes.subarray(0, length));
    bytes.copyWithin(0, length, size);
    size -= length;
    if (!isFirst) return text;
    isFirst = false;
    return text.replace(/^\ufeff/, "");
  };
  return {
    push(given) {
      // An LF behind a CR belongs to it, in the next chunk too.
      const chunk = isAfterCr && given[0] === LF ? given.subarray(1) : given;
      if (given.length > 0) isAfterCr = false;
      const before = size;
      size += chunk.length;
      if (size > bytes.length) {
        const more = new Uint8Array(Math.max(size, 2 * bytes.length));
        more.set(bytes.subarray(0, before));
        bytes = more;
      }
      bytes.set(chunk, before);
      let end = chunk.lastIndexOf(LF) + 1;
      if (endsWithCr) end += chunk.subarray(end).lastIndexOf(CR) + 1;
      if (end === 0) return [];
      isAfterCr = end === chunk.length && chunk[end - 1] === CR;
      const text = take(before + end);
      const lines = text.split(endsWithCr && text.includes("\r") ? /\r\n?|\n/ : "\n");
      lines.pop();
      return lines;
    },
    rest: () => take(size),
    size: () => size,
  };
}

/** An event stream as it is parsed, a chunk at once. */
export interface EventParser {
  /** The events that end in the chunk. */
  readonly push: (chunk: Uint8Array) => ParsedEvent[];
  /** The last id that a whole event had, even if that had no data. */
  readonly id: () => string;
  /** The wait before the stream is asked for again, in ms, as the server wishes it. */
  readonly retry: () => number | undefined;
  /** A line or an event is longer than the limit; nothing that comes after it is parsed. */
  readonly isTooLarge: () => boolean;
}

/** Parses an event stream (HTML standard, "server-sent events"), in which at most so many bytes are a line or an event. */
export function eventParser(limit: number, id = "", retry?: number): EventParser {
  const lines = wholeLines(true);
  let isTooLarge = false;
  let nextId = id;
  let name = "";
  let data: string | undefined;
  return {
    push(chunk) {
      const events: ParsedEvent[] = [];
      for (const line of lines.push(chunk)) {
        if (line === "") {
          id = nextId;
          if (data !== undefined) events.push({ event: name || "message", data, id });
          name = "";
          data = undefined;
          continue;
        }
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
        if (field === "data") data = data === undefined ? value : `${data}\n${value}`;
        else if (field === "event") name = value;
        else if (field === "id" && !value.includes("\0")) nextId = value;
        else if (field === "retry" && /^\d+$/.test(value)) retry = Number(value);
        isTooLarge = line.length > limit || (data?.length ?? 0) > limit;
        if (isTooLarge) return events;
      }
      isTooLarge = lines.size() > limit;
      return events;
    },
    id: () => id,
    retry: () => retry,
    isTooLarge: () => isTooLarge,
  };
}
