import { answering, key } from "../workload/calls.mjs";

/** The platform alone, or the stub in its place: no timer, no signal, the body read. */
export function prepare({ baseUrl, stubbed }) {
  const send = stubbed ? answering() : fetch;
  return async () => {
    const response = await send(`${baseUrl}/items`, { headers: { "x-api-key": key } });
    return response.json();
  };
}
