import type { AuthenticationErrorKind } from "../errors.js";
import type { DigestScheme, OAuth2Scheme, SignatureScheme } from "../config/provider-definition.js";
import type { CredentialSources } from "./credentials.js";
import type { OutgoingRequest, SendOnce } from "../wire/outgoing.js";

/** Signs requests with a credential that is already resolved for this attempt. */
export interface Signer {
  readonly kind: "signer";
  readonly schemeId: string;
  sign(request: OutgoingRequest): void;
}

/** What came of one hop: the answer that counts, and the reason where the server did not accept the credentials. */
export interface HopAnswer {
  readonly response: Response;
  readonly rejection?: AuthenticationErrorKind | undefined;
}

/** What all hops of one attempt share. */
export interface AttemptState {
  /** How often, over all hops together, a request may be sent again because of its credential (rules §3.2). */
  furtherSends: number;
  /** What was sent as a credential, for redaction. */
  readonly secrets: Set<string>;
}

/**
 * Answers challenges: gets the request with everything but its own credential, may send it again as often as the
 * attempt's state allows, and resolves with the answer that counts. It is called once per hop, so after a same-origin
 * redirect it sees the new URL.
 */
export interface ChallengeAnswerer {
  readonly kind: "answerer";
  readonly schemeId: string;
  answer(request: OutgoingRequest, send: SendOnce, signal: AbortSignal): Promise<HopAnswer>;
}

/** Covers all that the others have written, so it signs last, whatever goes over the wire. */
export interface RequestSignature {
  readonly kind: "signature";
  readonly schemeId: string;
  /** Signs a copy of the request and sends that. */
  signing(send: SendOnce): SendOnce;
}

/** One security scheme at work within one attempt. */
export type Authenticator = Signer | ChallengeAnswerer | RequestSignature;

/** Makes the answerer of one attempt; what it learns is kept for the client instance. */
export type DigestAnswerers = (options: {
  readonly schemeId: string;
  readonly scheme: DigestScheme;
  readonly username: string;
  readonly password: string;
  readonly attempt: AttemptState;
}) => ChallengeAnswerer;

/** Makes the answerer of one attempt; tokens are kept for the client instance. */
export type OAuth2Answerers = (options: {
  readonly schemeId: string;
  readonly scheme: OAuth2Scheme;
  readonly attempt: AttemptState;
}) => ChallengeAnswerer;

/** Makes the signature of one attempt from the function that code gave. */
export type Signatures = (options: {
  readonly sources: CredentialSources;
  readonly schemeId: string;
  readonly scheme: SignatureScheme;
  readonly attempt: AttemptState;
}) => Promise<RequestSignature>;
