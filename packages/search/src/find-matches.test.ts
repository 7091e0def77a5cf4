import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createComparison } from './compare-words.ts';
import { editsAllowed, isWithinEdits } from './edit-distance.ts';
import { createMatchFinder } from './find-matches.ts';
import type { Match } from './match.ts';
import { parseQuery } from './parse-query.ts';
import { type TokenKind, tokenize } from './tokenize.ts';

const LANGUAGES = ['en', 'de', 'ja', null];

/** Finds matches without ruling out any word of the line in advance. */
function matchesByAllWords(line: string, written: string, language: string | null): Match[] {
  const query = parseQuery(written);
  const { weightOf } = createComparison(query, language);
  const tokens: { term: string; kind: TokenKind; start: number; end: number }[] = [];
  tokenize(line, (term, kind, _from, _to, start, end) => tokens.push({ term, kind, start, end }));
  const found = tokens.flatMap(({ term, kind, start, end }) => [
    ...query.words.flatMap((_, word) => {
      const weight = weightOf(word, term, kind);
      return weight > 0 ? [{ start, end, word, weight }] : [];
    }),
    ...query.compounds
      .filter((compound) => compound.term === term)
      .flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, n) => ({ start, end, word: from + n, weight: 1 })),
      ),
  ]);
  if (found.length > 0) return found;
  return tokens
    .filter(({ kind }) => kind === 'word' || kind === 'compound')
    .flatMap(({ term, start, end }) =>
      query.words.flatMap((wanted, word) => {
        const edits = wanted.kind === 'word' ? editsAllowed(wanted.term) : 0;
        return edits > 0 && isWithinEdits(term, wanted.term, edits)
          ? [{ start, end, word, weight: 0.5 }]
          : [];
      }),
    );
}

describe('matches in a line', () => {
  const words = fc.oneof(
    fc.constantFrom(
      ...'tries try tried trying deploy Deployed deploying getUserName get_user_name user-name username HTTPServer'.split(
        ' ',
      ),
      ...'serverless v1.2 k8s C++ C# naïve ﬁle don’t Büchern Bücher 数据库 設定する ｺﾝﾃﾅ 🚀 kubernetes kuberentes testя test testing'.split(
        ' ',
      ),
    ),
    fc.string({ unit: fc.constantFrom(..."abAB12_-.:'+#éя字"), minLength: 1, maxLength: 8 }),
  );
  const lines = fc.array(words, { maxLength: 20 }).map((list) => list.join(' '));
  const queries = fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));

  it('are those that comparing every word finds', () => {
    fc.assert(
      fc.property(lines, queries, fc.constantFrom(...LANGUAGES), (line, query, language) => {
        const found = createMatchFinder(parseQuery(query), language)(line);
        expect(found).toEqual(matchesByAllWords(line, query, language));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Cities of Kubernetes', 'city', 'Cities'],
    ['the HTTPServer runs', 'server', 'Server'],
    ['an ed25519 key', '25519', '25519'],
    ['call get_user_name()', 'getusername', 'get_user_name'],
    ['in kubernetes', 'kuberentes testя test testing', 'kubernetes'],
    ['a naïve one', 'naive', 'naïve'],
  ])('of %j for %j stand at %j', (line, query, place) => {
    const [match] = createMatchFinder(parseQuery(query), 'en')(line);
    expect(match && line.slice(match.start, match.end)).toBe(place);
  });
});
