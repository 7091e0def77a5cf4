import { editsAllowed } from '@lectern/search/edit-distance';
import { findLookups, type Lookup } from '@lectern/search/find-lookups';
import type { Query, QueryWord } from '@lectern/search/parse-query';
import type { TermSummary } from '@lectern/search/term-summary';
import type { NamedSegment } from './search-index.repository.ts';
import type { SegmentSummaries } from './segment-summaries.ts';

/** The facts of an index that decide which of its terms are read. */
export interface IndexToRead {
  language: string | null;
  segments: readonly NamedSegment[];
  /** Whether all pages of its segments are pages of the space. */
  isAllLive: boolean;
}

/** Returns the lookups in a segment, by the language of the segment; undefined if all of its terms are needed. */
export type LookupsIn = (language: string | null) => readonly Lookup[] | undefined;

/** Finds out which terms of which segments a query needs. */
export class NeededTerms {
  readonly #summaries: SegmentSummaries;
  readonly #organizationId: string;
  readonly #query: Query;
  readonly #misspelt: readonly QueryWord[];
  readonly #lookups = new Map<string | null, readonly Lookup[]>();
  readonly #present = new Map<TermSummary, Map<string | null, Lookup[][]>>();
  readonly #similar = new Map<TermSummary, Map<string, Lookup[][]>>();

  /** `misspelt`: the words for which typos are considered. */
  constructor(
    summaries: SegmentSummaries,
    organizationId: string,
    { query, misspelt }: { query: Query; misspelt: ReadonlySet<string> },
  ) {
    this.#summaries = summaries;
    this.#organizationId = organizationId;
    this.#query = query;
    this.#misspelt = query.words.filter(({ term }) => misspelt.has(term));
  }

  /** Whether a search may find something in an index. */
  isNeeded(index: IndexToRead): boolean {
    return this.listLookups(index).some((lookupsIn) => lookupsIn(null)?.length !== 0);
  }

  /** Lists the lookups in each segment of an index. */
  listLookups(index: IndexToRead): LookupsIn[] {
    const found = index.segments.map(({ id }) => this.#summaries.find(this.#organizationId, id));
    const similar = this.#misspelt.map((word) => {
      const whole = found.map((member) =>
        member ? this.#findSimilar(member.summary, word, false)[member.place] : undefined,
      );
      const isFound = index.isAllLive && whole.some((lookups) => lookups && lookups.length > 0);
      return { word, whole, isBegun: word.isOpen && !isFound };
    });
    return found.map((member, n) => {
      if (!member)
        return (language) =>
          this.#misspelt.length > 0 ? undefined : this.#findLookups(index.language ?? language);
      const { summary, place } = member;
      const lookups = [
        ...(this.#findPresent(summary, index.language ?? member.language)[place] ?? []),
        ...similar.flatMap(({ word, whole, isBegun }) => [
          ...(whole[n] ?? []),
          ...(isBegun ? (this.#findSimilar(summary, word, true)[place] ?? []) : []),
        ]),
      ];
      return () => lookups;
    });
  }

  #findLookups(language: string | null): readonly Lookup[] {
    const known = this.#lookups.get(language) ?? findLookups(this.#query, language);
    this.#lookups.set(language, known);
    return known;
  }

  #findPresent(summary: TermSummary, language: string | null): Lookup[][] {
    const byLanguage = this.#present.get(summary) ?? new Map<string | null, Lookup[][]>();
    this.#present.set(summary, byLanguage);
    const known = byLanguage.get(language) ?? summary.findPresent(this.#findLookups(language));
    byLanguage.set(language, known);
    return known;
  }

  #findSimilar(summary: TermSummary, { term }: QueryWord, isPrefix: boolean): Lookup[][] {
    const byWord = this.#similar.get(summary) ?? new Map<string, Lookup[][]>();
    this.#similar.set(summary, byWord);
    const key = `${isPrefix}/${term}`;
    const known = byWord.get(key) ?? summary.findSimilar(term, { maximum: editsAllowed(term), isPrefix });
    byWord.set(key, known);
    return known;
  }
}

/** Returns a query of only this word, with the identifiers that it is part of. */
export const queryOfWord = (query: Query, word: QueryWord): Query => {
  const position = query.words.indexOf(word);
  return {
    ...query,
    words: [word],
    compounds: query.compounds.filter(({ from, to }) => from <= position && position <= to),
  };
};
