/** The wait that a server asks for. */
export interface Wait {
  /** In ms from when the answer came; absent where nothing is said that can be read. */
  readonly ms: number | undefined;
  /** A header that speaks of a wait and cannot be read. */
  readonly unread: string | undefined;
}

type Read = (text: string, now: number) => number | undefined;

/** Where each form stands, nearest first: the first that is there decides. */
const EXACT: readonly (readonly [header: string, Read])[] = [
  ["retry-after-ms", milliseconds],
  ["x-ms-retry-after-ms", milliseconds],
  ["retry-after", secondsOrTime],
];

/** Resets, each counted where what remains is 0; the longest decides. */
const RESETS: readonly (readonly [headers: string, Read])[] = [
  ["ratelimit-reset x-ratelimit-reset", secondsOrTime],
  ["x-ratelimit-reset-requests x-ratelimit-reset-tokens", duration],
  ["anthropic-ratelimit-requests-reset anthropic-ratelimit-tokens-reset", isoDate],
  ["anthropic-ratelimit-input-tokens-reset anthropic-ratelimit-output-tokens-reset", isoDate],
];

/** Statuses that say when to come back by `retry-after` and its like; of these, in which resets of rate limits count too. */
const EXACT_ONLY: ReadonlySet<number> = new Set([408, 413, 425]);

/** Tells whether a wait on that status is a server's wish; on others it is reported, and means nothing. */
export function mayAskToWait(status: number): boolean {
  return status === 403 || status === 429 || status >= 500 || EXACT_ONLY.has(status);
}

/** Reads the headers of an answer; dates count against the answer's own `Date`, so that a wrong clock does no harm. */
export function waitIn(headers: Pick<Headers, "get">, status: number, receivedAt: number = Date.now()): Wait {
  const now = parseHttpDate(headers.get("date") ?? "", receivedAt) ?? receivedAt;
  let unread: string | undefined;
  const msIn = (name: string, read: Read): number | undefined => {
    const text = headers.get(name)?.trim();
    const ms = text ? read(text, now) : undefined;
    if (text && ms === undefined) unread ??= `${name}: ${text}`;
    return ms;
  };
  for (const [name, read] of EXACT) {
    const ms = msIn(name, read);
    if (ms !== undefined) return { ms: bounded(ms), unread };
  }
  if (EXACT_ONLY.has(status)) return { ms: undefined, unread };
  const isUsedUp = (name: string): boolean => headers.get(name.replace("reset", "remaining"))?.trim() === "0";
  const single = RESETS.flatMap(([names, read]) =>
    names.split(" ").flatMap((name) => (isUsedUp(name) ? (msIn(name, read) ?? []) : [])),
  );
  const resets = [...single, ...resetsInField(headers.get("ratelimit") ?? "")];
  return {
    ms: resets.length === 0 ? undefined : bounded(resets.reduce((longest, ms) => Math.max(longest, ms))),
    unread,
  };
}

/** `"name";r=0;t=30` of each limit; before its tenth draft `limit=9, remaining=0, reset=30`, of one. */
function resetsInField(field: string): number[] {
  const [, reset] = /\bremaining=0\b/.test(field) ? (/\breset=(\d+)/.exec(field) ?? []) : [];
  const times = field.split(",").map((limit) => /;\s*r=0\b/.test(limit) && /;\s*t=(\d+)/.exec(limit)?.[1]);
  return [reset, ...times].flatMap((text) => (text ? [Number(text) * 1000] : []));
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, Math.round(ms)), Number.MAX_SAFE_INTEGER);
}

function milliseconds(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Seconds, with a fraction or not; a time since 1970 in seconds or ms; or a date (RFC 9110 §10.2.3). */
function secondsOrTime(text: string, now: number): number | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(text)) {
    const until = parseHttpDate(text, now);
    return until === undefined ? undefined : until - now;
  }
  const value = Number(text);
  if (value > 1e12) return value - now;
  return value > 1e9 ? value * 1000 - now : value * 1000;
}

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `20ms`, `1s`, `6m0s`. */
function duration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text))
    return milliseconds(text) === undefined ? undefined : Number(text) * 1000;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g);
  return Array.from(parts).reduce((sum, [, value, unit = ""]) => sum + Number(value) * (UNITS[unit] ?? 0), 0);
}

function isoDate(text: string, now: number): number | undefined {
  const until = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? undefined : until - now;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTH = `(?:${MONTHS.join("|")})`;
const TIME = String.raw`\d\d:\d\d:\d\d`;

/** The three forms of an HTTP date (RFC 9110 §5.6.7). */
const HTTP_DATE = new RegExp(
  [
    String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d ${MONTH} \d{4} ${TIME} GMT$`,
    String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-${MONTH}-\d\d ${TIME} GMT$`,
    String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} [ \d]\d ${TIME} \d{4}$`,
  ].join("|"),
);

/** An HTTP date as ms since the epoch; `now` decides the century of a two-digit year. */
function parseHttpDate(text: string, now: number): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const numbers = Array.from(text.matchAll(/\d+/g), ([digits]) => Number(digits));
  // In one of the forms the year stands last.
  if (!text.endsWith("GMT")) numbers.splice(1, 0, numbers.pop() ?? 0);
  const [day = 0, written = 0, hour = 0, minute = 0, second = 0] = numbers;
  const year = written < 100 ? fullYear(written, now) : written;
  const midnight = new Date(
    Date.UTC(
      year,
      MONTHS.findIndex((month) => text.includes(month)),
      day,
    ),
  );
  if (hour > 23 || minute > 59 || second > 60 || midnight.getUTCDate() !== day) return undefined;
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** A two-digit year that looks more than 50 years ahead is in the past (RFC 9110 §5.6.7). */
function fullYear(twoDigits: number, now: number): number {
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + twoDigits;
  return year > current + 50 ? year - 100 : year;
}
