// The table of style examples in OpenAPI 3.1.1 (Parameter Object, Style Examples), as facts: by style and explode, what
// `color` comes to. Where the table has `n/a` there is nothing.
const DELIMITED = (sign) => ({
  array: ["blue", "black", "brown"].join(sign),
  object: ["R", 100, "G", 200, "B", 150].join(sign),
});
const form = ({ array, object }) => ({ array: `color=${array}`, object: `color=${object}` });

export const TABLE = {
  "matrix false": {
    empty: ";color",
    string: ";color=blue",
    array: ";color=blue,black,brown",
    object: ";color=R,100,G,200,B,150",
  },
  "matrix true": {
    empty: ";color",
    string: ";color=blue",
    array: ";color=blue;color=black;color=brown",
    object: ";R=100;G=200;B=150",
  },
  "label false": { empty: ".", string: ".blue", array: ".blue,black,brown", object: ".R,100,G,200,B,150" },
  "label true": { empty: ".", string: ".blue", array: ".blue.black.brown", object: ".R=100.G=200.B=150" },
  "simple false": { empty: "", string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150" },
  "simple true": { empty: "", string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" },
  "form false": {
    empty: "color=",
    string: "color=blue",
    array: "color=blue,black,brown",
    object: "color=R,100,G,200,B,150",
  },
  "form true": {
    empty: "color=",
    string: "color=blue",
    array: "color=blue&color=black&color=brown",
    object: "R=100&G=200&B=150",
  },
  "spaceDelimited false": form(DELIMITED("%20")),
  "pipeDelimited false": form(DELIMITED("%7C")),
  "deepObject true": { object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150" },
};

/** What the specification has for a case. Its table is of values that need no encoding, so reserved ones make no difference. */
export function specifiedBytes({ id, parameter: { style, explode } }) {
  return TABLE[`${style} ${explode}`]?.[id.split(": ")[1]];
}
