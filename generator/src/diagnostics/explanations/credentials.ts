import type { Explanation } from "./explanation.js";
import type { IssueCodes } from "@sdkwright/runtime/config";

type Code = "SW1309" | `SW131${0 | 1 | 2 | 3 | 4 | 5}` | `SW133${1 | 2}`;

/** What client.json says of credentials, parameters and base URLs that cannot be meant. No message shows a value. */
export const credentialExplanations: { readonly [C in Code]: Explanation<IssueCodes[C]> } = {
  SW1309: {
    title: "a value that starts with `$` and is not `$NAME`",
    severity: "error",
    what: "A credential, parameter or base URL begins with `$`, and what follows is no name of a variable.",
    why: "It may be a reference that was misspelt (`${NAME}`, `$MY-KEY`), or a text that begins with a dollar sign. Sending it as it is could send the wrong one.",
    mend: "Write `$NAME`, without braces, for a variable. Write `$$` for a text that begins with one `$`.",
    rule: "C16",
    example: {
      document: "client.json",
      wrong: '"providers": { "acme": { "security": [{ "id": "key", "apikey": "${ACME_KEY}" }] } }',
      right: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }`,
    },
  },
  SW1310: {
    title: "a credential written out in the file",
    severity: "warning",
    what: "A credential stands in client.json as it is. The hint proposes the name of a variable.",
    why: "A file in a repository is read by many. The literal is not written to emitted code, so code has to give this field.",
    mend: "Write `$NAME` and set the variable where the program runs. Then replace the credential: it has been in the history.",
    rule: "C17",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "not-a-real-key" }] } }`,
      right: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }`,
    },
  },
  SW1311: {
    title: "credential fields that no security scheme has",
    severity: "error",
    what: "An entry of `security` has fields that belong to no kind of scheme, or none at all. The message lists what was given.",
    why: "The fields are `apikey`, or `username` and `password`, or `token`, or `clientId` with `clientSecret`, `refreshToken` or both. A signature has none here: code gives its function. A field `digest` is none of them: digest takes a username and a password.",
    mend: "Use the fields of the scheme. They are spelt in small letters.",
    rule: "C18",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "security": [{ "id": "key", "apiKey": "$ACME_KEY" }] } }`,
      right: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }`,
    },
  },
  SW1312: {
    title: "two entries of credentials for one security scheme",
    severity: "error",
    what: "`security` has two entries with the same `id`. The first one is named.",
    why: "A scheme has one set of credentials.",
    mend: "Remove one entry. For several accounts, make one client for each and give the credentials in code.",
    rule: "C18",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "$A" }, { "id": "key", "apikey": "$B" }] } }`,
      right: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "$A" }] } }`,
    },
  },
  SW1313: {
    title: "credentials for a security scheme that the provider does not have",
    severity: "error",
    what: "The `id` of an entry is none of the ids under `securitySchemes` of the definition.",
    why: "The credentials would never be used.",
    mend: "Take the id from the definition. The hint names the nearest one.",
    rule: "C18",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "security": [{ "id": "kee", "apikey": "$ACME_KEY" }] } }`,
      right: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }`,
    },
  },
  SW1314: {
    title: "credential fields of another kind of security scheme",
    severity: "error",
    what: "The entry has the fields of another kind of scheme than the one that the definition declares under this id.",
    why: "A bearer token is no API key: they are sent in different ways.",
    mend: "Give the fields that the message names.",
    rule: "C18",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "security": [{ "id": "key", "token": "$ACME_KEY" }] } }`,
      right: `"providers": { "acme": { "security": [{ "id": "key", "apikey": "$ACME_KEY" }] } }`,
    },
  },
  SW1315: {
    title: "a value for a parameter that the definition does not declare",
    severity: "warning",
    what: "`parameters` of a provider in client.json has a name that its definition does not declare.",
    why: "The value fills `{name}` in paths of requests, and is read nowhere else: no base URL can use it, and no map sees it. A misspelt name would leave the parameter that was meant without its value.",
    mend: "Correct the name, or declare the parameter in the definition.",
    rule: "P9",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "parameters": { "REGOIN": "eu" } } }`,
      right: `"providers": { "acme": { "parameters": { "REGION": "eu" } } }`,
    },
  },
  SW1331: {
    title: "a base URL for a service that the provider does not have",
    severity: "error",
    what: "`services` of a provider in client.json has an id that no definition of the provider has.",
    why: "No request would go there: the service that was meant would stay at the definition's base URL, and its credentials would go there.",
    mend: "Correct the id, or add the service to the definition.",
    rule: "C20",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "services": { "defualt": "$ACME_URL" } } }`,
      right: `"providers": { "acme": { "services": { "default": "$ACME_URL" } } }`,
    },
  },
  SW1332: {
    title: "a base URL in client.json that would send in clear text over a network",
    severity: "error",
    what: "A base URL in `services` of client.json is `http://` to another machine, and the definition's is not.",
    why: "Everybody on the way could read what the definition sends encrypted, credentials too.",
    mend: "Use `https://`, or a stub server on this machine. Where the service really has no `https`, the definition says so.",
    rule: "C20",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": { "services": { "default": "http://sandbox.acme.example" } } }`,
      right: `"providers": { "acme": { "services": { "default": "https://sandbox.acme.example" } } }`,
    },
  },
};
