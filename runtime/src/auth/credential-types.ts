import type { Bytes } from "../http/transport.js";

/** A request as it goes over the wire, but for its signature. */
export interface SignedRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute, as it is sent: path and query are encoded, an API key stands in it. */
  readonly url: string;
  /** All headers but those that the platform adds (`host`, `content-length`, …), names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** A copy of the body, byte for byte; empty without one. */
  readonly body: Bytes;
  /**
   * There if the server has answered 401 and it is signed once more: `date` is the time that the answer says, to correct a
   * clock that is off. If the same headers come back, nothing is sent.
   */
  readonly refused?: { readonly date: Date | undefined } | undefined;
}

/** Values of headers by name; `undefined` leaves one out. */
export interface SignatureHeaders {
  readonly [name: string]: string | undefined;
}

/**
 * A secret, or where to get it; functions are called once per attempt, so they can rotate it, and once more with
 * `refused: true` if the server does not accept what they gave (401).
 */
export type Secret = string | ((asked: AskedFor) => string | Promise<string>);

/** Why a function is asked for credentials. */
export interface AskedFor {
  /** The server has refused what there was: something else is needed. */
  readonly refused: boolean;
}

/** Credentials of an `apiKey` scheme. */
export interface ApiKeyCredentials {
  /** The key, sent where the scheme says. */
  apikey: Secret;
}

/** Credentials of a `basic` scheme (RFC 7617). */
export interface BasicCredentials {
  /** The user-id; it has no colon. */
  username: Secret;
  /** The password, sent with every request that names the scheme. */
  password: Secret;
}

/** Credentials of a `digest` scheme (RFC 7616). */
export interface DigestCredentials {
  /** The user name that the challenge is answered for. */
  username: Secret;
  /** The password. It is hashed with the challenge and never sent. */
  password: Secret;
}

/** Credentials of an `oauth2` scheme with the flow `clientCredentials` (RFC 6749 §4.4). */
export interface OAuth2Credentials {
  /** The client's id, as the vendor gave it. */
  clientId: Secret;
  /** The client's secret. It is sent to the token endpoint only. */
  clientSecret: Secret;
}

/** Credentials of an `oauth2` scheme with the flow `refreshToken` (RFC 6749 §6). */
export interface OAuth2RefreshCredentials {
  /** The client's id, as the vendor gave it. */
  clientId: Secret;
  /** The client's secret; a public client has none. It is sent to the token endpoint only. */
  clientSecret?: Secret | undefined;
  /** The refresh token to begin with. If the vendor hands out a new one, that one is used from then on. */
  refreshToken: Secret;
}

/** Credentials of a `bearer` scheme (RFC 6750). */
export interface BearerCredentials {
  /** The token, without the word `Bearer`. */
  token: Secret;
}

/** Credentials of a `signature` scheme: they come from code only. */
export interface SignatureCredentials {
  /**
   * Returns the headers that sign a request, of those that the scheme names. Called for everything that goes over the wire
   * to the service's origin: each attempt, each redirect, each answer to a challenge. Time limits include it. What it
   * throws is not passed on.
   */
  sign: (request: SignedRequest) => SignatureHeaders | Promise<SignatureHeaders>;
}

/**
 * `T`, with the keys `K` that client.json supplies made optional, and likewise {@link Below} the keys of `Nested`. Keeps
 * unions, docs and index signatures; what is not an object stays as it is.
 */
export type Defaulted<T, K extends PropertyKey, Nested = unknown> = T extends object
  ? // One object if one is enough: `{} & …` would take a text, and whatever else is not `null`.
    [keyof T] extends [K]
    ? { [P in keyof T]?: DefaultedBelow<T, P, Nested> | undefined }
    : [K & keyof T] extends [never]
      ? { [P in keyof T]: DefaultedBelow<T, P, Nested> }
      : { [P in keyof T as P extends K ? never : P]: DefaultedBelow<T, P, Nested> } & {
          [P in keyof T as P extends K ? P : never]?: DefaultedBelow<T, P, Nested> | undefined;
        }
  : T;

/** Keys that client.json supplies below another key. */
export interface Below<K extends PropertyKey, Nested = unknown> {
  readonly keys: K;
  readonly nested: Nested;
}

type DefaultedBelow<T, P extends keyof T, Nested> = P extends keyof Nested
  ? Nested[P] extends Below<infer K, infer N>
    ? Defaulted<T[P], K, N>
    : T[P]
  : T[P];

/** Credentials as code gives them, for some schemes of `T`: an object each, or one function that returns it, called once per attempt. */
export type CredentialsFromCode<T, Scheme extends keyof T = keyof T> = {
  [Id in Scheme]: T[Id] | ((asked: AskedFor) => Whole<T[Id]> | Promise<Whole<T[Id]>>);
};

/** The same, for any schemes of `T` or none. Its own type, because `Partial` of the other costs compilers twice as much. */
export type PartialCredentials<T> = {
  [Id in keyof T]?: T[Id] | ((asked: AskedFor) => Whole<T[Id]> | Promise<Whole<T[Id]>>);
};

/** With the fields that client.json supplies, which nothing fills beside a function; a public client has no secret. */
type Whole<T> = { [P in keyof T as P extends Secretless<T> ? never : P]-?: NonNullable<T[P]> } & {
  [P in keyof T as P extends Secretless<T> ? P : never]?: T[P];
};

type Secretless<T> = "refreshToken" extends keyof T ? "clientSecret" : never;

/**
 * The schemes of one provider in `Credentials`: what code gave to `createClient`, by provider and scheme.
 * With another configuration at run time nobody knows before, and it is `"every scheme"`.
 */
export type SchemesIn<Credentials, Provider extends string, Scheme> = Credentials extends "every scheme"
  ? Scheme
  : Credentials extends { readonly [Name in Provider]: infer Schemes }
    ? Scheme & { [Id in keyof Schemes]: undefined extends Schemes[Id] ? never : Id }[keyof Schemes]
    : never;

/** `Value`, if it has no key that `Known` does not have, on any level; functions stay as they are. */
export type OnlyKnown<Value, Known> = Value extends (...values: never[]) => unknown
  ? Value
  : { [Key in keyof Value]: Key extends keyof Keyed<Known> ? OnlyKnown<Value[Key], Keyed<Known>[Key]> : never };

type Keyed<T> = T extends (...values: never[]) => unknown ? never : T extends object ? T : never;

/** `T`, with at least one of its keys. */
export type AtLeastOne<T> = { [P in keyof T]: Pick<T, P> & Partial<Omit<T, P>> }[keyof T];

/** `T`, with every key optional on every level; functions stay as they are. */
export type DeepPartial<T> = T extends (...values: never[]) => unknown
  ? T
  : T extends object
    ? { [P in keyof T]?: DeepPartial<T[P]> | undefined }
    : T;
