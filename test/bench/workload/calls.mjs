/** What every subject of the request rows sends: the same headers, path and body to the same server. */
export const key = "key";

export const payload = { amount: 100, currency: "EUR", label: "one", tags: ["a", "b"] };

export function address(port) {
  return `http://127.0.0.1:${port}/v1`;
}

/** A fetch that answers at once, with a small JSON that is made anew each time. */
export function answering(status = 200, text = '{"id":"1","label":"one"}') {
  return async () => new Response(text, { status, headers: { "content-type": "application/json" } });
}

/** The calls by which an SDK is weighed, by kind; `create` makes its client. */
export const firstCalls = {
  provider: async (create, fetch) => {
    const options = { security: "api-key" };
    const client = create({ fetch, credentials: { "api-key": { apikey: key } } });
    await client.get("/items", options).json();
    await client.post("/items", { ...options, json: payload }).json();
  },
  operation: (create, fetch) => {
    const credentials = { ApiKeyAuth: { token: key }, AdminApiKeyAuth: { token: key } };
    return create({ fetch, credentials }).get("/models").json();
  },
  client: (create, fetch) => {
    const credentials = { "api-key": { apikey: key } };
    const client = create({ fetch, credentials: { acme: credentials, other: credentials } });
    return client.profiles["bench/items"].GetItem({ id: "1" });
  },
};
