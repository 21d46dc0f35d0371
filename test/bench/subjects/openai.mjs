import OpenAI from "openai";
import { answering, key } from "../workload/calls.mjs";

/** OpenAI's client with its defaults: a time limit, two retries, a bearer token. */
export function prepare({ baseUrl: baseURL, stubbed }) {
  const client = new OpenAI({ baseURL, apiKey: key, ...(stubbed ? { fetch: answering() } : {}) });
  return () => client.get("/items");
}
