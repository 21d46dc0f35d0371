import type { ProfileConfig, ProfileJson } from "@sdkwright/runtime/config";

/** A document says which use-cases there are; without one, those that `defaults` name, at both levels (rules C4). */
export function useCaseNamesOf(
  document: ProfileJson | undefined,
  config: ProfileConfig | undefined,
): readonly string[] {
  if (document !== undefined) return Object.keys(document.usecases);
  const levels = config === undefined ? [] : [config, ...Object.values(config.providers)];
  return [...new Set(levels.flatMap(({ defaults }) => Object.keys(defaults)))];
}
