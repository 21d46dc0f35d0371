import { referencedVariable } from "../config/env.js";

/** Names of variables that are somebody's, with the number that each has come to. */
export type VariableNames = Map<string, number>;

/**
 * Build machines, clouds and bundlers set variables that begin so, forbid them, or give them to browsers. Who wrote a
 * document chooses the words of a name, and must not come to one of these.
 */
const CLAIMED =
  /^(?:ACTIONS|ARM|AWS|AZURE|BITBUCKET|BUILDKITE|BUN|CARGO|CI|CIRCLE|CLOUDFLARE|DENO|DOCKER|EXPO_PUBLIC|GATSBY|GCLOUD|GCP|GH|GIT|GITHUB|GITLAB|GOOGLE|HEROKU|JENKINS|KUBERNETES|NETLIFY|NEXT_PUBLIC|NODE|NPM|NUXT|PNPM|PUBLIC|REACT_APP|RENDER|RUNNER|SSH|SYSTEM|TF|TRAVIS|TWINE|VAULT|VERCEL|VITE|VUE_APP|YARN)_/;

/** The `$NAME`s anywhere in a document; Windows knows one variable whatever the case of its letters. */
export function namesIn(document: unknown): VariableNames {
  const names: VariableNames = new Map();
  const rest = [document];
  while (rest.length > 0) {
    const value = rest.pop();
    const name = typeof value === "string" ? referencedVariable(value) : undefined;
    if (name !== undefined) names.set(name.toUpperCase(), 1);
    if (typeof value === "object" && value !== null) for (const each of Object.values(value)) rest.push(each);
  }
  return names;
}

/**
 * A variable for one field of one scheme, unlike those in `names`, to which it is added; `api-key` needs no `apikey`
 * after it (rules C17).
 */
export function proposedVariable(provider: string, scheme: string, field: string, names: VariableNames): string {
  const saysField = scheme
    .replaceAll(/[^A-Za-z0-9]+/g, "")
    .toLowerCase()
    .endsWith(field.toLowerCase());
  const words = field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
  const name = [provider, scheme, ...(saysField ? [] : [words])]
    .join("_")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
  return numbered(CLAIMED.test(name) ? `SDK_${name}` : name, names);
}

/** The name, or with the first number that makes it another one. */
function numbered(name: string, names: VariableNames): string {
  let count = names.get(name) ?? 0;
  do count += 1;
  while (names.has(numberedName(name, count)));
  const free = numberedName(name, count);
  names.set(name, count);
  if (free !== name) names.set(free, 1);
  return free;
}

function numberedName(name: string, count: number): string {
  return count === 1 ? name : `${name}_${count}`;
}
