/** The scores of a query for each page (its own fields) and each planned section, and the words that each contains. */
export interface Scores {
  pageScores: Float32Array;
  /** The same for the titles above each page. */
  aboveScores: Float32Array;
  pageMasks: Int32Array;
  /** The words that its title has, or its document's own. */
  titleMasks: Int32Array;
  /** The words that the titles above it have. */
  aboveMasks: Int32Array;
  sectionScores: Float32Array;
  sectionMasks: Int32Array;
  /** For the current word: only the best of its terms counts. */
  lastOfPages: Float32Array;
  lastOfAbove: Float32Array;
  lastOfSections: Float32Array;
  /** The sections of one term after the other, each with the code of the frequency in its low bits. */
  postings: Uint32Array;
}
