import type { TextFollower } from "../diagnostics/text-follower.js";
import { extentOf, MAX_YAML_BYTES } from "../files/extent.js";
import { excessFlaw, type ParsedText, type TextFlaw } from "./parsed-text.js";
import { findPlaces } from "./text-places.js";
import { YamlBuilder } from "./yaml-builder.js";
import { yamlEvents, type YamlEvents, type YamlFollower } from "./yaml-events.js";

/** Parses a document in YAML. */
export function parseYamlText(text: string): ParsedText {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) return unread(TOO_LARGE);
  const read = yamlEvents(text);
  return "flaw" in read ? unread(read.flaw) : parsedFrom(read.events);
}

function parsedFrom(events: YamlEvents): ParsedText {
  const builder = new YamlBuilder();
  events.follow(builder);
  const { value: json, flaws, hasTooMany } = builder;
  if (hasTooMany) return unread(excessFlaw({ excess: "nodes", path: [] }));
  const follow = (follower: TextFollower) => {
    events.follow(withoutAliases(follower));
  };
  const placesOf = (pointers: readonly string[]) => findPlaces(pointers, follow);
  const extent = extentOf(json);
  return { ...("excess" in extent ? { flaws: [excessFlaw(extent)] } : { json, flaws }), placesOf, follow };
}

const TOO_LARGE: TextFlaw = {
  code: "SW0105",
  severity: "error",
  pointer: "",
  message: `YAML with more than ${MAX_YAML_BYTES / 1024 / 1024} MiB is not read`,
  hint: "write it as JSON",
};

/** The one flaw says where it is. */
function unread(flaw: TextFlaw): ParsedText {
  const follow = () => {};
  return { flaws: [flaw], placesOf: (pointers) => findPlaces(pointers, follow), follow };
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
