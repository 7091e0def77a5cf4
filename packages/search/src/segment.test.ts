import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomPages } from '../test/random-pages.ts';
import { writeSegment } from '../test/write-segment.ts';
import type { IndexedPage } from './indexed-page.ts';
import { PostingsReader } from './postings-reader.ts';
import { Segment } from './segment.ts';
import {
  countOf,
  FIELD_BITS,
  FREQUENCY_BITS,
  IN_DESCRIPTION,
  IN_DOCUMENT_TITLE,
  IN_LINK_TITLE,
  IN_PATH,
  IN_TITLE,
  packFrequency,
} from './segment-format.ts';
import { SegmentError } from './segment-layout.ts';
import { findTerm, TermCursor } from './term-cursor.ts';
import { tokenize } from './tokenize.ts';

type Index = Record<string, string[]>;

/** Computes the places of each term, in words, from the pages without a segment. */
function indexOf(pages: readonly IndexedPage[]): Index {
  const places = new Map<string, Map<string, number>>();
  const add = (term: string, place: string, value: number): void => {
    const known = places.get(term) ?? new Map<string, number>();
    places.set(term, known.set(place, (known.get(place) ?? 0) | value));
  };
  const lines: Index = {};
  const below = new Map<string, Set<number>>();
  let section = 0;
  for (const [page, one] of pages.entries()) {
    const { title, documentTitle, linkTitle, description, path, above = [], sections } = one;
    for (const text of above)
      tokenize(text, (term) => below.set(term, (below.get(term) ?? new Set<number>()).add(page)));
    for (const [text, field] of [
      [title, IN_TITLE],
      [documentTitle, IN_DOCUMENT_TITLE],
      [linkTitle, IN_LINK_TITLE],
      [description, IN_DESCRIPTION],
      [path, IN_PATH],
    ] as const)
      tokenize(text ?? '', (term) => add(term, `page ${page}`, field));
    for (const { title: heading, text } of sections) {
      const positions = new Map<string, { heading: number[]; body: number[] }>();
      const placesOf = (term: string) => {
        const found = positions.get(term) ?? { heading: [], body: [] };
        positions.set(term, found);
        return found;
      };
      const words = tokenize(heading, (term, _, from) => placesOf(term).heading.push(from));
      tokenize(text, (term, _, from) => placesOf(term).body.push(words + 1 + from));
      for (const [term, found] of positions) {
        const code = packFrequency(found.heading.length > 0, found.body.length);
        const all = [...found.heading, ...found.body].slice(0, 30);
        lines[term] ??= [];
        lines[term].push(`section ${section}: ${code} at ${all.join(' ')}`);
      }
      section += 1;
    }
  }
  return Object.fromEntries(
    [...new Set([...places.keys(), ...Object.keys(lines), ...below.keys()])].map((term) => [
      term,
      [
        ...[...(places.get(term) ?? [])].map(([place, fields]) => `${place}: ${fields}`),
        ...(lines[term] ?? []),
        ...[...(below.get(term) ?? [])].map((page) => `below: ${page}`),
      ],
    ]),
  );
}

function readIndex(segment: Segment): Index {
  const index: Index = {};
  const cursor = new TermCursor(segment);
  while (cursor.next()) {
    const reader = new PostingsReader(segment, cursor.at);
    const lines: string[] = [];
    let page = 0;
    for (let n = 0; n < cursor.pages; n += 1) {
      const packed = reader.next();
      page += packed >>> FIELD_BITS;
      lines.push(`page ${page}: ${packed & ((1 << FIELD_BITS) - 1)}`);
    }
    let section = 0;
    const sections: { section: number; code: number }[] = [];
    for (let n = 0; n < cursor.sections; n += 1) {
      const packed = reader.next();
      section += packed >>> FREQUENCY_BITS;
      sections.push({ section, code: packed & ((1 << FREQUENCY_BITS) - 1) });
    }
    const below: string[] = [];
    page = 0;
    for (let n = 0; n < cursor.below; n += 1) {
      page += reader.next();
      below.push(`below: ${page}`);
    }
    for (const { section: place, code } of sections) {
      let position = 0;
      const positions = Array.from({ length: countOf(code) ?? reader.next() }, () => {
        position += reader.next();
        return position;
      });
      lines.push(`section ${place}: ${code} at ${positions.join(' ')}`);
    }
    index[cursor.text()] = [...lines, ...below];
  }
  return index;
}

describe('a segment', () => {
  it('contains the same as an index without packing', () => {
    fc.assert(
      fc.property(randomPages, (pages) => {
        const segment = Segment.open(writeSegment(pages, 'de'));
        expect(readIndex(segment)).toEqual(indexOf(pages));
        expect(segment.language).toBe('de');
        expect(segment.pageCount).toBe(pages.length);
        expect(segment.sectionCount).toBe(pages.reduce((sum, { sections }) => sum + sections.length, 0));
        for (const [ordinal, page] of pages.entries()) {
          expect(segment.pageId(ordinal)).toBe(page.pageId);
          expect(segment.pageKey(ordinal).equals(page.key)).toBe(true);
        }
      }),
    );
  });

  it('finds each of its terms, and none that it does not have', () => {
    fc.assert(
      fc.property(randomPages, fc.string(), (pages, other) => {
        const segment = Segment.open(writeSegment(pages, null));
        const terms = new Set(Object.keys(indexOf(pages)));
        for (const term of terms) expect(findTerm(segment, Buffer.from(term)), term).toBeDefined();
        expect(findTerm(segment, Buffer.from(other)) !== undefined).toBe(terms.has(other));
      }),
    );
  });

  it('has its terms in the order of their bytes', () => {
    fc.assert(
      fc.property(randomPages, (pages) => {
        const terms: Buffer[] = [];
        const cursor = new TermCursor(Segment.open(writeSegment(pages, null)));
        while (cursor.next()) terms.push(Buffer.from(cursor.text()));
        expect(terms).toEqual(terms.toSorted(Buffer.compare));
      }),
    );
  });

  it('is the same for the same pages', () => {
    fc.assert(
      fc.property(randomPages, (pages) =>
        writeSegment(pages, null).equals(writeSegment(structuredCloneOf(pages), null)),
      ),
    );
  });

  it('is read from wherever its bytes begin', () => {
    const bytes = writeSegment([pageOf('one', 'Some title')], null);
    for (let shift = 0; shift < 4; shift += 1) {
      const larger = Buffer.concat([Buffer.alloc(shift), bytes, Buffer.alloc(3)]);
      const segment = Segment.open(larger.subarray(shift, shift + bytes.length));
      expect(readIndex(segment)).toEqual(readIndex(Segment.open(bytes)));
    }
  });

  it('of no pages is one too', () => {
    const segment = Segment.open(writeSegment([], null));
    expect(segment).toMatchObject({ pageCount: 0, sectionCount: 0, language: null });
    expect(new TermCursor(segment).next()).toBe(false);
    expect(findTerm(segment, Buffer.from('a'))).toBeUndefined();
  });

  it('is not written of a page without a proper key', () => {
    expect(() => writeSegment([{ ...pageOf('one', 'x'), key: Buffer.alloc(15) }], null)).toThrow(RangeError);
  });
});

describe('bytes that are no segment', () => {
  const whole = writeSegment([pageOf('one', 'Some title'), pageOf('two', 'Another one')], null);

  it('are refused when the end is missing, wherever it was cut', () => {
    for (let length = 0; length < whole.length; length += 1)
      expect(() => Segment.open(Buffer.from(whole.subarray(0, length)))).toThrow(SegmentError);
  });

  it('are refused when any of them was changed', () => {
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ 0x41;
      expect(() => Segment.open(bytes), `byte ${at}`).toThrow(SegmentError);
    }
  });

  it('are refused when they are anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(() => Segment.open(Buffer.from(bytes))).toThrow(SegmentError);
      }),
    );
    expect(() => Segment.open(Buffer.from('{"pages": []}'.repeat(50)))).toThrow(
      'These bytes are not a search segment.',
    );
  });
});

function pageOf(pageId: string, title: string): IndexedPage {
  return {
    pageId,
    key: Buffer.alloc(16, pageId),
    title,
    sections: [{ title: 'A heading', text: 'Some text.' }],
  };
}

const structuredCloneOf = (pages: readonly IndexedPage[]): IndexedPage[] =>
  pages.map((page) => ({ ...page, key: Buffer.from(page.key), sections: structuredClone(page.sections) }));
