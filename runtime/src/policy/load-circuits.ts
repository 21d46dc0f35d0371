import { ConfigurationError, type RequestLabel } from "../errors/errors.js";
import { missing } from "../late.js";
import type { Circuit } from "./circuit.js";
import { CircuitGroup, type Circuits, type Endpoint } from "./circuits.js";
import type { CircuitRules, Report } from "./permit.js";

/** Loads circuits with the first outcome that a record cannot keep. */
export function loadFor(circuits: Circuits, outcome: Report["type"]): true | Promise<boolean> {
  return outcome === "success" || outcome === "neither" ? true : circuits.load();
}

/** Loads circuits if they are needed before anything is sent: there are limits, or what another process has found out. */
export function prepareCircuits({ circuits, limits, origin }: CircuitGroup): Promise<void> | undefined {
  const loading = limits === undefined && !circuits.hasImport ? true : circuits.load();
  if (loading === true) return undefined;
  return loading.then((isLoaded) => {
    if (isLoaded || limits === undefined) return;
    const { provider } = origin;
    const message = `the limits of ${provider}: the code for them ${missing("circuit-table")}`;
    throw new ConfigurationError(message, { code: "part-not-loaded", provider });
  });
}

/** The queue of requests that have no circuit; `undefined` if nothing limits them. */
export function queueOf(group: CircuitGroup, rules: CircuitRules): Circuit | undefined {
  if (group.limits !== undefined) group.queue ??= group.circuits.table?.create(group, rules);
  return group.queue;
}

/** A token endpoint: one for all that a client does with the provider. */
export function tokenEndpoint(circuits: Circuits, endpoint: RequestLabel, rules: CircuitRules): Endpoint {
  const { provider, scheme } = endpoint;
  const owner = `${provider} ${scheme}`;
  const group = circuits.tokenGroups.get(owner) ?? new CircuitGroup(circuits, { provider, scheme }, undefined);
  circuits.tokenGroups.set(owner, group);
  return group.endpoint(endpoint, rules);
}
