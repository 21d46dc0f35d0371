// An SDK of documents, and a fetch that keeps what it was given.
import { generate, importProvider } from "../project.mjs";

export { root } from "../project.mjs";

/** Generates one project with a provider for each document, and imports it; by provider, what makes its client. */
export async function sdkOf(name, documents) {
  const providers = Object.keys(documents);
  const folder = generate(name, {
    "client/client.json": { providers: Object.fromEntries(providers.map((each) => [each, {}])) },
    ...Object.fromEntries(providers.flatMap((each) => filesOf(each, documents[each]))),
  });
  const makers = providers.map(async (provider) => [provider, await importProvider(folder, provider)]);
  return Object.fromEntries(await Promise.all(makers));
}

function filesOf(provider, document) {
  const definition = {
    name: provider,
    services: [{ id: "default", baseUrl: `https://${provider}.example` }],
    defaultService: "default",
    openapi: `../openapi/${provider}.json`,
  };
  return [
    [`client/openapi/${provider}.json`, document],
    [`client/providers/${provider}.json`, definition],
  ];
}

/** What one call sends, or the code of the error that it ends with before sending. */
export async function sentBy(create, call) {
  let sent;
  const fetch = async (input, init = {}) => {
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : init.body;
    sent = { url: new Request(input).url, method: init.method, headers: new Headers(init.headers), body };
    return new Response(null, { status: 204 });
  };
  try {
    await call(create({ fetch }));
  } catch (error) {
    if (sent === undefined) return { error: error.code ?? error.name, message: error.message };
  }
  return sent;
}
