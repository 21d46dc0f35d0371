import { parseChallenges } from "../auth/challenges.js";
import { answerChallenge, readDigest } from "../auth/digest.js";
import { own, type TableOf } from "../config/options.js";
import type { FakeAnswer, FakeRequest } from "./answers.js";
import { readSettings, wrongUse } from "./wrong-use.js";

/** A login that a fake asks for (RFC 7616); names of headers and the status where the provider has others. */
export interface DigestLogin {
  readonly username: string;
  readonly password: string;
  /** Default `SHA-256`. */
  readonly algorithm?: "MD5" | "SHA-256" | "SHA-512-256" | undefined;
  readonly statusCode?: number | undefined;
  readonly challengeHeader?: string | undefined;
  readonly authorizationHeader?: string | undefined;
}

const DIGEST_LOGIN: TableOf<DigestLogin> = {
  username: "a string",
  password: "a string",
  algorithm: "a string",
  statusCode: "a number",
  challengeHeader: "a string",
  authorizationHeader: "a string",
};

const ALGORITHMS: readonly string[] = ["MD5", "SHA-256", "SHA-512-256"];

/** What is answered to a request that does not have the login; `undefined` for one that has. */
export function digestOf(login: DigestLogin): (request: FakeRequest) => FakeAnswer | undefined {
  const read = readSettings(login, "digest", DIGEST_LOGIN);
  const { statusCode = 401, challengeHeader = "www-authenticate", authorizationHeader = "authorization" } = read;
  const { algorithm = "SHA-256" } = read;
  if (!ALGORITHMS.includes(algorithm)) throw wrongUse(`digest: \`algorithm\` is none of ${ALGORITHMS.join(", ")}`);
  const text = `Digest realm="fake", nonce="fake-nonce", qop="auth", algorithm=${algorithm}`;
  return ({ method, headers }) =>
    proves(own(headers, authorizationHeader.toLowerCase()) ?? "", read, text, method)
      ? undefined
      : { status: statusCode, headers: { [challengeHeader]: text } };
}

/** Whether the answer to the challenge is what the login makes of it. */
function proves(field: string, { username, password }: DigestLogin, text: string, method: string): boolean {
  const [answer] = parseChallenges(field);
  const [asked] = parseChallenges(text);
  const challenge = asked && readDigest(asked);
  if (answer === undefined || challenge === undefined) return false;
  const param = (name: string): string => answer.params.get(name) ?? "";
  const [target, cnonce, nc] = [param("uri"), param("cnonce"), parseInt(param("nc"), 16)];
  const parts = { challenge, username, password, method, target, body: undefined, nc, cnonce };
  return answerChallenge(parts).includes(`response="${param("response")}"`) && param("username") === username;
}
