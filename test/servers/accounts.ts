import { createHash } from "node:crypto";

/** The one user that every server knows. */
export const account = { username: "alice", password: "correct horse battery", realm: "test realm" };

/** A line of an htdigest file. */
export function digestLine(algorithm: "md5" | "sha256" | "sha512-256"): string {
  const { username, password, realm } = account;
  return `${username}:${realm}:${hash(algorithm, `${username}:${realm}:${password}`)}`;
}

/** A line of an htdigest file of lighttpd, with the hashed user name as a fourth field. */
export function userhashLine(): string {
  return `${digestLine("sha256")}:${hash("sha256", `${account.username}:${account.realm}`)}`;
}

/** A line of an htpasswd file, in the `{SHA}` form that Apache and nginx know. */
export function basicLine(): string {
  const digest = createHash("sha1").update(account.password).digest("base64");
  return `${account.username}:{SHA}${digest}`;
}

function hash(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest("hex");
}
