/** Where a match was found: in what names something, or in its text. */
export interface RankedSection {
  /** Its place among the sections of the page's document. */
  ordinal: number;
  score: number;
  match: 'page' | 'section';
}

export interface RankedPage {
  pageId: string;
  /** Which of the searched segments holds it: in several spaces a page id says not enough. */
  segment: number;
  /** Its ordinal in that segment. */
  page: number;
  score: number;
  match: 'page' | 'section';
  /** Best first; of a page that only its own title or description matches, its first one. */
  sections: RankedSection[];
}
