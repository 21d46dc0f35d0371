import type { Answer, Operation } from "../openapi/api.js";
import type { LoadedProvider } from "../project/project.js";
import { isJson } from "./operations/media-types.js";

/** The path of a GET that a documentation comment can show: it asks for nothing, and answers with JSON. */
export function examplePath({ api }: LoadedProvider): string {
  return api?.operations.find(isPlain)?.path ?? "";
}

function isPlain({ method, path, parameters, security, answers }: Operation): boolean {
  if (method !== "get" || /[{?#]/.test(path) || security !== undefined) return false;
  return !parameters.some(({ isRequired }) => isRequired) && answers.some(isSuccessInJson);
}

function isSuccessInJson({ status, contents }: Answer): boolean {
  return status.startsWith("2") && contents.some(({ mediaType }) => isJson(mediaType));
}
