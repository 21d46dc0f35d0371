import type { ProviderLimits } from "../config/definition.js";
import type { PolicyContext } from "../http/bound-provider.js";
import { emit, type EventOrigin } from "../telemetry/events.js";
import { isIdle } from "./circuit-admission.js";
import { type ExportedCircuit, type ExportedCircuits, exportState, readExport } from "./circuit-export.js";
import { type CircuitGroup, MAX_ENDPOINTS } from "./circuit-group.js";
import type { CircuitRules } from "./circuit-state.js";
import { type Circuits, shown, type StateSummary, told } from "./circuits.js";

/** What a circuit knows, as plain data. */
export interface CircuitSnapshot extends EventOrigin, StateSummary {
  /** The scheme whose token endpoint the circuit is of; it has no `service` then. */
  readonly scheme?: string | undefined;
  /** Absent for the circuit that further endpoints share, and where a provider is isolated. */
  readonly service?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** Failures and refusals in a row. */
  readonly run: number;
  /** Requests that wait. */
  readonly waiting: number;
}

/** What a client knows of those whose circuits it takes over. */
export interface CircuitOwner {
  readonly limits: ProviderLimits | undefined;
  readonly rules: CircuitRules;
}

type Listener = Pick<PolicyContext, "clock" | "on">;

/** What each circuit of a client knows, and what is isolated. */
export function snapshotCircuits(circuits: Circuits, { clock }: Listener): CircuitSnapshot[] {
  const now = clock.now();
  const isolated = circuits.isolated.map((target): CircuitSnapshot => ({
    ...target,
    state: "isolated",
    run: 0,
    waiting: 0,
  }));
  return [...isolated, ...circuits.all.flatMap((group) => snapshotsOf(group, now))];
}

function snapshotsOf({ origin, endpoints }: CircuitGroup, now: number): CircuitSnapshot[] {
  return endpoints.map(({ circuit: { endpoint, state, waiting } }) => ({
    ...origin,
    ...shown(origin, endpoint),
    ...(isIdle(state, now) ? { state: "closed" as const } : told(state)),
    run: state.evidence.run.length,
    waiting,
  }));
}

export function exportCircuits({ groups }: Circuits, { clock }: Listener): ExportedCircuits {
  const now = clock.now();
  const circuits = groups.flatMap(({ origin, endpoints }) =>
    endpoints.flatMap(({ circuit, hasEnded }) => exportState(origin, circuit, hasEnded, now)),
  );
  return { version: 1, at: Date.now(), circuits };
}

/** Takes over what another process has exported, for those that this client has. */
export function importCircuits(
  circuits: Circuits,
  exported: unknown,
  ownerOf: (circuit: ExportedCircuit) => CircuitOwner | undefined,
  { on }: Listener,
): void {
  const { circuits: states, ignored } = readExport(exported, Date.now());
  const problems = new Set(ignored);
  for (const state of states) {
    const { provider, profile, useCase } = state;
    const owner = ownerOf(state);
    if (owner === undefined) {
      problems.add("a circuit is of no use-case, provider and service that this client has");
      continue;
    }
    const group = circuits.group(profile === undefined ? { provider } : { profile, useCase, provider }, owner.limits);
    if (group.endpoints.length >= MAX_ENDPOINTS) problems.add(`one owner has more than ${MAX_ENDPOINTS} circuits`);
    else group.restore(state, owner.rules);
  }
  if (on !== undefined && problems.size > 0) emit(on, { type: "import", ignored: [...problems] });
}
