import type { IndexedPage } from './indexed-page.ts';

/** An index of some pages, read from its bytes. */
export class Segment {
  static open(bytes: Buffer): Segment {
    const { pages } = JSON.parse(bytes.toString('utf8')) as { pages: (IndexedPage & { key: string })[] };
    return new Segment(
      bytes.length,
      pages.map((page) => ({ ...page, key: Buffer.from(page.key as string, 'hex') })) as IndexedPage[],
    );
  }

  readonly byteLength: number;
  readonly pages: readonly IndexedPage[];

  private constructor(byteLength: number, pages: readonly IndexedPage[]) {
    this.byteLength = byteLength;
    this.pages = pages;
  }

  get pageCount(): number {
    return this.pages.length;
  }

  get sectionCount(): number {
    return this.pages.reduce((sum, { sections }) => sum + sections.length, 0);
  }

  pageId(ordinal: number): string {
    return this.pages[ordinal]!.pageId;
  }

  pageKey(ordinal: number): Buffer {
    return this.pages[ordinal]!.key;
  }
}
