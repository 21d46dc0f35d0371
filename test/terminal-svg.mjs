// Draws what a command prints on a terminal.

/** Lines longer than the window continue below their second column. */
const COLUMNS = 100;
const [CHARACTER, LINE, MARGIN, BAR] = [8.4, 20, 20, 36];
const COLORS = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff" };
const FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** Draws `text`, with its ANSI colors, as a dark window; `title` says what is seen. */
export function terminalSvg(title, text) {
  const lines = wrapped(cellsOf(text.trimEnd()));
  const columns = lines.reduce((most, { length }) => Math.max(most, length), 0);
  const [width, height] = [Math.ceil(columns * CHARACTER) + 2 * MARGIN, BAR + lines.length * LINE + MARGIN];
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (color, index) => `<circle cx="${String(MARGIN + 6 + 20 * index)}" cy="18" r="6" fill="${color}"/>`,
  );
  const rows = lines.flatMap((line, index) => (line.length === 0 ? [] : [rowOf(line, BAR + (index + 0.75) * LINE)]));
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}">
<title>${title}</title>
<rect width="100%" height="100%" rx="8" fill="#161b22"/>
${dots.join("")}
<g font-family="${FONTS}" font-size="14" fill="#e6edf3">
${rows.join("\n")}
</g>
</svg>
`;
}

/** Each character with the attributes that it is printed with. */
function cellsOf(text) {
  const [plain, ...painted] = text.split("\u001B[");
  const codes = new Map();
  const cells = Array.from(plain, (character) => ({ character, style: "" }));
  for (const part of painted) {
    const [code] = part.split("m", 1);
    if (code === "0") codes.clear();
    else if (code === "22") codes.delete("weight");
    else if (code === "39") codes.delete("color");
    else codes.set(Number(code) < 30 ? "weight" : "color", attributeOf(code));
    const style = [...codes.values()].join("");
    for (const character of part.slice(code.length + 1)) cells.push({ character, style });
  }
  return cells;
}

function attributeOf(code) {
  if (code === "1") return ' font-weight="bold"';
  if (code === "2") return ' opacity="0.6"';
  if (Object.hasOwn(COLORS, code)) return ` fill="${COLORS[code]}"`;
  throw new Error(`a picture has no color for the code ${code}`);
}

function wrapped(cells) {
  const lines = [[]];
  for (const cell of cells) {
    if (cell.character === "\n") lines.push([]);
    else lines.at(-1).push(cell);
  }
  return lines.flatMap((line) => [...broken(line)]);
}

function* broken(line) {
  const [, first = ""] = /^(\S+ {2,})\S/.exec(textOf(line)) ?? [];
  const indent = Array.from(first, () => ({ character: " ", style: "" }));
  let rest = line;
  while (rest.length > COLUMNS) {
    const space = textOf(rest).lastIndexOf(" ", COLUMNS);
    const at = space > indent.length ? space : COLUMNS;
    yield rest.slice(0, at);
    rest = [...indent, ...rest.slice(space > indent.length ? at + 1 : at)];
  }
  yield rest;
}

function textOf(cells) {
  return cells.map(({ character }) => character).join("");
}

function rowOf(line, y) {
  const runs = [];
  for (const { character, style } of line) {
    if (runs.at(-1)?.style === style) runs.at(-1).text += character;
    else runs.push({ style, text: character });
  }
  const spans = runs.map(({ style, text }) =>
    style === "" ? escaped(text) : `<tspan${style}>${escaped(text)}</tspan>`,
  );
  return `<text x="${String(MARGIN)}" y="${String(y)}">${spans.join("")}</text>`;
}

/** No browser joins spaces that do not break. */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(" ", "\u00A0");
}
