import ky from "ky";
import { address, key, payload } from "../workload/calls.mjs";

/** ky as one uses it where the time limit has to cover the body: its own timer and retries off, a signal per request. */
export function prepare({ port, method }) {
  const client = ky.create({
    prefixUrl: address(port),
    retry: 0,
    timeout: false,
    headers: { "x-api-key": key },
  });
  const body = method === "GET" ? {} : { json: payload };
  return async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    try {
      return await client("items", { method, ...body, signal: controller.signal }).json();
    } finally {
      clearTimeout(timer);
    }
  };
}
