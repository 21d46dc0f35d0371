// The server's side of digest authentication (RFC 7616), SHA-256 with qop=auth.
import { createHash, randomBytes } from "node:crypto";

const REALM = "harbor";

/** Checks `Authorization` of one server; each challenge has a nonce of its own, and no count of it comes twice. */
export function digestGuard({ username, password }) {
  const nonces = new Map();
  return {
    challenge() {
      const nonce = randomBytes(16).toString("hex");
      nonces.set(nonce, new Set());
      return `Digest realm="${REALM}", qop="auth", algorithm=SHA-256, nonce="${nonce}"`;
    },
    accepts(method, uri, header) {
      const given = fieldsOf(header);
      const seen = nonces.get(given.nonce);
      if (seen === undefined || seen.has(given.nc) || given.uri !== uri || given.username !== username) return false;
      seen.add(given.nc);
      const secret = hash(`${username}:${REALM}:${password}`);
      const asked = hash(`${method}:${uri}`);
      return given.response === hash([secret, given.nonce, given.nc, given.cnonce, given.qop, asked].join(":"));
    },
  };
}

function fieldsOf(header = "") {
  const pairs = header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g);
  return Object.fromEntries(Array.from(pairs, ([, name, quoted, token]) => [name, quoted ?? token]));
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}
