/** What every subject of the request rows sends: the same headers, path and body to the same server. */
export const key = "key";

export const payload = { amount: 100, currency: "EUR", label: "one", tags: ["a", "b"] };

export function address(port) {
  return `http://127.0.0.1:${port}/v1`;
}
