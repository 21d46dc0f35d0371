import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException, type Event } from "js-yaml";
import { MAX_DEPTH, MAX_NODES } from "../files/extent.js";
import { excessFlaw, type TextFlaw } from "./parsed-text.js";

/** What stands before a value: `&name` and `!tag`, as written. */
export interface NodeProperties {
  readonly anchor?: string | undefined;
  readonly tag?: string | undefined;
  /** Of a scalar that stands without quotes: it may be a number or the like. */
  readonly isPlain?: boolean | undefined;
}

/** Is told what stands in a YAML text. */
export interface YamlFollower {
  open(kind: "object" | "array", offset: number, properties: NodeProperties): void;
  close(): void;
  scalar(offset: number, length: number, text: () => string, properties: NodeProperties): void;
  alias(offset: number, length: number, name: string): void;
}

/** A YAML text, taken apart once. */
export interface YamlEvents {
  readonly follow: (follower: YamlFollower) => void;
}

/** Takes a text apart (YAML 1.2); nothing in it is made into anything. */
export function yamlEvents(text: string): { readonly events: YamlEvents } | { readonly flaw: TextFlaw } {
  if (hasTooManySigns(text)) return { flaw: excessFlaw({ excess: "nodes", path: [] }) };
  try {
    const events = parseEvents(text, { maxDepth: 2 * MAX_DEPTH });
    const documents = events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
    if (documents !== 1) return { flaw: flawAt(0, documents === 0 ? "the file is empty" : "it has several documents") };
    return { events: { follow: (follower) => follow(text, events, follower) } };
  } catch (error) {
    return { flaw: flawOf(error) };
  }
}

/** Each sign that begins something can cost a hundred bytes while it is parsed: a key has two of them, and a value. */
function hasTooManySigns(text: string): boolean {
  let signs = 0;
  for (let index = 0; index < text.length; index += 1) if (SIGNS.has(text.charCodeAt(index))) signs += 1;
  return signs > 2 * MAX_NODES;
}

const SIGNS: ReadonlySet<number> = new Set(Array.from(",[{:?-\n", (sign) => sign.charCodeAt(0)));

function flawOf(error: unknown): TextFlaw {
  if (error instanceof YAMLException) return flawAt(error.mark?.position ?? 0, error.reason);
  if (error instanceof RangeError) return excessFlaw({ excess: "depth", path: [] });
  throw error;
}

function flawAt(offset: number, reason: string): TextFlaw {
  const span = { offset, length: 1 };
  return { code: "SW0104", severity: "error", pointer: "", message: `not YAML: ${reason}`, span };
}

function follow(text: string, events: readonly Event[], follower: YamlFollower): void {
  let depth = 0;
  let end = 0;
  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        depth += 1;
        follower.open(event.type === EVENT_ID.MAPPING ? "object" : "array", event.start, propertiesOf(text, event));
        end = event.start;
        break;
      case EVENT_ID.SCALAR: {
        // Nothing was written: its place is behind what came before.
        const [start, stop] = event.valueStart === -1 ? [end, end] : [event.valueStart, event.valueEnd];
        const isPlain = event.style === SCALAR_STYLE.PLAIN;
        follower.scalar(start, stop - start, () => getScalarValue(text, event), {
          ...propertiesOf(text, event),
          isPlain,
        });
        end = stop;
        break;
      }
      case EVENT_ID.ALIAS: {
        const { anchorStart, anchorEnd } = event;
        follower.alias(anchorStart - 1, anchorEnd - anchorStart + 1, text.slice(anchorStart, anchorEnd));
        end = anchorEnd;
        break;
      }
      case EVENT_ID.POP:
        if (depth > 0) follower.close();
        depth -= 1;
        break;
    }
  }
}

const NOTHING: NodeProperties = {};

function propertiesOf(text: string, event: Exclude<Event, { type: 1 | 5 | 6 }>): NodeProperties {
  const { anchorStart, anchorEnd, tagStart, tagEnd } = event;
  if (anchorStart === -1 && tagStart === -1) return NOTHING;
  return {
    ...(anchorStart === -1 ? {} : { anchor: text.slice(anchorStart, anchorEnd) }),
    ...(tagStart === -1 ? {} : { tag: text.slice(tagStart, tagEnd) }),
  };
}
