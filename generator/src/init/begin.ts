import { type AddOutcome, planAdd, type Told } from "../add/add.js";
import { findExisting } from "../add/existing.js";
import type { AddPlan } from "../add/plan.js";
import type { Network } from "../add/read-target.js";
import { fileLines, leftText, providerReport, type Telling } from "../add/report.js";
import type { AddRequest, Refusal } from "../add/request.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { InputPlaces } from "../io/find-project.js";
import type { Progress } from "../io/progress.js";
import { escapeUnprintable } from "../io/text.js";
import { Reader } from "../project/reader.js";
import type { InitPlan } from "./plan-init.js";
import { planProvider } from "./plan-provider.js";
import {
  type Asker,
  askFor,
  askForDocument,
  cancelled,
  type InitRequest,
  type Missing,
  missingAnswers,
  missingIn,
} from "./request.js";

/** The first provider: what it comes to, and the request that the answers have made complete. */
export type Begun =
  | {
      readonly kind: "plan";
      readonly plan: AddPlan;
      readonly told: Told;
      readonly request: InitRequest;
      readonly untaken?: readonly string[];
    }
  | { readonly kind: "refusal"; readonly refusal: Refusal }
  | { readonly kind: "mistakes"; readonly issues: readonly SourceIssue[] };

/** Whom there is to ask, and what can be reached. */
export interface Surroundings {
  readonly places: InputPlaces;
  readonly network: () => Network;
  readonly progress: Progress;
  /** Absent where nobody can answer. */
  readonly asker?: Asker | undefined;
  /** An OpenAPI document that stands in the working directory, to propose. */
  readonly document?: string | undefined;
  /** Further options of `add`, for a document. */
  readonly include: readonly string[];
  readonly isLink: boolean;
}

/** Asks for what is missing, then plans the provider. Writes nothing. */
export async function begin(given: InitRequest, around: Surroundings): Promise<Begun> {
  const request = await completed(given, around);
  if ("exitCode" in request) return { kind: "refusal", refusal: request };
  if (request.document !== undefined) return beginWithDocument(request, around);
  const { name = "" } = request;
  const outcome = await planProvider({ ...request, name }, around.places, newReader(around));
  return outcome.kind === "plan"
    ? { ...outcome, told: { redirects: [], conversions: [], parts: [] }, request }
    : outcome;
}

async function completed(given: InitRequest, around: Surroundings): Promise<InitRequest | Refusal> {
  const named = await answered(given, ["name"], around);
  if ("exitCode" in named) return named;
  const rest = (await isDefined(named, around)) ? [] : missingIn(named);
  return answered(named, rest, around);
}

async function answered(
  request: InitRequest,
  keys: readonly Missing[],
  { asker, document }: Surroundings,
): Promise<InitRequest | Refusal> {
  const missing = missingIn(request).filter((key) => keys.includes(key));
  if (missing.length === 0) return request;
  if (asker === undefined) return missingAnswers(request, missingIn(request));
  return (await askFor(request, missing, asker, document)) ?? cancelled(request);
}

/** A provider that has a definition needs no more answers: it stays as it is. */
async function isDefined({ name, document }: InitRequest, around: Surroundings): Promise<boolean> {
  if (name === undefined || document !== undefined) return false;
  return (await findExisting(name, around.places, newReader(around))).definition !== undefined;
}

/** As `add` does it; what only a person can say is asked for, once. */
async function beginWithDocument(request: InitRequest, around: Surroundings): Promise<Begun> {
  const outcome = await addOutcome(request, around);
  const asks = outcome.kind === "refusal" ? outcome.refusal.asks : undefined;
  if (asks === undefined || around.asker === undefined) return begun(outcome, request);
  around.progress.clear();
  const asked = await askForDocument(request, asks, around.asker);
  if (asked === undefined) return { kind: "refusal", refusal: cancelled(request) };
  return begun(await addOutcome(asked, around), asked);
}

function begun(outcome: AddOutcome, request: InitRequest): Begun {
  return outcome.kind === "plan" ? { ...outcome, request } : outcome;
}

function addOutcome(request: InitRequest, around: Surroundings): Promise<AddOutcome> {
  const { document = "", name, baseUrl, services, serverVariables } = request;
  const { include, isLink, places, network } = around;
  const add: AddRequest = {
    command: "init",
    target: document,
    name,
    services: { ...(baseUrl !== undefined && { default: baseUrl }), ...services },
    serverVariables,
    include,
    isLink,
  };
  return planAdd(add, places, newReader(around), network());
}

function newReader({ places, progress }: Surroundings): Reader {
  return Object.assign(new Reader(places.root), { progress });
}

/** What `init` says, for people: what was written, what was left alone, and what comes next. */
export function initReport(provider: AddPlan, told: Told, plan: InitPlan, telling: Telling): string {
  const isThere = provider.files.length === 0;
  const all = { ...provider, files: [...provider.files, ...plan.files] };
  const steps = plan.steps.map((step) => `  ${escapeUnprintable(step)}`);
  return [
    ...(isThere ? [presentText(all, telling)] : providerReport(all, told, telling)),
    leftText(plan.left),
    ["Next:", ...steps].join("\n"),
    `In CI:\n  ${escapeUnprintable(plan.check)}`,
    ...(plan.call === undefined
      ? []
      : [`A first call, in ${telling.caller}:\n\n${plan.call.replaceAll(/^(?=.)/gm, "  ")}`]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Of a provider that was there: nothing about it is new. */
function presentText({ name, files }: AddPlan, { root }: Telling): string {
  const lines = files.length === 0 ? ["Nothing to write."] : fileLines(files, root);
  return [`Provider ${name} is there already.`, ...lines].join("\n");
}
