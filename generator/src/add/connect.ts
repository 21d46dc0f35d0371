import { once } from "node:events";
import { connect as connectTcp, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

/** A connection to a URL's host, and the address that it was made to. */
export interface Connection {
  readonly address: string;
  readonly stream: Duplex;
}

/** Connects to the host of a URL; rejects with what the system says. Nothing has been sent yet, TLS apart. */
export type Connect = (url: URL, signal: AbortSignal) => Promise<Connection>;

/** Over TCP, and TLS for https. */
export const connect: Connect = async (url, signal) => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isSecure = url.protocol === "https:";
  const socket = connectTcp({ host, port: Number(url.port) || (isSecure ? 443 : 80), signal });
  await once(socket, "connect");
  const address = socket.remoteAddress ?? "";
  if (!isSecure) return { address, stream: socket };
  // An address is no name to ask for (RFC 6066 §3); the certificate has to be that of the host all the same.
  const servername = isIP(host) === 0 ? host : "";
  const stream = connectTls({ socket, host, servername, ALPNProtocols: ["http/1.1"] });
  // An abort ends the socket, and that the stream: who heard of the abort alone would leave that error to nobody.
  await once(stream, "secureConnect");
  return { address, stream };
};
