import type { GeneratedFile } from "../render/generated-file.js";
import { FINGERPRINT } from "../lock/fingerprint.js";
import { hashText } from "../lock/hash.js";
import { hashJson, type JsonKind } from "../lock/input-hash.js";
import {
  type InputKind,
  LOCK_FORMAT,
  type Lock,
  type LockInputs,
  type LockOptions,
  REMARKED_ON,
} from "../lock/lock.js";

/** A file that the output depends on, by its path relative to the project root. */
export type Input =
  | { readonly kind: JsonKind; readonly file: string; readonly json: unknown }
  | { readonly kind: "tsconfig"; readonly file: string; readonly text: string }
  /** Of a file that is no part of a document, `text` is undefined: it is looked at again in the next run. */
  | { readonly kind: "openapi"; readonly file: string; readonly text: string | undefined }
  /** `text` is undefined for a map that has mistakes or is not there: it is looked at again in the next run. */
  | { readonly kind: "map"; readonly file: string; readonly text: string | undefined; readonly isRemarkedOn?: boolean };

export interface LockContent {
  readonly options: LockOptions;
  readonly inputs: readonly Input[];
  /** Places that were looked at in vain, relative to the project root: a file there would change the output. */
  readonly absent: readonly string[];
  readonly warnings: number;
  readonly documentNotes?: number;
  readonly files: readonly GeneratedFile[];
  readonly model: object;
}

/** The lock of a run. */
export function createLock({ options, inputs, absent, warnings, documentNotes = 0, files, model }: LockContent): Lock {
  return {
    formatVersion: LOCK_FORMAT,
    fingerprint: FINGERPRINT,
    options,
    inputs: inputHashes(inputs, absent),
    warnings,
    ...(documentNotes > 0 && { documentNotes }),
    files: Object.fromEntries(files.map(({ path, text }) => [path, hashText(text)])),
    model,
  };
}

/** Stands for the hash of a file that has to be looked at in every run. */
export const NOT_ACCEPTED = "not accepted";

function inputHashes(inputs: readonly Input[], absent: readonly string[]): LockInputs {
  const of = (kind: InputKind) =>
    Object.fromEntries(inputs.filter((input) => input.kind === kind).map((input) => [input.file, hashInput(input)]));
  return {
    client: of("client"),
    definition: of("definition"),
    profile: of("profile"),
    openapi: of("openapi"),
    map: of("map"),
    tsconfig: of("tsconfig"),
    absent,
  };
}

function hashInput(input: Input): string {
  if ("json" in input) return hashJson(input.kind, input.json);
  if (input.text === undefined) return NOT_ACCEPTED;
  const isRemarkedOn = input.kind === "map" && input.isRemarkedOn === true;
  return `${hashText(input.text)}${isRemarkedOn ? REMARKED_ON : ""}`;
}
