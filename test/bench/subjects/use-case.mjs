/** An emitted client: a use-case call with retry, circuit and failover on. */
export async function prepare({ project, useCase }) {
  const { createClient } = await import(`${project}/generated/client.js`);
  const perform = createClient().profiles["bench/items"][useCase];
  return () => perform({ id: "1" });
}
