import type { CircuitEvent, CircuitName } from "../events.js";
import { withValues, type Attributes } from "./conventions.js";

/** A change, for the span in which it happens. */
export function changeOf(event: CircuitEvent): Attributes {
  const { from, to, cause, service, scheme, method, path } = event;
  return withValues({
    ...ownerOf(event),
    "sdkwright.circuit.from": from,
    "sdkwright.circuit.state": to,
    "sdkwright.circuit.cause": cause,
    "sdkwright.service": service,
    "sdkwright.scheme": scheme,
    "http.request.method": method,
    "url.template": path,
  });
}

/** Counts circuits that are not closed, by owner and state: `add` gets each change of a count. */
export function circuitCounter(add: (by: number, attributes: Attributes) => void): (event: CircuitEvent) => void {
  const counts = new Map<string, number>();
  const count = (owner: Attributes, state: CircuitName, by: number): void => {
    const attributes = { ...owner, "sdkwright.circuit.state": state };
    const key = JSON.stringify(attributes);
    const counted = (counts.get(key) ?? 0) + by;
    // One that was imported has not been counted.
    if (state === "closed" || counted < 0) return;
    counts.set(key, counted);
    add(by, attributes);
  };
  return (event) => {
    count(ownerOf(event), event.from, -1);
    count(ownerOf(event), event.to, 1);
  };
}

function ownerOf({ provider, profile, useCase }: CircuitEvent): Attributes {
  return withValues({ "sdkwright.provider": provider, "sdkwright.profile": profile, "sdkwright.use_case": useCase });
}
