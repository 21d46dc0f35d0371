import { planAdd, refused, type Stopped, type Told } from "../add/add.js";
import { findExisting } from "../add/existing.js";
import type { AddPlan } from "../add/plan.js";
import type { Network } from "../add/read-target.js";
import { fileLines, indented, leftText, providerReport, type Telling } from "../add/report.js";
import type { Refusal } from "../add/request.js";
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
  missingAnswers,
  missingIn,
} from "./request.js";

/** The first provider: what it comes to. */
export type Begun =
  | { readonly kind: "plan"; readonly plan: AddPlan; readonly told: Told; readonly untaken?: readonly string[] }
  | Stopped;

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
  readonly headers: readonly string[] | undefined;
  readonly isLink: boolean;
}

/** Asks for what is missing, then plans the provider. Writes nothing. */
export async function begin(given: InitRequest, around: Surroundings): Promise<Begun> {
  const request = await completed(given, around);
  if ("exitCode" in request) return refused(request);
  if (request.document !== undefined) return beginWithDocument(request, around);
  const outcome = await planProvider({ ...request, name: request.name ?? "" }, around.places, newReader(around));
  return outcome.kind === "plan" ? { ...outcome, told: { redirects: [], conversions: [], parts: [] } } : outcome;
}

async function completed(given: InitRequest, around: Surroundings): Promise<InitRequest | Refusal> {
  const { asker, places } = around;
  let request = given;
  for (const keys of [["name"], ["baseUrl", "auth"]]) {
    const missing = missingIn(request).filter((key) => keys.includes(key));
    // A provider that has a definition needs no more answers: it stays as it is.
    const isDefined =
      request.name !== undefined &&
      missing.length > 0 &&
      (await findExisting(request.name, places, newReader(around))).definition !== undefined;
    if (missing.length === 0 || isDefined) continue;
    if (asker === undefined) return missingAnswers(request, missingIn(request));
    const answered = await askFor(request, missing, asker, around.document);
    if (answered === undefined) return cancelled(request);
    request = answered;
  }
  return request;
}

/** As `add` does it; what only a person can say is asked for, once. */
async function beginWithDocument(request: InitRequest, around: Surroundings): Promise<Begun> {
  const { include, headers, isLink, places, network, asker, progress } = around;
  const outcomeOf = ({ document = "", name, baseUrl, services, serverVariables }: InitRequest) => {
    const all = { ...(baseUrl !== undefined && { default: baseUrl }), ...services };
    const more = { command: "init", include, headers, isLink } as const;
    return planAdd(
      { target: document, name, services: all, serverVariables, ...more },
      places,
      newReader(around),
      network(),
    );
  };
  const outcome = await outcomeOf(request);
  const asks = outcome.kind === "refusal" ? outcome.refusal.asks : undefined;
  if (asks === undefined || asker === undefined) return outcome;
  progress.clear();
  const asked = await askForDocument(request, asks, asker);
  return asked === undefined ? refused(cancelled(request)) : outcomeOf(asked);
}

function newReader({ places, progress }: Surroundings): Reader {
  return Object.assign(new Reader(places.root), { progress });
}

/** What `init` says, for people: what was written, what was left alone, and what comes next. */
export function initReport(provider: AddPlan, told: Told, plan: InitPlan, telling: Telling): string {
  const all = { ...provider, files: [...provider.files, ...plan.files] };
  // Of a provider that was there nothing is new.
  const lines = all.files.length === 0 ? ["Nothing to write."] : fileLines(all.files, telling.root);
  const isThere = provider.files.length === 0;
  return [
    ...(isThere
      ? [[`Provider ${provider.name} already exists.`, ...lines].join("\n")]
      : providerReport(all, told, telling)),
    leftText(plan.left),
    ["Next:", ...plan.steps.map((step) => `  ${escapeUnprintable(step)}`), ...plan.keyNote].join("\n"),
    `In CI, which does not trust the lock:\n  ${escapeUnprintable(plan.check)}`,
    ...(plan.call === undefined ? [] : [`A first call, to paste into ${telling.caller}:\n\n${indented(plan.call)}`]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
