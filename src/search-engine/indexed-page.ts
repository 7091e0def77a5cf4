import type { Section } from '../content/facts/sections.ts';

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
  sections: readonly Section[];
}
