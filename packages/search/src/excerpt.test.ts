import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExcerpts, toLine } from './excerpt.ts';

const filler = (count: number): string => Array.from({ length: count }, (_, i) => `filler${i}`).join(' ');
const excerpt = (text: string, query: string, length = 80): string =>
  createExcerpts(query, { language: 'en', length })(toLine(text));

describe('an excerpt', () => {
  it('is the whole text when that is short, in one line', () => {
    expect(excerpt('One\n\ntwo  three.', 'two')).toBe('One two three.');
  });

  it('is cut between words around the match', () => {
    expect(excerpt(`${filler(50)} the needle lies here ${filler(50)}`, 'needle')).toBe(
      '…filler48 filler49 the needle lies here filler0 filler1 filler2 filler3 filler4…',
    );
  });

  it('shows the place with most of the words', () => {
    const text = `needle ${filler(50)} a needle in a haystack ${filler(50)} haystack`;
    expect(excerpt(text, 'haystack needle')).toContain('a needle in a haystack');
  });

  it.each([
    ['another form of a word', 'deployed', 'deploying'],
    ['the beginning of a word', 'terminat', 'terminationGracePeriodSeconds'],
    ['a word with a typo', 'kuberentes', 'kubernetes'],
    ['a word without its accents', 'creme', 'crème'],
    ['an identifier by its parts', 'grace period', 'terminationGracePeriodSeconds'],
    ['an identifier in another writing', 'get_user_name', 'getUserName'],
    ['two words as one', 'data base', 'database'],
    ['a single character', '账', '出账'],
    ['half-width characters', 'ﾌﾟﾘﾝﾀｰ', 'プリンター'],
  ])('shows %s', (_, query, found) => {
    expect(excerpt(`${filler(50)} ${found} ${filler(50)}`, query)).toContain(found);
  });

  it('of a text without blanks is cut between characters', () => {
    const text = `${'前'.repeat(300)}数据库连接${'后'.repeat(300)}`;
    const found = excerpt(text, '连接');
    expect(found).toMatch(/^…前+数据库连接后+…$/);
    expect(found).toHaveLength(80);
  });

  it('is the beginning when nothing matches', () => {
    expect(excerpt(filler(100), 'absent')).toMatch(/^filler0 filler1 .*…$/);
    expect(excerpt(filler(100), '')).toMatch(/^filler0 .*…$/);
  });

  it('of any text is a part of it, no longer than asked, without halves of characters', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({
        unit: fc.constantFrom('a', 'b', ' ', '\n', '字', '😀', 'é', 'e\u0301', 'aB', '_'),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 20, max: 120 }), (text, query, length) => {
        const line = toLine(text);
        const found = createExcerpts(query, { language: null, length })(line);
        expect(found.length).toBeLessThanOrEqual(length);
        const piece = line.length <= length ? found : found.replace(/^…|…$/g, '');
        expect(line).toContain(piece);
        if (!/\p{Surrogate}/u.test(line)) expect(piece).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it.each([
    ['words', 'word '.repeat(200_000), 'word'],
    ['one word', 'a'.repeat(1_000_000), 'a'.repeat(512)],
    ['pairs', '字'.repeat(500_000), '字'.repeat(512)],
    ['typos', 'wodr '.repeat(200_000), Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ')],
  ])('of a hostile text is soon found: %s', (_, text, query) => {
    expect(excerpt(text, query).length).toBeLessThanOrEqual(80);
  });
});
