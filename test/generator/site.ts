import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on this machine, and what was asked of it. */
export interface Site {
  readonly origin: string;
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

/** Answers with texts by path: JSON of what is no text, 404 elsewhere. */
export function pages(texts: { readonly [path: string]: unknown }): RequestListener {
  return ({ url = "" }, response) => {
    const found = Object.hasOwn(texts, url) ? texts[url] : undefined;
    if (found === undefined) response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"none"}');
    else response.end(typeof found === "string" ? found : JSON.stringify(found));
  };
}

export async function withSite<T>(answer: RequestListener, use: (site: Site) => Promise<T>): Promise<T> {
  const asked: Site["asked"] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use({ origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
