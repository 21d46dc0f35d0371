/**
 * Text with places where it may break. A group stands on one line where it fits, and breaks at all of its places
 * otherwise, which is how prettier decides too; `hard` ones break always, and with them every group around them.
 */
export type Doc = string | readonly Doc[] | Group | Indent | Line | OnlyBroken | Assigned;

interface Group {
  readonly kind: "group";
  readonly doc: Doc;
  readonly isBroken: boolean;
}

interface Indent {
  readonly kind: "indent";
  readonly doc: Doc;
}

interface Line {
  readonly kind: "line";
  /** What stands there where the group does not break. */
  readonly flat: "" | " ";
  readonly isHard: boolean;
}

/** What is there only where its group breaks. */
interface OnlyBroken {
  readonly kind: "only-broken";
  readonly doc: Doc;
}

/** What follows a `=`: on a line of its own where it does not even begin on that of the `=`. */
interface Assigned {
  readonly kind: "assigned";
  readonly doc: Doc;
}

export const LINE: Doc = { kind: "line", flat: " ", isHard: false };
export const SOFT_LINE: Doc = { kind: "line", flat: "", isHard: false };
export const HARD_LINE: Doc = { kind: "line", flat: "", isHard: true };

export function indent(doc: Doc): Doc {
  return { kind: "indent", doc };
}

export function onlyBroken(doc: Doc): Doc {
  return { kind: "only-broken", doc };
}

export function assigned(doc: Doc): Doc {
  return { kind: "assigned", doc };
}

/** What stands on one line where it fits; it breaks where something in it breaks always. */
export function group(doc: Doc): Doc {
  return { kind: "group", doc, isBroken: holdsHardLine(doc) };
}

/** Groups within know already. */
function holdsHardLine(doc: Doc): boolean {
  if (typeof doc === "string") return false;
  if (!("kind" in doc)) return doc.some(holdsHardLine);
  switch (doc.kind) {
    case "group":
      return doc.isBroken;
    case "line":
      return doc.isHard;
    case "only-broken":
      return false;
    case "indent":
    case "assigned":
      return holdsHardLine(doc.doc);
  }
}

interface Command {
  readonly indent: number;
  readonly isFlat: boolean;
  readonly doc: Doc;
}

/** Lays out a document in lines of `width` columns; it begins on a new line, `indented` so far. */
export function layOut(doc: Doc, width: number, indented = 0): string {
  const out: string[] = [" ".repeat(indented)];
  const rest: Command[] = [{ indent: indented, isFlat: false, doc }];
  let column = indented;
  for (let command = rest.pop(); command !== undefined; command = rest.pop()) {
    const { indent, isFlat, doc } = command;
    if (typeof doc === "string") {
      out.push(doc);
      column += widthOf(doc);
    } else if (!("kind" in doc)) {
      for (let at = doc.length - 1; at >= 0; at -= 1) rest.push({ indent, isFlat, doc: doc[at] ?? "" });
    } else if (doc.kind === "indent") rest.push({ indent: indent + 2, isFlat, doc: doc.doc });
    else if (doc.kind === "group") {
      const next = { indent, isFlat: true, doc: doc.doc };
      const fitting = isFlat || (!doc.isBroken && fits(next, rest, width - column));
      rest.push(fitting ? next : { indent, isFlat: false, doc: doc.doc });
    } else if (doc.kind === "assigned") {
      const onSame = { indent, isFlat: false, doc: doc.doc };
      const isBeginning = fits({ indent, isFlat: true, doc: " " }, [...rest, onSame], width - column);
      rest.push(isBeginning ? onSame : { indent: indent + 2, isFlat: false, doc: doc.doc });
      rest.push({ indent: indent + 2, isFlat: false, doc: isBeginning ? " " : HARD_LINE });
    } else if (doc.kind === "only-broken") {
      if (!isFlat) rest.push({ indent, isFlat, doc: doc.doc });
    } else if (isFlat && !doc.isHard) {
      out.push(doc.flat);
      column += doc.flat.length;
    } else {
      trimEnd(out);
      out.push("\n", " ".repeat(indent));
      column = indent;
    }
  }
  return out.join("");
}

function trimEnd(out: string[]): void {
  const last = out.length - 1;
  out[last] = (out[last] ?? "").trimEnd();
}

/** Whether what comes next stays within the width up to the first place where it may break. */
function fits(next: Command, rest: readonly Command[], width: number): boolean {
  const commands = [next];
  let left = width;
  let below = rest.length;
  while (left >= 0) {
    let command = commands.pop();
    if (command === undefined) {
      below -= 1;
      command = rest[below];
      if (command === undefined) return true;
    }
    const { indent, isFlat, doc } = command;
    if (typeof doc === "string") left -= widthOf(doc);
    else if (!("kind" in doc)) {
      for (let at = doc.length - 1; at >= 0; at -= 1) commands.push({ indent, isFlat, doc: doc[at] ?? "" });
    } else if (doc.kind === "group") commands.push({ indent, isFlat: isFlat && !doc.isBroken, doc: doc.doc });
    else if (doc.kind === "line") {
      if (!isFlat || doc.isHard) return true;
      left -= doc.flat.length;
    } else if (doc.kind === "only-broken") {
      if (!isFlat) commands.push({ indent, isFlat, doc: doc.doc });
    } else commands.push({ indent, isFlat, doc: doc.doc });
  }
  return false;
}

/** Columns that a text takes on a screen. */
export function widthOf(text: string): number {
  const width = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7e) return wideWidthOf(text);
  }
  return width;
}

function wideWidthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x300 && code <= 0x36f) continue;
    width += isWide(code) ? 2 : 1;
  }
  return width;
}

/** East Asian wide and full width characters, and pictures (Unicode's annex 11, by blocks). */
function isWide(code: number): boolean {
  return WIDE.some(([first, last]) => code >= first && code <= last);
}

const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];
