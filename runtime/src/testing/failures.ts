/** Ways in which a connection fails, told in the words of the platform's `fetch`. */
const CODES = {
  dns: "ENOTFOUND",
  refused: "ECONNREFUSED",
  unreachable: "EHOSTUNREACH",
  tls: "CERT_HAS_EXPIRED",
  reset: "ECONNRESET",
  malformed: "HPE_INVALID_CONSTANT",
} as const;

/**
 * `dns`, `refused`, `unreachable`, `tls`: nothing was sent. `reset`: closed without an answer. `malformed`: the answer is
 * not HTTP. `cut`: the answer's body ends too early. `timeout`: nothing comes, ever.
 */
export type ConnectionFailure = keyof typeof CODES | "cut" | "timeout";

export const CONNECTION_FAILURES: readonly string[] = [...Object.keys(CODES), "cut", "timeout"];

/** What `fetch` rejects with. */
export function connectionFailure(kind: keyof typeof CODES): TypeError {
  return failed("fetch failed", CODES[kind], kind === "unreachable" ? { syscall: "connect" } : undefined);
}

/** A body of which the rest never comes, as the connection is closed. */
export function cutBody(): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull: (controller) => {
      if (isFirst) controller.enqueue(new TextEncoder().encode("{"));
      else controller.error(failed("terminated", "UND_ERR_SOCKET"));
      isFirst = false;
    },
  });
}

function failed(message: string, code: string, call?: { readonly syscall: string }): TypeError {
  // Some codes are those of a connection that stood, too.
  return new TypeError(message, { cause: Object.assign(new Error(code), { code, ...call }) });
}
