import ky from "ky";
import { answering, key } from "../workload/calls.mjs";

/** ky with its defaults: a time limit for the headers, and two retries. */
export function prepare({ baseUrl, stubbed }) {
  const client = ky.create({ headers: { "x-api-key": key }, ...(stubbed ? { fetch: answering() } : {}) });
  return () => client.get(`${baseUrl}/items`).json();
}
