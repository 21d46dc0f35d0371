const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const month = `(?<month>${months.join("|")})`;

/** The three forms of an HTTP date (RFC 9110 §5.6.7). */
const dateForms = [
  String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT$`,
  String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT$`,
  String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})$`,
].map((form) => new RegExp(form));

/**
 * What `Retry-After` asks for, in ms (RFC 9110 §10.2.3): seconds, or a date against the response's own `Date`, so that a
 * wrong clock on either side does no harm. Anything else is ignored.
 */
export function parseRetryAfter(headers: Headers, receivedAt: number = Date.now()): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const until = parseHttpDate(value, receivedAt);
  if (until === undefined) return undefined;
  return Math.max(0, until - (parseHttpDate(headers.get("date") ?? "", receivedAt) ?? receivedAt));
}

/** An HTTP date as ms since the epoch; `now` decides the century of a two-digit year. */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of dateForms) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return toEpoch(groups, now);
  }
  return undefined;
}

function toEpoch(groups: { [name: string]: string | undefined }, now: number): number | undefined {
  const text = (name: string): string => groups[name] ?? "";
  const field = (name: string): number => Number(text(name));
  const monthIndex = months.indexOf(text("month"));
  const year = text("year").length === 2 ? fullYear(field("year"), now) : field("year");
  const [day, hour, minute, second] = [field("day"), field("hour"), field("minute"), field("second")];
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const midnight = new Date(Date.UTC(year, monthIndex, day));
  if (midnight.getUTCDate() !== day) return undefined;
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** A two-digit year that looks more than 50 years ahead is in the past (RFC 9110 §5.6.7). */
function fullYear(twoDigits: number, now: number): number {
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + twoDigits;
  return year > current + 50 ? year - 100 : year;
}
