/** A segment of a path that is no word, nor a version: that of a webhook, a bot, a tenant. */
const MADE_UP = /^(?=.*\d)(?=.*[a-z]).{16,}/i;

/** What looks like a credential in the path of a base URL. */
export function secretSegments(path: string): string[] {
  return path.split("/").filter((segment) => MADE_UP.test(segment));
}

/** A text that may have the path of a base URL in it, as events and errors show it. */
export function maskSegments(text: string, path: string): string {
  return secretSegments(path).reduce((shown, segment) => shown.replaceAll(segment, "***"), text);
}
