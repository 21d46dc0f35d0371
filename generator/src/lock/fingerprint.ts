import { readFileSync } from "node:fs";

/** Hash of the templates, of the code that fills them and of the libraries that shape the output; made by our build. */
export const FINGERPRINT: string = readFileSync(new URL("fingerprint.txt", import.meta.url), "utf8").trim();
