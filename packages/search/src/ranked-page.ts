/** The place of a match: in a name, or in the text. */
export interface RankedSection {
  /** Its place among the sections of the page's document. */
  ordinal: number;
  score: number;
  match: 'page' | 'section';
}

export interface RankedPage {
  pageId: string;
  /** The index of the segment that contains it: across spaces a page id is not unique. */
  segment: number;
  /** Its ordinal in that segment. */
  page: number;
  score: number;
  match: 'page' | 'section';
  /** Best first; of a page that only its own title or description matches, its first one. */
  sections: RankedSection[];
}
