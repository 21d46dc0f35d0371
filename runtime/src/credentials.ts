/** A secret, or where to get it; functions are called once per attempt, so they can rotate it. */
export type Secret = string | (() => string | Promise<string>);

/** Credentials of an `apiKey` scheme. */
export interface ApiKeyCredentials {
  apikey: Secret;
}

/** Credentials of a `basic` scheme (RFC 7617). */
export interface BasicCredentials {
  username: Secret;
  password: Secret;
}

/** Credentials of a `digest` scheme (RFC 7616). */
export interface DigestCredentials {
  username: Secret;
  password: Secret;
}

/** Credentials of a `bearer` scheme (RFC 6750). */
export interface BearerCredentials {
  token: Secret;
}

/** `T`, with the keys `K` that client.json supplies made optional. Keeps unions, docs and index signatures. */
export type Defaulted<T, K extends PropertyKey> = T extends unknown
  ? { [P in keyof T as P extends K ? never : P]: T[P] } & {
      [P in keyof T as P extends K ? P : never]?: T[P] | undefined;
    }
  : never;

/** What client.json supplies for a provider: `$NAME` strings by scheme and field, parameters by name. */
export interface ConfiguredValues {
  readonly credentials?: { readonly [scheme: string]: { readonly [field: string]: string } } | undefined;
  readonly parameters?: { readonly [name: string]: string } | undefined;
}
