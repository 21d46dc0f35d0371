import { readHeaders } from "../config/headers.js";
import { type BadOption, copied, own } from "../config/options.js";
import { ConfigurationError, MAX_NAME, printable, RequestError } from "../errors/errors.js";
import type { OutgoingBody, OutgoingRequest } from "../http/transport.js";
import type { RequestSignature, Signatures } from "./authenticate.js";
import type { SignedRequest } from "./credential-types.js";
import { credentialError, givenFields } from "./credentials.js";

type SignatureOptions = Parameters<Signatures>[0];

/** The function that code gave; it may return anything. */
type Sign = (request: SignedRequest) => unknown;

/** Signs requests with a function of the application's: headers that depend on everything else that is sent. */
export const signature: Signatures = async (options) => {
  const { sources, schemeId, scheme, attempt } = options;
  const place = { sources, schemeId, field: "sign" };
  const sign = own(await givenFields(sources, schemeId, [place.field], scheme), place.field);
  if (sign === undefined)
    throw credentialError(place, "is missing: pass the function in code, in `credentials`", "missing-credential");
  if (typeof sign !== "function") throw credentialError(place, "is not a function", "bad-credential");
  const signing: RequestSignature["signing"] = (send) => async (request) => {
    const { refused } = attempt;
    const next = await signed(request, sign as Sign, options);
    const written = JSON.stringify(scheme.headers.map((name) => next.headers.get(name)));
    // The same would be refused again.
    if (refused?.response !== undefined && written === attempt.signature) return refused.response;
    attempt.refused = refused && { ...refused, response: undefined };
    attempt.signature = written;
    return send(next);
  };
  return { kind: "signature", schemeId, signing };
};

/** A copy: what is signed again after a redirect or a challenge has no signature yet. */
async function signed(request: OutgoingRequest, sign: Sign, options: SignatureOptions): Promise<OutgoingRequest> {
  const { method, url } = request;
  const { refused, secrets } = options.attempt;
  const headers = new Headers(request.headers);
  const body = await bytesOf(request.body, options.schemeId);
  const toSign = { method, url, headers: Object.fromEntries(headers), body };
  const asked = refused ? { ...toSign, refused: { date: refused.date } } : toSign;
  // Its error, or one of reading what it returns, is not passed on: it may hold what the function is to hide.
  const returned = await (async () => copied(await sign(asked)))().catch(() => {
    const problem = "threw, but its error is not passed on: log it there";
    throw credentialError({ ...options, field: "sign" }, problem, "credential-source-failed");
  });
  for (const [name, value] of readSignature(returned, options)) {
    for (const secret of secretsOf(value)) secrets.add(secret);
    headers.set(name, value);
  }
  return { ...request, headers };
}

/** A copy: what the function does with it is not what is sent. */
async function bytesOf(body: OutgoingBody | undefined, schemeId: string): Promise<SignedRequest["body"]> {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body.slice();
  if (body.bytes !== undefined) return body.bytes();
  const way = "pass it as bytes, as text or as a Blob";
  const message = `a signature (scheme "${schemeId}") covers the whole body, which a stream does not have yet: ${way}`;
  throw new RequestError(message, { code: "stream-body" });
}

/** Nothing at all is a mistake, headers that are left out are none: which are needed is between the function and the server. */
function readSignature(returned: unknown, { sources, schemeId, scheme }: SignatureOptions): Headers {
  const { name: provider } = sources.definition;
  const bad: BadOption = (option, problem) => {
    const message = `the headers that "sign" of scheme "${schemeId}" of ${provider} returned are wrong: ${printable(option, MAX_NAME)} ${problem}`;
    return new ConfigurationError(message, { code: "bad-signature", provider });
  };
  const headers = readHeaders(returned, bad);
  const known = scheme.headers;
  const unknown = [...headers.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return headers;
  throw bad(`\`headers.${unknown}\``, `is not in the scheme; it has ${known.join(", ")}`);
}

/**
 * The whole, what stands after its first word, the value of each `name=value`, and whatever looks like the signature by
 * itself, in base64 or hex: a server quotes what it compared.
 */
function secretsOf(value: string): string[] {
  const values = Array.from(value.matchAll(/=([^\s,;]+)/g), ([, part = ""]) => part.replaceAll('"', ""));
  const runs = value.match(/[\w+/-]{16,}/g) ?? [];
  const random = runs.filter((run) => /\d/.test(run) && /[a-z]/i.test(run));
  return [value, value.replace(/^\S+\s+/, ""), ...values, ...random];
}
