import { referencedVariable } from "../config/variables.js";

/** Names of variables that are somebody's, with the number that each has come to. */
export type VariableNames = Map<string, number>;

/** Bundlers and their like give variables that begin so to browsers. */
const PUBLISHED =
  /^(?:ASTRO|BLITZ_PUBLIC|CYPRESS|EXPO|GATSBY|GRIDSOME|MAIN_VITE|MIX|NEXT_PUBLIC|NG_APP|NUXT|PLASMO_PUBLIC|PREACT_APP|PRELOAD_VITE|PUBLIC|QUASAR|RAZZLE|REACT_APP|REDWOOD_ENV|RENDERER_VITE|SANITY_STUDIO|SNOWPACK_PUBLIC|STORYBOOK|TARO_APP|TAURI|UMI_APP|VITE|VUE_APP|WXT)_/;

/** Build machines, clouds, package managers and tools in builds set variables that begin so, or forbid them. */
const OF_BUILDS =
  /^(?:ACTIONS|ALIBABA|ANSIBLE|APPVEYOR|ARM|AWS|AZURE|BAMBOO|BITBUCKET|BITRISE|BUILDKITE|BUN|BUNDLE|CARGO|CF|CHROMATIC|CI|CIRCLE|CIRCLECI|CIRRUS|CLOUDFLARE|CLOUDSDK|CODEBUILD|CODECOV|CONSUL|COVERALLS|DATADOG|DD|DENO|DEPOT|DIGITALOCEAN|DOCKER|DOTNET|DRONE|EAS|EXOSCALE|FASTLY|FIREBASE|FLY|FORGEJO|GCLOUD|GCP|GEM|GH|GIT|GITHUB|GITEA|GITLAB|GOOGLE|GRADLE|HCLOUD|HELM|HEROKU|HEX|HF|IBMCLOUD|JAVA|JENKINS|JFROG|KUBE|KUBERNETES|LERNA|LINODE|MAVEN|NETLIFY|NODE|NOMAD|NPM|NUGET|NX|OCI|OPENSTACK|OVH|PERCY|PIP|PNPM|POETRY|PULUMI|PYPI|RAILWAY|RENDER|RENOVATE|RUNNER|SCW|SEMAPHORE|SENTRY|SNYK|SONAR|SSH|SUPABASE|SURGE|SYSTEM|TEAMCITY|TERRAFORM|TF|TRAVIS|TURBO|TWINE|UV|VAULT|VERCEL|VSCE|VULTR|WOODPECKER|YARN)_/;

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

/** A security scheme by what its credentials consist of. */
export interface SchemeFields {
  readonly id: string;
  readonly fields: readonly string[];
}

/**
 * A variable for one field of one scheme: `ACME_API_KEY`, or `ACME_ADMIN_API_KEY` if another of `schemes` has that field
 * too (rules C17). It is none of `names`, and is added to them.
 */
export function credentialVariable(
  provider: string,
  { id, field }: { readonly id: string; readonly field: string },
  schemes: readonly SchemeFields[],
  names: VariableNames,
): string {
  const isShared = schemes.some((other) => other.id !== id && other.fields.includes(field));
  const saysField = id
    .replaceAll(/[^A-Za-z0-9]+/g, "")
    .toLowerCase()
    .endsWith(field.toLowerCase());
  const word = field === "apikey" ? "apiKey" : field;
  return proposedVariable([provider, ...(isShared ? [id] : []), ...(isShared && saysField ? [] : [word])], names);
}

/** A variable of these words that is none of `names`, to which it is added. */
export function proposedVariable(words: readonly string[], names: VariableNames): string {
  const name = words
    .join("_")
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, "$1_")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
  // The author of a document chooses the words of a name, and must not come to one that somebody else gives a value.
  const isClaimed = PUBLISHED.test(name) || OF_BUILDS.test(name);
  return numbered(isClaimed ? `SDK_${name}` : name, names);
}

/** The name, or with the first number that makes it another one. */
function numbered(name: string, names: VariableNames): string {
  let [free, count] = [name, names.get(name) ?? 0];
  do {
    count += 1;
    free = count === 1 ? name : `${name}_${count}`;
  } while (names.has(free));
  names.set(name, count);
  if (free !== name) names.set(free, 1);
  return free;
}
