import { payload } from "../workload/calls.mjs";

/** An emitted provider SDK. */
export async function prepare({ project, method }) {
  const { createAcme } = await import(`${project}/generated/providers/acme.js`);
  const acme = createAcme();
  if (method === "GET") return () => acme.get("/items", { security: "api-key" }).json();
  return () => acme.post("/items", { security: "api-key", json: payload }).json();
}
