import type { LoadedProject } from "../load/project.js";
import { providerFile, providerNames } from "../names/provider-names.js";
import type { WriteReport } from "./file-report.js";

/** `3 files written, 2 unchanged in src/generated.` */
export function writtenText({ written, removed, kept, unchanged }: WriteReport, folder: string): string {
  const counts = [
    ...(written.length > 0 ? [`${filesText(written)} written`] : []),
    ...(removed.length > 0 ? [`${filesText(removed)} removed`] : []),
    ...(unchanged.length > 0 ? [`${unchanged.length} unchanged`] : []),
  ];
  const text = written.length + removed.length === 0 ? "Nothing to write" : counts.join(", ");
  const lines = [
    `${text} in ${folder}.`,
    ...kept.map((path) => `${folder}/${path} is not as it was written, and was kept.`),
  ];
  return lines.join("\n");
}

function filesText(paths: readonly string[]): string {
  return `${paths.length} file${paths.length === 1 ? "" : "s"}`;
}

/** What a newcomer imports from what was written. */
export function entryPoints({ client, providers }: LoadedProject, folder: string): string {
  const modules = providers.slice(0, 3).map(({ definition: { name } }) => {
    const { create } = providerNames(name);
    return `  ${create} from ${folder}/${providerFile(name)}`;
  });
  const all = client === undefined ? [] : [`  createClient from ${folder}/client.ts`];
  const more = providers.length > modules.length ? [`  and ${providers.length - modules.length} more providers`] : [];
  return ["Import", ...all, ...modules, ...more].join("\n");
}
