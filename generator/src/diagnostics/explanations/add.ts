import type { Explanation } from "./explanation.js";

/** What `add` says of an OpenAPI document, and of what stands in its way. */
export const addExplanations: { readonly [code: string]: Explanation } = {
  SW0702: {
    title: "something that only a person can say",
    severity: "error",
    what: "`add` needs a name, because the title of the document makes none, or the base URL of the API, because the document has none or a relative one.",
    why: "A name stays in code for years, and credentials go to the base URL. Neither is guessed.",
    mend: "Run the command of the hint, with your own values in place of those that it proposes.",
    rule: "P14",
  },
  SW0703: {
    title: "a document that cannot be read",
    severity: "error",
    what: "The file or URL of `add` is not there, is too large, is no document, or is not read: a URL has to be https, or http on this machine; it may redirect five times, never from https to http, and never from a public address to a private one.",
    why: "A URL is read from your machine, behind your firewall. What it redirects to is chosen by somebody else.",
    mend: "Download the document by what you trust, look at it, and give the file.",
    rule: "P14",
  },
  SW0704: {
    title: "a file that `add` does not replace",
    severity: "error",
    what: "Where the document belongs stands one that `add` did not write, or one that was changed since. Or the path of a file leads out of the project, into `.git`, along a link to nothing, or to a place where other programs look: a document stands as a `.json` file below a folder called `openapi`. Or a file has changed while `add` ran.",
    why: "Only what `add` wrote can be made again. The last key of its documents, `x-sdkwright-add`, is a hash that tells.",
    mend: "Move the file away and run again. A document that you write yourself is named by the definition directly: `--link`.",
    rule: "P14",
  },
  SW0705: {
    title: "a part of a document that is not carried over",
    severity: "note",
    what: "A server, a security scheme, a default security or a constant header of the OpenAPI document is not in the definition. Or an operation of Swagger 2.0 has several bodies, or a body and fields of a form: the first counts. The message says why.",
    why: "The definition has no place for it, or the runtime cannot do it. Left out in silence it would be missed later.",
    mend: "Nothing, if you do not need it. Else write it into the definition as far as its format goes; the hint names other ways.",
    rule: "P14",
  },
  SW0706: {
    title: "a part of a document that is carried over otherwise",
    severity: "note",
    what: "OAuth 2 becomes bearer where no flow of it works without a person, and so does OpenID Connect. Tokens that the client gets by itself are asked for without scopes, and a relative token URL is read by the first server. A key in `Authorization` is the whole value of the header. The default of a server variable that cannot stand in a base URL is left out. So are keys that OpenAPI does not know in what another file brings. Of Swagger 2.0, lists that OpenAPI 3 has no words for are written otherwise: with tabs, with spaces or bars elsewhere than in a query or a form, in parts, in lists.",
    why: "What is sent differs from what the document says, or something is left to you.",
    mend: "Give what the message asks for. An access token can come from a function, in code. `scopes` of a scheme and `prefix` of a key go into the definition.",
    rule: "P14",
  },
  SW0707: {
    title: "a reference to another file that is not followed",
    severity: "note",
    what: "The document refers to something that is not beside it in its own folder, to a file that is hidden, has another ending than `.json`, `.yaml` and `.yml` or has no part of OpenAPI in it, to a URL, or it came from a URL itself.",
    why: "`add` reads what it was given and the parts beside it, nothing else of your disk and nothing of the network. A document could name your `.env` or a key file, and what is copied is committed.",
    mend: "Download what is missing into the document's folder, and add the file. What leads nowhere is `unknown` in the types.",
    rule: "P14",
  },
  SW0708: {
    title: "something in a document that the definition lacks",
    severity: "note",
    what: "The document of a provider that you have names a server, a security scheme or a header with one value for all operations, such as an API version, and the definition does not, or with another value. Or it asks by default for other credentials than the definition sends, or for none.",
    why: "Where credentials go, and which version is asked for, is yours to say: for a definition that exists, `add` changes `openapi` alone.",
    mend: "Where the API has moved, set `baseUrl` of the service in the definition. Add the service or the scheme to the definition, if you use operations that need it. Change `security` of the definition where the document is right. Set the header in `headers`, in the same change as the new types: they are those of its version.",
    rule: "P14",
  },
};
