import type { Explanation } from "./explanation.js";

/** What stops a run besides its inputs. */
export const runExplanations: { readonly [code: string]: Explanation } = {
  SW0301: {
    title: "a wrong option in package.json",
    severity: "error",
    what: "Under `sdkwright` in package.json stands something that is no option, has a wrong value, or is meant for single runs (`watch`). Or `out` or `config` is absolute or leaves the project through `..`, or `out` leads into `.git` or `node_modules`. Or, of several projects, two write to one folder, or one has an option that holds for all (`format`).",
    why: "An option that is passed over in silence would write the SDK to a place where nobody looks for it. And a commit must not make everybody's next run write outside of the project.",
    mend: 'Use the names of the command line without `--`, such as `"out": "src/sdk"`. Where the SDK has to stand elsewhere, give `--out` on the command line; where client.json stands elsewhere, `--config`.',
  },
  SW0302: {
    title: "a command line that cannot be carried out",
    severity: "error",
    what: "An option is unknown, has no value or a wrong one, is given twice, or does not go with the command; or a word is neither a command nor a file that sdkwright reads. Or it names a profile, a use-case or a provider that client.json does not have.",
    why: "An option that is passed over in silence would do something else than what was asked for.",
    mend: 'The hint names what was probably meant, or the entry that client.json lacks. A profile stands there first: `"communication/send-sms": { "version": "1.0.0" }` under `profiles`; its document, `profiles/communication/send-sms.json` beside client.json, alone is not found. `sdkwright --help` lists commands and options.',
  },
  SW0401: {
    title: "an output folder that is refused",
    severity: "error",
    what: "The output folder is the project root, a parent of it, no folder, a link that leads out of the project, in `.git`, or in `node_modules` without `--out`.",
    why: "Files are replaced and removed there. A slip of `--out` must not reach what is not ours.",
    mend: "Give the SDK a folder of its own inside the project.",
  },
  SW0402: {
    title: "an output folder of a newer sdkwright",
    severity: "error",
    what: "The lock in the output folder was written by a version with a later format.",
    why: "This version cannot know which of the files are its own.",
    mend: "Install the version that wrote it. Somebody in the team has it already.",
  },
  SW0403: {
    title: "an output folder that cannot be written",
    severity: "error",
    what: "The file system refused (no permission, no space), another process is writing to the folder, or something stands where a file belongs.",
    why: "All files are written, or none. After such a failure the folder is as it was, or the next run repairs it and says so.",
    mend: "The message names the path. Make room or correct the rights, then run `sdkwright generate` again.",
  },
  SW0601: {
    title: "an internal error",
    severity: "error",
    what: "sdkwright came to a place that it should never come to.",
    why: "That is our mistake, whatever the inputs are.",
    mend: "Run again with `--verbose` for the stack, and report it. What stands in quotes is masked, so that the report shows nothing of your inputs.",
  },
  SW0404: {
    title: "an output folder outside of the project",
    severity: "note",
    what: "`--out` names a folder that does not stand below the project root.",
    why: "It is allowed, and easily a slip: files are replaced and removed there.",
    mend: "Nothing, if it is meant. Else give a folder inside the project.",
  },
  SW0405: {
    title: "no working directory",
    severity: "error",
    what: "The folder that the command was run in has been removed, for instance by a checkout of another branch.",
    why: "Without it nobody can say which project is meant.",
    mend: "Change to a folder that is there (`cd .` is enough where it was made again), and run again.",
  },
  SW0406: {
    title: "a permission that Deno was not given",
    severity: "error",
    what: "Deno keeps a program from what its command line does not permit. The message is Deno's own: it names the permission, what it was asked for, and the flag.",
    why: "Inputs and packages are read, libraries look at the environment and the system, and `generate` writes the SDK.",
    mend: "`check`, `diff` and `validate` need `--allow-read --allow-env --allow-sys`; `generate` needs `--allow-write=src/generated` (the output folder) as well. `-A` permits everything.",
  },
  SW0407: {
    title: "a file that is taken in place of an emitted one",
    severity: "warning",
    what: "In the output folder stands something that is not ours, where a bundler, a runtime or a compiler looks before it looks for an emitted module, or instead: `acme.js`, `acme.tsx`, `acme.ios.ts` or a folder `acme` beside `acme.ts`, a `package.json`, `node_modules`, or configuration such as a `tsconfig.json` that leads a bundler to other modules. `generate` warns of it; `check` names it and ends with 1. Declarations (`.d.ts`) and source maps are no code, and are not told.",
    why: "What runs is then not what was reviewed: such a file can send requests, with their keys, elsewhere. One that a compiler left is old as soon as the SDK is generated again.",
    mend: "Remove it, or move it out of the output folder. Where a compiler writes beside its inputs, give it a folder of its own (`outDir`), or check before it runs.",
  },
  SW0501: {
    title: "a base that cannot be compared with",
    severity: "error",
    what: "The argument of `diff` is no git revision, lock file or output folder. Or git is missing, the project is in no repository, or it or its output folder became a repository of its own.",
    why: "`diff` compares the current inputs with the model in an earlier lock. It has to find that lock.",
    mend: "Name a revision (`sdkwright diff origin/main`), or a lock file or output folder as a path (`./old`). In CI, fetch the history first: `fetch-depth: 0`.",
  },
  SW0502: {
    title: "a base whose lock cannot be read",
    severity: "error",
    what: "The lock at the base is empty, has merge markers, is no lock, or was written by a version that cannot be understood.",
    why: "Comparing with half a model would call changes compatible that are not.",
    mend: "Give another base. For an old lock, generate at that revision with this version into a folder of its own, and compare with that folder.",
  },
};
