/**
 * The limits of a document. Each is far above what people write, and keeps the memory for one page below a few hundred
 * megabytes. docs/git/limits.md lists them.
 */
export interface DocumentLimits {
  /** Lines of the source. */
  lines: number;
  /** Tokens of the source: a list item is seven tokens, a word in bold is three. */
  tokens: number;
  /** Blocks, inline nodes, texts and fragments of the document. Each cell of a table is three or more. */
  nodes: number;
  /** Cells of all tables, also those that a short row leaves out: two characters become 280 in a document. */
  cells: number;
}

export const DOCUMENT_LIMITS: DocumentLimits = {
  lines: 500_000,
  tokens: 1_000_000,
  nodes: 500_000,
  cells: 50_000,
};

/** Stops the reading of a document that exceeds a limit; `parseMarkdown` then keeps the source as it is. */
export class LimitExceeded extends Error {
  /** The limit in words: “2,000,000 tokens”. */
  readonly limit: string;

  constructor(limits: DocumentLimits, limit: keyof DocumentLimits) {
    const words = `${limits[limit].toLocaleString('en')} ${limit}`;
    super(`The document has more than ${words}.`);
    this.limit = words;
  }
}

/** Longer anchors are cut: an anchor is stored again with every reference below its heading. */
export const MAX_ANCHOR_LENGTH = 200;

/** Longer titles are cut: a title is part of every list that names its page. */
export const MAX_TITLE_LENGTH = 1000;

/** Constructs of one document that are listed as not understood; the others are counted. */
export const MAX_NOT_UNDERSTOOD = 100;
/** The length of what a report quotes of a source. */
export const MAX_QUOTE_LENGTH = 200;
