import { copied, isPlainObject, readOptions, type TableOf, withoutPrototype } from "../config/options.js";
import { badOption } from "../http/bound-provider.js";

/** What a map gets: the merged input, the provider's client, and a way to report the use-case's own error. */
export interface MapContext<Input, Failure, Http, Parameters> {
  /** The call's input over the defaults of client.json (rules C15). */
  readonly input: Input;
  /** The provider's client with its base URL and credentials; it rejects once the use-case has ended. */
  readonly http: Http;
  /** The provider's parameters, resolved. */
  readonly parameters: Parameters;
  /**
   * Aborts when the map fails, and when the use-case ends before it: the caller's abort, the deadline, the circuit. Give it to
   * clients of your own: then what they have done counts before another provider is tried, and they send nothing after it.
   */
  readonly signal: AbortSignal;
  /** Ends the use-case with its own error; the caller gets a UseCaseError. */
  readonly fail: (error: Failure) => never;
}

/** Performs one use-case with one provider. */
export type UseCaseMap<Input, Result, Failure, Http, Parameters> = (
  context: MapContext<Input, Failure, Http, Parameters>,
) => Promise<Result>;

/** What the maps of one provider get beside the input: its client, and its parameters where it has any. */
export interface MapBinding {
  readonly http: unknown;
  readonly parameters?: object;
}

/** Performs one use-case with the provider that `Binding` belongs to. */
export type UseCaseMapFor<Input, Result, Failure, Binding extends MapBinding> = UseCaseMap<
  Input,
  Result,
  Failure,
  Binding["http"],
  Binding extends { readonly parameters: infer Parameters } ? Parameters : object
>;

/** Which of several maps for one profile and provider this is (`mapVariant`, `mapRevision` in client.json). */
export interface MapSelection {
  readonly variant?: string | undefined;
  readonly revision?: string | undefined;
}

const SELECTION: TableOf<MapSelection> = { variant: "a string", revision: "a string" };

/** Shared by all copies of the runtime in one process. */
const selectionKey: unique symbol = Symbol.for("sdkwright.mapSelection");

/** A map for one profile and provider, with a function per use-case; marked when it is one of several. */
export function defineMap<Map extends object>(useCases: Map, selection?: MapSelection): Map {
  if (selection === undefined) return useCases;
  if (!isPlainObject(useCases))
    throw badOption()("a map with a selection", "is an instance of a class: give a plain object");
  return { ...(copied(useCases) as Map), [selectionKey]: readOptions(selection, "selection", SELECTION, badOption()) };
}

/** What {@link defineMap} marked a map with. */
export function selectionOf(map: object): MapSelection {
  return withoutPrototype((map as { [selectionKey]?: MapSelection })[selectionKey] ?? {});
}
