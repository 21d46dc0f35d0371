import { address, key, payload } from "../workload/calls.mjs";

/** The platform alone: no timer, no signal, the body read. */
export function prepare({ port, method }) {
  const url = `${address(port)}/items`;
  if (method === "GET") {
    return async () => {
      const response = await fetch(url, { headers: { "x-api-key": key } });
      return response.json();
    };
  }
  return async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(payload),
    });
    return response.json();
  };
}
