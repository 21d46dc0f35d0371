import { ConfigurationError, type RequestLabel } from "../errors/errors.js";
import { late, missing } from "../late.js";
import type { Circuit } from "./circuit.js";
import { CircuitGroup, type Circuits, type Endpoint, loaded } from "./circuits.js";
import type { CircuitRules, Report } from "./permit.js";

/** Replaces records by circuits. A promise only if that has to be loaded; `false` if it cannot be. */
export function loadCircuits(circuits: Circuits): true | Promise<boolean> {
  if (circuits.table !== undefined) return true;
  if (loaded.code !== undefined) return circuits.goOnWith(loaded.code);
  return late(() => import("./circuit-table.js")).then(
    (code) => code !== undefined && circuits.goOnWith((loaded.code ??= code)),
  );
}

/** Loads circuits with the first outcome that a record cannot keep. */
export function loadFor(circuits: Circuits, outcome: Report["type"]): true | Promise<boolean> {
  return outcome === "success" || outcome === "neither" ? true : loadCircuits(circuits);
}

/** Loads circuits if they are needed before anything is sent: there are limits, or what another process has found out. */
export function prepareCircuits({ circuits, limits, origin }: CircuitGroup): Promise<void> | undefined {
  const loading = limits === undefined && !circuits.hasImport ? true : loadCircuits(circuits);
  if (loading === true) return undefined;
  return loading.then((isLoaded) => {
    if (isLoaded || limits === undefined) return;
    const { provider } = origin;
    const message = `the limits of ${provider}: what keeps to them ${missing("circuit-table")}`;
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
