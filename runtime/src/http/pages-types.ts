import type { ProviderResponse } from "./provider-client.js";

/** The readers of a list that comes in pages. Like `json()` they are called at once, and nothing is sent before the first item. */
export interface Pages<Body, Item> {
  /**
   * Iterates over the items of all pages. The next page is asked for when the items of the last one were taken; a failure is
   * thrown where its items would have come. Throws a PagesError where the next page could only be guessed.
   */
  items(options?: ItemsOptions): AsyncIterableIterator<Item>;
  /** Likewise, page by page. */
  pages(options?: ItemsOptions): AsyncIterableIterator<Page<Body, Item>>;
  /** Asks for one page: the first, or that of the option `from`. */
  page(): Promise<Page<Body, Item>>;
}

/** One page of a list. */
export interface Page<Body = unknown, Item = unknown> {
  /** None if it is not known where they are. */
  readonly items: Item[];
  /** The answer, parsed as JSON. Nothing checks that it is what the document says. */
  readonly body: Body;
  /** The status and headers. */
  readonly response: ProviderResponse;
  /** The place of the next page; `undefined` after the last. Reading it throws a PagesError where it could only be guessed. */
  readonly next: PagePosition | undefined;
}

/**
 * The place of a page in a list, for the option `from` of the same call later, by any process: plain JSON without origin and
 * without credentials. Its other fields are nobody's business.
 */
export interface PagePosition {
  /** Version of the format. */
  readonly v: 1;
  /** The path of the operation. */
  readonly path: string;
}

/** Bounds of an iteration; without them it goes on to the last page. */
export interface ItemsOptions {
  /** Ends after so many items, and asks for no page that has none of them. `pages()` gives the last page whole. 0 sends nothing. */
  readonly limit?: number | undefined;
  /** Ends after so many pages. */
  readonly maxPages?: number | undefined;
}
