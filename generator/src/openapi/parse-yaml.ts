import type { ParsedText, TextFlaw } from "./parsed-text.js";
import { depthFlaw, longKeyFlaw } from "./parsed-text.js";
import { prune } from "./prune.js";
import { findPlaces } from "./text-places.js";
import type { TextFollower } from "../diagnostics/text-follower.js";
import { YamlBuilder } from "./yaml-builder.js";
import { yamlEvents, type YamlEvents, type YamlFollower } from "./yaml-events.js";

/** YAML above this many bytes is not read: it takes more time and memory than JSON. */
export const MAX_YAML_BYTES: number = 16 * 1024 * 1024;

/** How many values there may be with every alias written out, for each that is written. */
const MOST_EXPANDED = 10;

/** Parses a document in YAML. */
export function parseYamlText(text: string): ParsedText {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) {
    return unread(refusal(`YAML with more than ${MAX_YAML_BYTES / 1024 / 1024} MiB`));
  }
  const read = yamlEvents(text);
  return "flaw" in read ? unread(read.flaw) : parsedFrom(read.events);
}

function parsedFrom(events: YamlEvents): ParsedText {
  const builder = new YamlBuilder();
  events.follow(builder);
  const { value: json, flaws, size } = builder;
  if (size > MOST_EXPANDED * events.count) return unread(refusal(BOMB));
  const follow = (follower: TextFollower) => {
    events.follow(withoutAliases(follower));
  };
  const placesOf = (pointers: readonly string[]) => findPlaces(pointers, follow);
  const { tooDeep, longKeys } = prune(json);
  const cut = [...tooDeep.map(depthFlaw), ...[...longKeys].map(longKeyFlaw)];
  return { json, flaws: [...flaws, ...cut], placesOf, follow };
}

/** The one flaw says where it stands. */
function unread(flaw: TextFlaw): ParsedText {
  const follow = () => {};
  return { flaws: [flaw], placesOf: (pointers) => findPlaces(pointers, follow), follow };
}

const BOMB = `YAML whose aliases make it more than ${MOST_EXPANDED} times as long as it is written`;

function refusal(what: string): TextFlaw {
  return { code: "SW0105", severity: "error", pointer: "", message: `${what} is not read`, hint: "write it as JSON" };
}

/** An alias is a place, and nothing below it is. */
function withoutAliases(follower: TextFollower): YamlFollower {
  return {
    open: (kind, offset) => {
      follower.open(kind, offset);
    },
    close: () => {
      follower.close();
    },
    scalar: (offset, length, text) => {
      follower.scalar(offset, length, text);
    },
    alias: (offset, length, name) => {
      follower.scalar(offset, length, () => name);
    },
  };
}
