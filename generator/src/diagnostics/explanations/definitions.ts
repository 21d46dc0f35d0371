import type { IssueExplanations } from "./explanation.js";

const TWO_SCHEMES = `"securitySchemes": [{ "id": "key", "type": "http", "scheme": "basic" }, { "id": "`;

/** What a provider definition says against itself. */
export const definitionExplanations: IssueExplanations<"SW12"> = {
  SW1201: {
    title: "two services with one id",
    severity: "error",
    what: "Two services of the definition have the same `id`. The first one is named.",
    why: "Requests name a service by its id.",
    mend: "Give one of them another id.",
    rule: "P4",
    example: {
      document: "provider definition",
      wrong: `"services": [{ "id": "default", "baseUrl": "https://a.example" }, { "id": "default", "baseUrl": "https://b.example" }]`,
      right: `"services": [{ "id": "default", "baseUrl": "https://a.example" }, { "id": "other", "baseUrl": "https://b.example" }]`,
    },
  },
  SW1202: {
    title: "two security schemes with one id",
    severity: "error",
    what: "Two security schemes of the definition have the same `id`. The first one is named.",
    why: "Requests and credentials name a scheme by its id.",
    mend: "Give one of them another id.",
    rule: "P4",
    example: {
      document: "provider definition",
      wrong: `${TWO_SCHEMES}key", "type": "http", "scheme": "bearer" }]`,
      right: `${TWO_SCHEMES}session", "type": "http", "scheme": "bearer" }]`,
    },
  },
  SW1203: {
    title: "a default service that is none of the services",
    severity: "error",
    what: "`defaultService` is not the id of a service.",
    why: "Requests that name no service go there.",
    mend: "Take an id from `services`. The hint names the nearest one.",
    rule: "P4",
    example: {
      document: "provider definition",
      wrong: `"defaultService": "defualt"`,
      right: `"defaultService": "default"`,
    },
  },
  SW1204: {
    title: "two parameters with one name",
    severity: "error",
    what: "Two parameters of the definition have the same `name`. The first one is named.",
    why: "`{NAME}` would be filled from one of them, and nobody could say from which.",
    mend: "Remove one, or give it another name.",
    rule: "P4",
    example: {
      document: "provider definition",
      wrong: `"parameters": [{ "name": "REGION" }, { "name": "REGION", "default": "eu" }]`,
      right: `"parameters": [{ "name": "REGION", "default": "eu" }]`,
    },
  },
  SW1205: {
    title: "a base URL that can never be used, or a parameter's value that cannot stand in it",
    severity: "error",
    what: "A base URL is not http or https, has user info, a query or a fragment, or is no URL. Or a default, or a value in client.json, would change more of it than its own place.",
    why: "The base URL decides where credentials go. A value such as `eu.evil.example/` must not be able to change the host.",
    mend: "Write `https://host/path`. Queries and credentials belong to requests and security schemes. A value for a host is letters, digits, dots and hyphens.",
    rule: "P5",
    example: {
      document: "provider definition",
      wrong: `"services": [{ "id": "default", "baseUrl": "https://api.acme.example/v1?key=1" }]`,
      right: `"services": [{ "id": "default", "baseUrl": "https://api.acme.example/v1" }]`,
    },
  },
  SW1206: {
    title: "a base URL without URL scheme",
    severity: "warning",
    what: "A base URL starts with neither `https://` nor `http://`.",
    why: "Requests to this service fail with a ConfigurationError. The provider's other services work.",
    mend: "Write `https://` before it.",
    rule: "P5",
    example: {
      document: "provider definition",
      wrong: `"services": [{ "id": "default", "baseUrl": "api.acme.example" }]`,
      right: `"services": [{ "id": "default", "baseUrl": "https://api.acme.example" }]`,
    },
  },
  SW1207: {
    title: "a base URL with a parameter that is not declared",
    severity: "error",
    what: "A base URL has `{NAME}`, and `parameters` has no such name.",
    why: "Nothing could fill it.",
    mend: "Declare it in `parameters`, or correct the name.",
    rule: "P9",
    example: {
      document: "provider definition",
      wrong: `"services": [{ "id": "default", "baseUrl": "https://{SHOP}.acme.example" }]`,
      right: `"services": [{ "id": "default", "baseUrl": "https://{SHOP}.acme.example" }], "parameters": [{ "name": "SHOP" }]`,
    },
  },
  SW1208: {
    title: "credentials in clear text over a network",
    severity: "warning",
    what: "The provider has security schemes, and a base URL is `http://` to another machine.",
    why: "Everybody on the way can read the credentials. Digest alone does not send the password, and it protects neither the request nor the answer.",
    mend: "Use `https://`. Loopback addresses give no warning.",
    rule: "P5",
    example: {
      document: "provider definition",
      wrong: `"services": [{ "id": "default", "baseUrl": "http://api.acme.example" }]`,
      right: `"services": [{ "id": "default", "baseUrl": "https://api.acme.example" }]`,
    },
  },
  SW1209: {
    title: "an API key or digest answer under a name that cannot carry it",
    severity: "error",
    what: "A security scheme writes to a header that is no header name or that frames the message (`Host`, `Content-Length` …), to an empty key of a body, or to a placeholder with a brace or slash in it.",
    why: "Every request with this scheme would fail, or the platform would drop the credential in silence.",
    mend: "Take the name from the provider's documentation.",
    rule: "P8",
    example: {
      document: "provider definition",
      wrong: `"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "header", "name": "Host" }]`,
      right: `"securitySchemes": [{ "id": "key", "type": "apiKey", "in": "header", "name": "X-Api-Key" }]`,
    },
  },
  SW1210: {
    title: "a public parameter whose name says that it is a secret",
    severity: "warning",
    what: "The name of a parameter has `token`, `secret`, `password`, `api_key` or the like in it.",
    why: "Parameters are public: their values are emitted, and stand in URLs.",
    mend: 'Make a security scheme of it. An API key can stand in a path: `"in": "path"`.',
    rule: "P9",
    example: {
      document: "provider definition",
      wrong: `"parameters": [{ "name": "API_TOKEN" }]`,
      right: `"parameters": [{ "name": "REGION" }]`,
    },
  },
};
