import { type WatchedPlaces, watchedPlaces } from "../watch/watched-places.js";
import type { Executed } from "./execute.js";

/** What the projects of a run depend on and write. */
export function allPlaces(executed: readonly Executed[]): WatchedPlaces {
  const all = executed.map(({ places, documents }) => watchedPlaces(places, documents));
  return {
    inputs: new Set(all.flatMap(({ inputs }) => [...inputs])),
    outputs: new Set(all.flatMap(({ outputs }) => [...outputs])),
  };
}
