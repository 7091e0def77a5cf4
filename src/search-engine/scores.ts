/** What a query is worth to each page (its own fields) and to each section of what is planned, and which words it has. */
export interface Scores {
  pageScores: Float32Array;
  pageMasks: Int32Array;
  /** The words that its title has, or its document's own. */
  titleMasks: Int32Array;
  sectionScores: Float32Array;
  sectionMasks: Int32Array;
  /** Of the word at hand: what counts is the best of its answers. */
  lastOfPages: Float32Array;
  lastOfSections: Float32Array;
  /** The sections of one term after the other, each with the code of the frequency in its low bits. */
  postings: Uint32Array;
}
