import type { Client, Load } from "./load.js";

/** A client whose knowledge another can go on from. */
export interface Heir<Knowledge> extends Client {
  readonly knowledge: () => Knowledge;
}

/**
 * Clients side by side that take turns, as processes behind a balancer do; each is replaced after so many calls, by one
 * that knows nothing, or what its predecessor has exported. What a client has begun it also ends.
 */
export function fleet<Knowledge>(
  { sideBySide = 1, callsEach = Infinity, carriesOver = false }: NonNullable<Load["clients"]>,
  make: (before: Knowledge | undefined) => Heir<Knowledge>,
): Client {
  const all: Heir<Knowledge>[] = [];
  const current = Array.from({ length: sideBySide }, () => ({ client: begin(undefined), calls: 0 }));

  function begin(before: Heir<Knowledge> | undefined): Heir<Knowledge> {
    const client = make(carriesOver ? before?.knowledge() : undefined);
    all.push(client);
    return client;
  }

  return {
    call: (number, deadline) => {
      const place = current[number % sideBySide] as (typeof current)[number];
      if (place.calls >= callsEach) Object.assign(place, { client: begin(place.client), calls: 0 });
      place.calls += 1;
      return place.client.call(number, deadline);
    },
    trips: () => all.reduce((sum, client) => sum + client.trips(), 0),
    left: () => all.reduce((sum, client) => sum + client.left(), 0),
  };
}
