import { describe, expect, it } from 'vitest';
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
    expect(readFilters({ view: 'other', status: ['open'], author: {}, limit: '2' })).toEqual(NO_FILTERS);
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
    expect(toQuery({ ...NO_FILTERS, view: 'unread', page: 'p', space: 's' })).toEqual({
      status: ['open', 'draft'],
      unread: true,
      changedPage: 'p',
      space: 's',
    });
    expect(isFiltered({ ...NO_FILTERS, page: 'p' })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, view: 'mentioned' })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, query: 'a' })).toBe(true);
  });
});
