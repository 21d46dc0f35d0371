// Preloaded by `node test/run.mjs --name "words"`: tests whose names lack the words are skipped, as uvu has no such option.
import { register } from "node:module";

const only = `
  export * from "UVU";
  import { suite as original } from "UVU";
  const words = ${JSON.stringify(process.env["SDKWRIGHT_TEST_NAME"] ?? "")};
  export const suite = (...given) => {
    const made = original(...given);
    const chosen = (name, run) => (name.includes(words) ? made : made.skip)(name, run);
    return Object.assign(chosen, made);
  };
`;
const hooks = `
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    if (specifier !== "uvu" || context.parentURL?.startsWith("data:")) return found;
    const code = ${JSON.stringify(only)}.replaceAll("UVU", found.url);
    return { url: "data:text/javascript," + encodeURIComponent(code), shortCircuit: true };
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
