/** The input for indexing a page: segments are written from it. */
export interface IndexedPage {
  pageId: string;
  /** 16 bytes that name what was indexed: another key, another text. */
  key: Uint8Array;
  title: string;
  /** The title in links to the page, if it differs from its title. */
  linkTitle?: string;
  /** The title in its document, if it differs from both. */
  documentTitle?: string;
  description?: string;
  /** Its path in the space. */
  path?: string;
  /** The titles of the pages and groups that it is below, from the top. */
  above?: readonly string[];
  /** The sections of its document, in their order. */
  sections: readonly IndexedSection[];
}

/** The unit of a page that search finds separately: the content under one heading. */
interface IndexedSection {
  /** The anchor of the heading; absent before the first heading. A long text makes several sections of one anchor. */
  anchor?: string;
  title: string;
  /** The plain text below the heading, one block in each line. */
  text: string;
}
