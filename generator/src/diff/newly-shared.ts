import type { PublicModel } from "../surface/public-model.js";
import { asDestination, compatible, quoted, type Change } from "./change.js";
import { variablesIn } from "./destinations.js";

/** Who reads variables of client.json. */
export interface Reader {
  readonly text: string;
  readonly path: readonly [kind: "providers" | "profiles", name: string];
  readonly variables: ReadonlySet<string>;
}

/**
 * A variable that a provider reads, and something else newly reads too: the key of one vendor goes to another. Some share
 * on purpose, such as two environments of one vendor; whoever reviews it has to see it.
 */
export function newlyShared(base: PublicModel, next: PublicModel): Change[] {
  const owners = ownersIn(next);
  return newlyRead(base, next, (variable, text) => owners.get(variable)?.find((owner) => owner !== text));
}

/** Another project of the base's package.json: it has the same environment. */
export interface OtherProject {
  /** From the project root. */
  readonly config: string;
  readonly providers: readonly Reader[];
}

/** Likewise of a variable that a provider of another project read at the base. */
export function sharedWithOthers(
  others: readonly OtherProject[],
  base: PublicModel | undefined,
  next: PublicModel,
): Change[] {
  const owners = new Map(
    others.flatMap(({ config, providers }) =>
      providers.flatMap(({ text, variables }) =>
        [...variables].map((variable) => [variable, `${text} of ${quoted(config)}`] as const),
      ),
    ),
  );
  return newlyRead(base, next, (variable) => owners.get(variable));
}

/** Variables that somebody else owns, of whoever did not read them before. */
function newlyRead(
  base: PublicModel | undefined,
  next: PublicModel,
  ownerOf: (variable: string, reader: string) => string | undefined,
): Change[] {
  const before = new Map((base && readersOf(base))?.map(({ text, variables }) => [text, variables]));
  return readersOf(next).flatMap(({ text, path, variables }) =>
    [...variables].flatMap((variable) => {
      const owner = ownerOf(variable, text);
      if (owner === undefined || before.get(text)?.has(variable) === true) return [];
      const sentence = `${variable}, which ${owner} reads, is now read by ${text} too`;
      return [asDestination(compatible(sentence, { file: "client", path }))];
    }),
  );
}

/** The first providers that read each variable: one of two is another one than whoever asks. */
function ownersIn(model: PublicModel): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const { text, variables } of providersOf(model)) {
    for (const variable of variables) {
      const known = owners.get(variable);
      if (known === undefined) owners.set(variable, [text]);
      else if (known.length < 2) known.push(text);
    }
  }
  return owners;
}

function readersOf(model: PublicModel): readonly Reader[] {
  const profiles = Object.entries(model.profiles).map(([name, { useCases, providers }]): Reader => {
    const all = [useCases, ...Object.values(providers).map((settings) => settings.useCases)];
    const inputs = all.flatMap((each) => Object.values(each).flatMap(({ input }) => variablesIn(input)));
    return { text: `profile ${quoted(name)}`, path: ["profiles", name], variables: new Set(inputs) };
  });
  return [...providersOf(model), ...profiles];
}

/** Its providers, with the variables that they read. */
export function providersOf({ providers }: PublicModel): readonly Reader[] {
  return Object.entries(providers).map(([name, { credentials, values }]) => ({
    text: `provider ${quoted(name)}`,
    path: ["providers", name],
    variables: new Set([...variablesIn(credentials), ...variablesIn(values)]),
  }));
}
