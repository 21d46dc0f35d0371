import { checkProfile } from "./check-profile.js";
import { type Format, parseFormat } from "./format.js";
import type { Parsed } from "./issue.js";
import type { ProfileJson } from "./profile-json.generated.js";
import { validateProfile } from "./profile-validator.generated.js";

const profileFormat: Format<ProfileJson> = {
  title: "the profile document",
  explain: undefined,
  validate: validateProfile,
  isShown: (pointer) => pointer !== "/name",
  check: checkProfile,
};

/** Parses a profile document: the use-cases of a profile, with JSON Schemas of what goes in and comes out. */
export function parseProfile(value: unknown): Parsed<ProfileJson> {
  return parseFormat(profileFormat, value);
}
