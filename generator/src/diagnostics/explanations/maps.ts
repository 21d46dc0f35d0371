import type { Explanation } from "./explanation.js";

/** What is wrong with map modules. None of it keeps the SDK from being written: a map needs the emitted types first. */
export const mapExplanations: { readonly [code: string]: Explanation } = {
  SW0221: {
    title: "a map module that cannot be read",
    severity: "error",
    what: "client.json names a map module that does not exist or cannot be read.",
    why: "The emitted `client.ts` imports it and does not compile without it. The SDK is written all the same, with the type that the map needs.",
    mend: '`npx sdkwright map send-sms acme` writes its skeleton with the emitted type (`SendSmsMap<"acme">`), to fill in. Or correct the path, which is relative to the folder of client.json.',
    rule: "C7",
  },
  SW0222: {
    title: "a map in a format that is not read",
    severity: "note",
    what: "The `file` of a profile's provider is neither a definition (`.json`) nor a module (`.ts`, `.mts`, `.js`, `.mjs`). It was left alone.",
    why: "Other tools have map formats of their own. A client.json that they share is accepted.",
    mend: "Give the map in code: `createClient({ maps })`. The types ask for it.",
    rule: "C7",
  },
  SW0231: {
    title: "a map module with a syntax error",
    severity: "error",
    what: "TypeScript cannot parse the map module.",
    why: "Nothing can be said about its use-cases until it parses.",
    mend: "Correct the place; the compiler says the same.",
  },
  SW0232: {
    title: "a function of a map that is no use-case",
    severity: "error",
    what: "The map has a key that the profile does not have as a use-case.",
    why: "The function would never be called. Most often a use-case is misspelt.",
    mend: "Take the name from the profile. A helper function belongs beside the map, not into it.",
  },
  SW0233: {
    title: "a use-case that a map does not implement",
    severity: "error",
    what: "The profile has a use-case for which the map has no function.",
    why: "A call of the use-case would find no map for this provider.",
    mend: "Add a function of that name. A provider that cannot do it throws, and failover goes on with the next one.",
  },
  SW0234: {
    title: "a map module that exports no map",
    severity: "error",
    what: "The module's default export is missing, or cannot be an object with a function per use-case.",
    why: "`client.ts` imports the default export.",
    mend: "End the module with `export default map`, where `map` is an object.",
    rule: "C7",
  },
  SW0235: {
    title: "a map that cannot be seen through",
    severity: "note",
    what: "The map comes from another module, or has a spread or a computed key that cannot be followed.",
    why: "Maps are read without resolving imports. Whether all use-cases are there is for the compiler to say.",
    mend: "Nothing has to be done. Write the functions out where an early message is worth it.",
  },
  SW0236: {
    title: "a map in JavaScript where TypeScript does not read it",
    severity: "warning",
    what: "The map is a `.js` or `.mjs` module, and the nearest tsconfig.json sets neither `allowJs` nor `checkJs`.",
    why: "`client.ts` imports the map, and that import does not compile without types.",
    mend: 'Set `"allowJs": true`, or write the map in TypeScript.',
  },
};
