import { emit, type EventListener, type EventOrigin } from "../events.js";
import type { CircuitObserver } from "./circuit.js";

/** Turns a circuit's changes into events; nothing where nobody listens. */
export function observeCircuit(on: EventListener | undefined, origin: EventOrigin): CircuitObserver | undefined {
  if (on === undefined) return undefined;
  return (from, to, openFor) =>
    emit(on, {
      type: "circuit",
      ...origin,
      from: from.kind,
      to: to.kind,
      openFor: to.kind === "open" ? openFor : undefined,
    });
}
