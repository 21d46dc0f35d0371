import { own } from "@sdkwright/runtime/config";
import type { Api, Server } from "../openapi/api.js";
import { serverIn } from "../openapi/read-servers.js";
import { secureTwin, serverKey } from "../openapi/same-server.js";

/** The servers of a document, each once, where it stands first. */
export interface Servers {
  /** Where operations go that name none; absent where the document names none for them. */
  readonly first: Server | undefined;
  /** The document's others, then those that chosen operations name instead. */
  readonly others: readonly Server[];
}

/** An https server takes the place of its http twin: which one comes first decides where credentials go. */
export function serversIn({ document: { root }, operations }: Api): Servers {
  const list = own(root, "servers");
  const named = (Array.isArray(list) ? list : []).flatMap(
    (value, index) => serverIn({ value, pointer: `/servers/${index}` }) ?? [],
  );
  const found = [...named, ...operations.flatMap(({ servers = [] }) => servers)];
  const [first, ...others] = withoutTwins(found);
  const isForAll = named.length > 0 || operations.every(({ servers }) => servers !== undefined);
  if (isForAll || first === undefined) return { first, others };
  return { first: undefined, others: [first, ...others] };
}

function withoutTwins(servers: readonly Server[]): readonly Server[] {
  const written = new Map([...servers].reverse().map((server) => [serverKey(server), server]));
  const kept = servers.map((server) => written.get(serverKey(secureTwin(server))) ?? server);
  return [...new Map(kept.map((server) => [serverKey(server), server])).values()];
}
