import type { ClientConfig } from "@sdkwright/runtime/config";
import type { Source, SourceIssue } from "../../diagnostics/source.js";
import type { PublicModel } from "../../emit/public-model.js";
import type { LoadedProject } from "../../project/project.js";
import { holdsText, variableUses } from "../../project/variables.js";
import { type ChangeSection, changeSection, type Comparison } from "./change-section.js";
import { type ProviderSection, providerSections } from "./provider-section.js";
import { KnownTimelines, simulationsOf } from "./simulations.js";
import { participants, type UseCaseSection, useCaseSection } from "./use-case-section.js";
import { countText } from "./words.js";

/** A word of the page that not everybody knows. */
interface Term {
  readonly id: string;
  readonly term: string;
  readonly text: string;
}

const GLOSSARY: readonly Term[] = [
  {
    id: "provider",
    term: "provider",
    text: "A company's service on the network, such as one that sends text messages.",
  },
  { id: "use-case", term: "use-case", text: "Something that the application needs, no matter which provider does it." },
  {
    id: "attempt",
    term: "attempt",
    text: "One request to a provider. If it fails for a passing reason, another one follows after a wait.",
  },
  {
    id: "circuit",
    term: "circuit",
    text: "A switch in front of a provider, shared by all callers. It opens after several failures in a row: nothing is sent there, and no caller waits for it. After a while, one request probes the provider. If it succeeds, the circuit closes.",
  },
  {
    id: "failover",
    term: "failover",
    text: "The call goes on with the next provider, because the one before has failed or its circuit is open.",
  },
  {
    id: "caller",
    term: "caller",
    text: "The code of the application that waits for the answer, often with a person behind it.",
  },
];

/** A variable of the environment, with the places that need it; never its value. */
interface VariableRow {
  readonly name: string;
  readonly isSet: boolean;
  /** `pigeon: token of login`. */
  readonly uses: readonly string[];
}

function variableRows(config: ClientConfig | undefined, isSet: (name: string) => boolean): readonly VariableRow[] {
  const uses = config === undefined ? [] : variableUses(config);
  return [...new Set(uses.map(({ name }) => name))].map((name) => ({
    name,
    isSet: isSet(name),
    uses: uses
      .filter((use) => use.name === name)
      .map(({ of, place }) => `${"provider" in of ? of.provider : of.profile}: ${holdsText(place)}`),
  }));
}

/** What a page is made of. */
export interface PageInput {
  /** What package.json calls the project. */
  readonly package: string | undefined;
  /** The client configuration, relative to the project root. */
  readonly config: string;
  readonly project: LoadedProject;
  readonly model: PublicModel;
  readonly isSet: (variable: string) => boolean;
  /** Of the client configuration. */
  readonly source: Source | undefined;
  /** Says what takes a while. */
  readonly tell: (step: string) => void;
  readonly comparison?: Comparison | undefined;
}

/** Everything that the page says, as texts; the templates escape them. */
export interface Page {
  /** What is configured, and where. */
  readonly subject: string;
  readonly summary: string;
  readonly comparisons: readonly ChangeSection[];
  readonly useCases: readonly UseCaseSection[];
  readonly providers: readonly ProviderSection[];
  readonly variables: readonly VariableRow[];
  readonly missing: string;
  readonly terms: readonly Term[];
}

/** A page, and what is to be said about the configuration besides. */
export interface PageOf {
  readonly page: Page;
  readonly warnings: readonly SourceIssue[];
}

interface Simulating extends Pick<PageOf, "warnings"> {
  readonly sections: readonly UseCaseSection[];
}

export async function pageOf(input: PageInput): Promise<PageOf> {
  const { package: name, config, project, model, isSet, comparison } = input;
  const { sections: useCases, warnings } = await useCaseSections(input);
  const providers = providerSections(model, project);
  const variables = variableRows(project.client?.config, isSet);
  const page = {
    subject: name === undefined ? config : `${name}, ${config}`,
    summary: summaryOf(providers.length, useCases.length),
    comparisons: comparison === undefined ? [] : [changeSection(comparison)],
    useCases,
    providers,
    variables,
    missing: missingText(variables),
    terms: useCases.length === 0 ? [] : GLOSSARY,
  };
  return { page, warnings };
}

async function useCaseSections({ model, project, source, tell }: PageInput): Promise<Simulating> {
  const sections: UseCaseSection[] = [];
  const warnings: SourceIssue[] = [];
  const known = new KnownTimelines();
  for (const [profile, settings] of Object.entries(model.profiles))
    for (const [useCase, { providerFailover }] of Object.entries(settings.useCases)) {
      const names = participants(settings, providerFailover);
      const [first] = names;
      const simulated = first === undefined ? undefined : { project, profile, useCase, first, source, tell };
      const simulations = simulated && (await simulationsOf(simulated, known));
      if (simulations?.warning !== undefined) warnings.push(simulations.warning);
      const subject = { profile, useCase, settings, names, isFirst: sections.length === 0 };
      sections.push(useCaseSection(subject, simulations));
    }
  return { sections, warnings };
}

function summaryOf(providers: number, useCases: number): string {
  return `${countText(providers, "provider")}, ${countText(useCases, "use-case")}.`;
}

function missingText(rows: readonly VariableRow[]): string {
  const missing = rows.filter(({ isSet }) => !isSet).length;
  if (rows.length === 0) return "The configuration refers to no environment variable.";
  if (missing === 0) return "On the machine that made this page, all of them are set.";
  return `On the machine that made this page, ${String(missing)} of ${String(rows.length)} are not set.`;
}
