/** What search knows of a page: what a segment is written from. */
export interface IndexedPage {
  pageId: string;
  /** 16 bytes that name what was indexed: another key, another text. */
  key: Buffer;
  title: string;
  /** What the page is called where it is linked, when that is not its title. */
  linkTitle?: string;
  /** What its document calls itself, when that is not its title either. */
  documentTitle?: string;
  description?: string;
  /** Its path in the space. */
  path?: string;
  /** The sections of its document, in their order. */
  sections: readonly IndexedSection[];
}

/** What search finds on its own in a page: what stands under one heading. */
interface IndexedSection {
  /** The anchor of the heading; absent before the first heading. A long text makes several sections of one anchor. */
  anchor?: string;
  title: string;
  /** The plain text below the heading, one block in each line. */
  text: string;
}
