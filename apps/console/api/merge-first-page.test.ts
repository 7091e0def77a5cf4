import { describe, expect, it } from 'vitest';
import { mergeFirstPage } from './merge-first-page.ts';
import type { RequestPages } from './request-page.ts';

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
