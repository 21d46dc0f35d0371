// Every place where the program runs, the cheap ones first. A name is what the command is asked for.
import { cases as browser } from "./browser.mjs";
import { cases as bundlers } from "./bundlers.mjs";
import { cases as commonjs } from "./commonjs.mjs";
import { cases as engines } from "./engines.mjs";
import { cases as next } from "./next.mjs";
import { cases as node } from "./node.mjs";
import { cases as runners } from "./runners.mjs";

export const cases = [...node, ...engines, ...browser, ...bundlers, ...runners, ...commonjs, ...next];
