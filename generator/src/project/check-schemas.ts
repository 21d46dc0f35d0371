import { defaultInputs, own, toPointer, type ClientJson, type Issue } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import { checkDefault } from "../json-schema/check-default.js";
import { schemaObject } from "../json-schema/schema-part.js";
import { schemaRemarks } from "../json-schema/schema-remarks.js";
import { uncheckedParts } from "../json-schema/unchecked-parts.js";
import type { ParsedSources } from "./parse.js";

/** Default inputs that the schemas of their use-cases do not allow (rules C15). */
export function checkDefaults(
  { profiles = {} }: Partial<ClientJson>,
  sources: Sources,
  parsed: ParsedSources,
  budget: Budget,
): readonly Issue[] {
  const spendingOn = (pointer: string) => (steps: number) => {
    const what = "this default input takes too long to be compared with its schema";
    const hint = "make the schema, or the input, simpler";
    budget.spend(steps, () => ({ what, hint, pointer, source: sources.client }));
  };
  return sources.profiles.flatMap(({ name, document }) => {
    const profile = own(profiles, name);
    const useCases = document && parsed.profiles.get(document)?.value?.usecases;
    if (profile === undefined || typeof profile === "string") return [];
    return defaultInputs(profile, toPointer("profiles", name)).flatMap(({ useCase, input, pointer }) => {
      const schema = own(useCases, useCase)?.input;
      if (schema === undefined) return [];
      return checkDefault(schemaObject(schema), input, `${pointer}/input`, spendingOn(`${pointer}/input`));
    });
  });
}

/** Remarks about the schemas of profile documents in which nothing is wrong. */
export function remarksAboutSchemas({ profiles }: ParsedSources): readonly SourceIssue[] {
  return Array.from(profiles).flatMap(([source, { value }]) =>
    Object.entries(value?.usecases ?? {}).flatMap(([name, useCase]) =>
      (["input", "result", "error"] as const).flatMap((part) => {
        const schema = useCase[part];
        if (schema === undefined || typeof schema === "boolean") return [];
        const pointer = toPointer("usecases", name, part);
        const remarks = [
          ...schemaRemarks(schema, pointer),
          ...(part === "error" ? [] : uncheckedParts(schema, pointer)),
        ];
        return remarks.map((issue) => ({ ...issue, source }));
      }),
    ),
  );
}
