import { describe, expect, it } from 'vitest';
import { mergeFirstPage, type RequestPages } from '../../api/request-lists.ts';
import { isFiltered, NO_FILTERS, readFilters, toQuery, toSearch } from './filters.ts';

describe('the filters of a list', () => {
  it('are read from an address, and written to it', () => {
    const filters = { ...NO_FILTERS, view: 'mine', status: 'merged', query: '12' } as const;
    expect(toSearch(filters)).toEqual({ view: 'mine', status: 'merged', query: '12' });
    // The router reads digits as a number.
    expect(readFilters({ view: 'mine', status: 'merged', query: 12 })).toEqual(filters);
    expect(toSearch(NO_FILTERS)).toEqual({});
  });

  it('leave out what they do not know', () => {
    expect(readFilters({ view: 'other', status: ['open'], author: {}, page: '2' })).toEqual(NO_FILTERS);
  });

  it('are those of the view, and what was chosen beside it', () => {
    expect(toQuery(NO_FILTERS)).toEqual({ status: ['open', 'draft'] });
    expect(toQuery({ ...NO_FILTERS, view: 'mine', author: 'x', status: 'merged' })).toEqual({
      status: ['merged'],
      creator: 'me',
    });
    expect(toQuery({ ...NO_FILTERS, view: 'review', reviewer: 'me', query: 'a' })).toEqual({
      status: ['open', 'draft'],
      requestedReviewer: 'me',
      awaitedReviewer: 'me',
      query: 'a',
    });
    expect(isFiltered({ ...NO_FILTERS, view: 'mentioned' })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, query: 'a' })).toBe(true);
  });
});

describe('a list whose beginning is read again', () => {
  /** Items by their ids and the days when they were updated, such as `a9`. */
  const page = (items: string, next?: string, count = 9) =>
    ({
      count,
      items: items.split(' ').map((item) => ({ id: item[0], updatedAt: `2026-01-0${item[1]}` })),
      ...(next === undefined ? {} : { next: { page: next } }),
    }) as unknown as RequestPages['pages'][number];
  const shown = ({ pages }: RequestPages): string =>
    pages.map(({ items }) => items.map(({ id }) => id).join('')).join('|');
  const old: RequestPages = {
    pages: [page('a7 b6 c5', 'x'), page('d4 e3', 'y')],
    pageParams: [undefined, 'x'],
  };

  it('has what was updated at its beginning, and once', () => {
    expect(shown(mergeFirstPage(old, page('e9 a7 b6', 'z')))).toBe('eabc|d');
  });

  it('no longer has what left it', () => {
    expect(shown(mergeFirstPage(old, page('a7 c5 d4', 'z', 8)))).toBe('acd|e');
    expect(mergeFirstPage(old, page('a7 c5 d4', 'z', 8)).pages[0]).toMatchObject({
      count: 8,
      next: { page: 'x' },
    });
  });

  it('is read whole if it has become short', () => {
    expect(shown(mergeFirstPage(old, page('b8 a7')))).toBe('ba');
  });
});
