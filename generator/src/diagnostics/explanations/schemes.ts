import type { IssueExplanations } from "./explanation.js";

export type SchemeCode = "SW1217" | "SW1218" | "SW1219" | "SW1220" | "SW1221";

const oauth2 = (tokenUrl: string) =>
  `"securitySchemes": [{ "id": "app", "type": "oauth2", "flow": "clientCredentials", "tokenUrl": "${tokenUrl}" }]`;

/** What a definition says of a security scheme that cannot be meant: where tokens come from, what stands before a key; and of hosts. */
export const schemeExplanations: Pick<IssueExplanations<"SW12">, SchemeCode> = {
  SW1217: {
    title: "a token URL that can never be used, or a parameter's value that cannot stand in it",
    severity: "error",
    what: "`tokenUrl` is relative, goes to another machine by anything but https, has user info, a fragment or white space in it, or a parameter's default cannot stand there.",
    why: "The secret of the client is sent there, so it has to be one certain place, and nobody on the way may read it.",
    mend: "Take the absolute URL from the provider's documentation. http is fine for a server on this machine.",
    rule: "P15",
    example: {
      document: "provider definition",
      wrong: oauth2("http://auth.acme.example/token"),
      right: oauth2("https://auth.acme.example/token"),
    },
  },
  SW1218: {
    title: "a token URL with a parameter that is not declared",
    severity: "error",
    what: "`tokenUrl` has a `{NAME}` that `parameters` does not have.",
    why: "Nobody could give it a value.",
    mend: "Declare it in `parameters`, or correct the name.",
    rule: "P15",
    example: {
      document: "provider definition",
      wrong: oauth2("https://{TENANT}.auth.acme.example/token"),
      right: `${oauth2("https://{TENANT}.auth.acme.example/token")}, "parameters": [{ "name": "TENANT" }]`,
    },
  },
  SW1219: {
    title: "a prefix of an API key that cannot stand before one",
    severity: "error",
    what: "An API key has a `prefix` and is not sent in a header, or the prefix looks like a key that somebody issued.",
    why: "Only the value of a header has words before the secret. The prefix is emitted, so it is public.",
    mend: "Leave `prefix` out, or write the word alone: `Bot `, with its space.",
    rule: "P17",
    example: {
      document: "provider definition",
      wrong: `"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "query", "name": "key", "prefix": "Bot " }]`,
      right: `"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "header", "name": "Authorization", "prefix": "Bot " }]`,
    },
  },
  SW1220: {
    title: "a prefix of an API key that runs into the key",
    severity: "warning",
    what: "The `prefix` of an API key ends with a letter or a digit, and the key is sent right after it.",
    why: "`Bot` makes `Botabc123` of the key `abc123`, which most servers take for a wrong key. Nothing is added to a prefix, because some have no space.",
    mend: "End the prefix with the space or the sign that the provider's documentation shows. Where the key really follows at once, leave it: this is a warning.",
    rule: "P17",
    example: {
      document: "provider definition",
      wrong: `"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "header", "name": "Authorization", "prefix": "Bot" }]`,
      right: `"securitySchemes": [{ "id": "bot", "type": "apiKey", "in": "header", "name": "Authorization", "prefix": "Bot " }]`,
    },
  },
  SW1221: {
    title: "a host that is not written in ASCII",
    severity: "warning",
    what: "The host of a base URL or a token URL, or a default value in it, has letters of another alphabet, or signs that stand for others.",
    why: "They look like other ones: a Cyrillic а like an a, and ⁄ like the end of the host. Requests, with their credentials, go to the host in ASCII (Punycode).",
    mend: "Look at the host in the message. Where it is the one that you mean, write it like that.",
    rule: "P5",
    example: {
      document: "provider definition",
      wrong: `"services": [{ "id": "default", "baseUrl": "https://api.bücher.example" }]`,
      right: `"services": [{ "id": "default", "baseUrl": "https://api.xn--bcher-kva.example" }]`,
    },
  },
};
