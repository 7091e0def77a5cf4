import { describe, expect, it } from 'vitest';
import { MAX_WORDS, parseQuery } from './parse-query.ts';

const termsOf = (written: string): string[] => parseQuery(written).words.map(({ term }) => term);
const compoundsOf = (written: string) =>
  parseQuery(written).compounds.map(({ term, from, to, isGlued }) => ({ term, from, to, isGlued }));

describe('names in a query', () => {
  it('are also looked for with their signs, and in the other writing', () => {
    const exactOf = (written: string): string[] =>
      parseQuery(written).compounds.flatMap(({ term, isExact }) => (isExact ? [term] : []));
    expect(exactOf('--dry-run -p get_user')).toEqual(['--dryrun', '-p', 'get_user']);
    expect(exactOf('getUser well-known a - b')).toEqual([]);
    expect(compoundsOf('getUser')).toContainEqual({ term: 'get_user', from: 0, to: 1, isGlued: true });
  });
});

describe('the words of a query', () => {
  it('are each there once, in the order in which they were written', () => {
    expect(termsOf('two one two three one')).toEqual(['two', 'one', 'three']);
  });

  it('are at most as many as the ranking can count, of a text of limited length', () => {
    const many = Array.from(
      { length: 2 * MAX_WORDS },
      (_, n) => `word${String.fromCharCode(97 + (n % 26), 97 + n / 26)}`,
    );
    expect(termsOf(many.join(' '))).toEqual(many.slice(0, MAX_WORDS));
    expect(termsOf(`${' '.repeat(511)}ab`)).toEqual(['a']);
    expect(termsOf(`${' '.repeat(512)}ab`)).toEqual([]);
  });

  it('are finished, except for the last one if nothing follows it', () => {
    const openOf = (written: string): string[] =>
      parseQuery(written)
        .words.filter(({ isOpen }) => isOpen)
        .map(({ term }) => term);
    expect(openOf('one two')).toEqual(['two']);
    expect(openOf('one two ')).toEqual([]);
    expect(openOf('one two.')).toEqual([]);
    expect(openOf('two one two')).toEqual(['two']);
    expect(openOf('数据')).toEqual([]);
  });

  it('of a script without blanks are pairs, and a character alone only if there is no pair', () => {
    expect(termsOf('数据库')).toEqual(['数据', '据库']);
    expect(termsOf('库')).toEqual(['库']);
  });
});

describe('the compounds of a query', () => {
  it('are neighbours as one word, if it has at least five letters', () => {
    expect(compoundsOf('data base')).toEqual([{ term: 'database', from: 0, to: 1, isGlued: true }]);
    expect(compoundsOf('dry run x')).toEqual([{ term: 'dryrun', from: 0, to: 1, isGlued: true }]);
    expect(compoundsOf('ab cde')).toEqual([{ term: 'abcde', from: 0, to: 1, isGlued: true }]);
    expect(compoundsOf('ab cd')).toEqual([]);
  });

  it('are short names of versions, each at its number', () => {
    const v = (n: number, at: number) => ({ term: `v${n}`, from: at, to: at, isGlued: false });
    const found = compoundsOf('from version 4 to version 5');
    expect(found).toContainEqual(v(4, 2));
    expect(found).toContainEqual(v(5, 4));
    expect(compoundsOf('version control 2').map(({ term }) => term)).not.toContain('v2');
  });

  it('are identifiers as they were written', () => {
    expect(compoundsOf('all userName')).toContainEqual({ term: 'username', from: 1, to: 2, isGlued: false });
  });

  it('count the words of the query, not the words as often as they were written', () => {
    expect(compoundsOf('user user getName')).toContainEqual({
      term: 'getname',
      from: 1,
      to: 2,
      isGlued: false,
    });
  });

  it('are each there once, however often they were written', () => {
    expect(compoundsOf('bA1 [bA1](bA1)')).toEqual(compoundsOf('bA1'));
  });

  it('are not of pairs of characters', () => {
    expect(compoundsOf('数据库 long')).toEqual([]);
  });
});
