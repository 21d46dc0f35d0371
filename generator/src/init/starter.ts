import { printJson } from "../add/edit-json.js";

interface StarterFile {
  readonly file: string;
  readonly text: string;
  readonly what: string;
}

/** Files of a folder that has no package.json yet: what a first call needs to compile and run; code stands in `folder`. */
export function starterFiles(call: string | undefined, folder: string, isCompiled: boolean): readonly StarterFile[] {
  const path = folder === "." ? "" : `${folder}/`;
  return [
    ...(isCompiled
      ? [{ file: "tsconfig.json", text: printJson(tsconfigOf(folder)), what: "how TypeScript compiles" }]
      : []),
    { file: ".gitignore", text: "node_modules/\ndist/\n.env\n", what: "what is not committed" },
    ...(call === undefined ? [] : [{ file: `${path}main.ts`, text: `${call}\n`, what: "a first call" }]),
  ];
}

function tsconfigOf(folder: string): object {
  return {
    compilerOptions: {
      module: "nodenext",
      target: "es2022",
      strict: true,
      rootDir: folder,
      outDir: "dist",
      types: ["node"],
    },
    include: [folder],
  };
}
