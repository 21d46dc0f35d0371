import type { Explanation } from "./explanation.js";
import type { IssueCode, IssueCodes } from "@sdkwright/runtime/config";

type Code = Exclude<Extract<IssueCode, `SW13${string}`>, `SW131${0 | 1 | 2 | 3 | 4 | 5}` | "SW1309">;

/** What client.json says of profiles, providers and use-cases that cannot be meant. */
export const configurationExplanations: { readonly [C in Code]: Explanation<IssueCodes[C]> } = {
  SW1301: {
    title: "a client configuration that configures nothing",
    severity: "warning",
    what: "client.json has neither `profiles` nor `providers`.",
    why: "An SDK without providers is emitted. That may be a beginning; more often something was forgotten.",
    mend: 'Name a provider: `"providers": { "acme": {} }`.',
    rule: "C2",
  },
  SW1302: {
    title: "a document of another kind where the client configuration should be",
    severity: "error",
    what: "The file has keys at its root, and none of them is `profiles` or `providers`.",
    why: "It is some other tool's `client.json`. A list of its unknown keys would help nobody.",
    mend: "Name the right file with `--config`.",
    rule: "C2",
  },
  SW1303: {
    title: "a path that cannot be one",
    severity: "error",
    what: "A `file:` value, or a `file`, is empty, has a control character, or has a `%` that encodes nothing.",
    why: "After `file:` a path is percent-decoded.",
    mend: "Write `%25` for a `%` after `file:`, or use the object form without the prefix, where nothing is decoded.",
    rule: "F5",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": "file:providers/100%.json" }`,
      right: `"providers": { "acme": { "file": "providers/acme.json" } }`,
    },
  },
  SW1304: {
    title: "a provider twice in a priority list",
    severity: "error",
    what: "`priority` names a provider twice. The first place is named.",
    why: "Each provider has one turn in a call.",
    mend: "Remove one of the two.",
    rule: "C9",
    example: {
      document: "client.json",
      wrong: `"profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme", "acme"] } }`,
      right: `"profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme"] } }`,
    },
  },
  SW1305: {
    title: "a provider that the top-level `providers` do not have",
    severity: "error",
    what: "A profile, or its `priority`, names a provider that does not stand at the top level.",
    why: "Definition and credentials of a provider come from there.",
    mend: 'Correct the name, or add it to the top-level `providers`: `"acme": {}`.',
    rule: "C10",
    example: {
      document: "client.json",
      wrong: `"profiles": { "send-sms": { "version": "1.0.0", "priority": ["amce"] } }`,
      right: `"profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme"] } }`,
    },
  },
  SW1306: {
    title: "a priority list without failover",
    severity: "warning",
    what: "`priority` names two or more providers, and no use-case has `providerFailover`.",
    why: "Only the first provider of the list is ever used.",
    mend: 'Set `"providerFailover": true` in the defaults of a use-case, or shorten the list.',
    rule: "C9",
    example: {
      document: "client.json",
      wrong: `"providers": { "acme": {}, "bell": { "file": "providers/bell.json" } }, "profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme", "bell"] } }`,
      right: `"providers": { "acme": {}, "bell": { "file": "providers/bell.json" } }, "profiles": { "send-sms": { "version": "1.0.0", "priority": ["acme", "bell"], "defaults": { "SendMessage": { "providerFailover": true } } } }`,
    },
  },
  SW1307: {
    title: "retry settings that `none` does not use",
    severity: "warning",
    what: "A retry policy of the kind `none` has settings besides `requestTimeout`.",
    why: "They have no effect.",
    mend: 'Set `"kind": "circuit-breaker"`, or remove them.',
    rule: "C12",
    example: {
      document: "client.json",
      wrong: `"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "defaults": { "SendMessage": { "retryPolicy": { "kind": "none", "maxContiguousRetries": 2 } } } } } } }`,
      right: `"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "defaults": { "SendMessage": { "retryPolicy": { "kind": "circuit-breaker", "maxContiguousRetries": 2 } } } } } } }`,
    },
  },
  SW1308: {
    title: "a map variant without revision, or the other way round",
    severity: "warning",
    what: "`mapVariant` or `mapRevision` stands alone.",
    why: "The two together name one map. With one of them, several maps may fit, and creating the client then fails.",
    mend: "Give both.",
    rule: "C6",
    example: {
      document: "client.json",
      wrong: `"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "mapVariant": "rest" } } } }`,
      right: `"profiles": { "send-sms": { "version": "1.0.0", "providers": { "acme": { "mapVariant": "rest", "mapRevision": "2" } } } }`,
    },
  },
  SW1316: {
    title: "a document whose name or version is not the one that client.json gives",
    severity: "error",
    what: "A definition or profile document has another `name` than its key in client.json, or another `version` than the one that is pinned.",
    why: "The name stands in the emitted code, in messages and in credentials. Two names for one thing would be mixed up.",
    mend: "Use one name in both places. For a version, pin the one that the document has, or get the document that is pinned.",
    rule: "C11",
    example: {
      document: "client.json",
      wrong: `"profiles": { "send-sms": { "version": "1.1.0" } }`,
      right: `"profiles": { "send-sms": { "version": "1.0.0" } }`,
    },
  },
  SW1317: {
    title: "a use-case that the profile does not have",
    severity: "error",
    what: "`defaults` names a use-case that the profile document does not have.",
    why: "Its settings would have no effect.",
    mend: "Correct the name. The hint names the nearest use-case.",
    rule: "C4",
    example: {
      document: "client.json",
      wrong: `"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMesage": { "providerFailover": true } } } }`,
      right: `"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "providerFailover": true } } } }`,
    },
  },
  SW1318: {
    title: "an input key that the use-case does not have",
    severity: "error",
    what: "A default input has a key that the use-case's schema does not list.",
    why: "The emitted input type is closed where the schema lists its properties, so no map could read the value.",
    mend: 'Correct the key. Where inputs are open, say so in the schema: `"additionalProperties": true`.',
    rule: "C4",
    example: {
      document: "client.json",
      wrong: `"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": { "txt": "Hello" } } } } }`,
      right: `"profiles": { "send-sms": { "version": "1.0.0", "defaults": { "SendMessage": { "input": { "text": "Hello" } } } } }`,
    },
  },
  SW1319: {
    title: "a profile, provider or use-case that was not generated",
    severity: "error",
    what: "`clientJson` names something that the SDK was generated without.",
    why: "Definitions and types are fixed when the SDK is generated. Only their configuration can be replaced at run time.",
    mend: "Add it to client.json and generate again, or remove it from `clientJson`.",
    rule: "C19",
  },
};
