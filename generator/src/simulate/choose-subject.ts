import { nearest, suggestion } from "@sdkwright/runtime/config";
import type { Refusal } from "../add/request.js";
import type { LoadedProject } from "../project/project.js";
import { subjectsOf, type Subject } from "./subject.js";

/**
 * The use-case that the words of the command line name: a profile and a use-case, both in one, or less where that is the
 * only one.
 */
export function chooseSubject(words: readonly string[], project: LoadedProject): Subject | Refusal {
  const all = subjectsOf(project);
  if (all.length === 0) return nothingToSimulate(project);
  const chosen = inOneWord(words, all) ?? inTwoWords(words, all);
  if ("code" in chosen) return chosen;
  return chosen.candidates.length === 0 ? nobodyPerforms(chosen) : chosen;
}

function inOneWord([word, second]: readonly string[], all: readonly Subject[]): Subject | undefined {
  return second === undefined ? all.find((subject) => nameOf(subject, "/") === word) : undefined;
}

function inTwoWords([profile, useCase]: readonly string[], all: readonly Subject[]): Subject | Refusal {
  const ofProfile = profile === undefined ? all : all.filter((subject) => subject.profile.name === profile);
  if (profile !== undefined && ofProfile.length === 0) return unknownProfile(profile, useCase, all);
  const [only, another] = ofProfile;
  if (useCase === undefined && only !== undefined && another === undefined) return only;
  if (useCase === undefined)
    return wrongUsage(
      "simulate needs to know which use-case",
      `one of: ${listOf(ofProfile.map((subject) => nameOf(subject, " ")))}`,
    );
  const names = ofProfile.map((subject) => subject.useCase.name);
  return (
    ofProfile.find((subject) => subject.useCase.name === useCase) ??
    wrongUsage(`${profile} has no use-case ${JSON.stringify(useCase)}`, suggestion(useCase, names, "it has"))
  );
}

/** A profile and a use-case may have been meant by one word. */
function unknownProfile(profile: string, useCase: string | undefined, all: readonly Subject[]): Refusal {
  const names = [...new Set(all.map((subject) => subject.profile.name))];
  const both = all.map((subject) => nameOf(subject, "/"));
  const near = useCase === undefined && nearest(profile, names) === undefined ? nearest(profile, both) : undefined;
  const hint =
    near === undefined ? suggestion(profile, names, "client.json has the profiles") : `did you mean ${near}?`;
  return wrongUsage(`client.json has no profile ${JSON.stringify(profile)} with a use-case`, hint);
}

function nameOf({ profile, useCase }: Subject, between: string): string {
  return `${profile.name}${between}${useCase.name}`;
}

const MOST_NAMES = 10;

/** Names for people; a long list is cut. */
export function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(", ")} and ${more} more` : names.join(", ");
}

function nothingToSimulate({ client }: LoadedProject): Refusal {
  if (client === undefined) {
    const hint = "use-cases stand in client/client.json; --config names another file";
    return { code: "SW0821", message: "there is no client configuration to simulate", hint, exitCode: 2 };
  }
  return {
    code: "SW0821",
    message: `${client.file} has no use-case to simulate`,
    hint: "add a profile with a use-case; requests of a provider's own client have their retryPolicy in code, which is not read",
    exitCode: 2,
  };
}

function nobodyPerforms({ profile, useCase }: Subject): Refusal {
  return {
    code: "SW0821",
    message: `no provider performs ${useCase.name} of ${profile.name}`,
    hint: `name one in "priority" or "providers" of ${profile.name}`,
    exitCode: 2,
  };
}

export function wrongUsage(message: string, hint: string | undefined): Refusal {
  return { code: "SW0302", message, hint, exitCode: 3 };
}
