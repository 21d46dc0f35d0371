/** What was made of a text, and where in that text each of its units begins and ends. */
export interface View {
  readonly text: string;
  readonly startOf: (place: number) => number;
  readonly endOf: (place: number) => number;
}

/** A text as it is. */
export function viewOf(text: string): View {
  return { text, startOf: (place) => place, endOf: (place) => place + 1 };
}

/** How the units of a stretch go on in the source, in thirds of a unit: copied, all of one, or the octets of base64. */
export const COPIED = 3;
export const OF_ONE = 0;
export const OF_BASE64 = 4;

/** Each unit of it stands for `width` units of the source. */
interface Stretch {
  readonly at: number;
  readonly from: number;
  readonly thirds: number;
  readonly width: number;
}

/** Makes a view of another. It keeps stretches, because most texts are copied as they are, and few places are asked for. */
export class ViewMaker {
  readonly #source: View;
  readonly #texts: string[] = [];
  readonly #stretches: Stretch[] = [];
  #length = 0;

  constructor(source: View) {
    this.#source = source;
  }

  /** Adds what was made of the units of the source from `from` on. */
  add(text: string, from: number, thirds: number, width: number): void {
    if (text === "") return;
    this.#stretches.push({ at: this.#length, from, thirds, width });
    this.#texts.push(text);
    this.#length += text.length;
  }

  view(): View {
    const { startOf, endOf } = this.#source;
    return {
      text: this.#texts.join(""),
      startOf: (place) => startOf(this.#sourceOf(place)[0]),
      endOf: (place) => endOf(this.#sourceOf(place)[1]),
    };
  }

  /** The first and the last unit of the source that one stands for. */
  #sourceOf(place: number): readonly [first: number, last: number] {
    const { at, from, thirds, width } = this.#stretchOf(place);
    const first = from + Math.floor(((place - at) * thirds) / 3);
    return [first, first + width - 1];
  }

  #stretchOf(place: number): Stretch {
    let [low, high] = [0, this.#stretches.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#stretches[middle]?.at ?? 0) <= place) low = middle;
      else high = middle;
    }
    return this.#stretches[low] ?? { at: 0, from: 0, thirds: COPIED, width: 1 };
  }
}
