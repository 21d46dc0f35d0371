import type { Source, SourceIssue } from "../diagnostics/source.js";
import type { LoadedProject } from "../project/project.js";
import type { PublicModel } from "../surface/public-model.js";
import { changeSection, type ChangeSection, type Comparison } from "./change-section.js";
import { GLOSSARY, type Term } from "./glossary.js";
import { providerSections, type ProviderSection } from "./provider-section.js";
import { KnownTimelines, simulationsOf } from "./simulations.js";
import { countText } from "./span-text.js";
import { participants, useCaseSection, type UseCaseSection } from "./use-case-section.js";
import { variableRows, type VariableRow } from "./variable-section.js";

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
  if (missing === 0) return "Where this page was made, all of them are set.";
  return `Where this page was made, ${String(missing)} of ${String(rows.length)} are not set.`;
}
