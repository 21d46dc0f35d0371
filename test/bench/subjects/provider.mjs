import { answering } from "../workload/calls.mjs";

/** An emitted provider SDK with its defaults: a time limit that covers the body, two retries. */
export async function prepare({ project, stubbed }) {
  const { createAcme } = await import(`${project}/generated/providers/acme.js`);
  const acme = createAcme(stubbed ? { fetch: answering() } : {});
  return () => acme.get("/items", { security: "api-key" }).json();
}
