/** Whether a merge left its markers in a text. */
export function hasConflictMarkers(text: string): boolean {
  return text.includes("<<<<<<< ") && /^<<<<<<< /m.test(text) && /^=======\r?$/m.test(text) && /^>>>>>>> /m.test(text);
}

/** The texts that a merge started from, as far as it left both: with the upper side of every conflict, and with the lower. */
export function sidesOf(text: string): [string, string] {
  const sides: [string[], string[]] = [[], []];
  let side: "both" | "upper" | "base" | "lower" = "both";
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("<<<<<<< ")) side = "upper";
    else if (side === "upper" && line.startsWith("||||||| ")) side = "base";
    else if (side !== "both" && line === "=======") side = "lower";
    else if (side === "lower" && line.startsWith(">>>>>>> ")) side = "both";
    else {
      if (side === "both" || side === "upper") sides[0].push(line);
      if (side === "both" || side === "lower") sides[1].push(line);
    }
  }
  return [sides[0].join("\n"), sides[1].join("\n")];
}
