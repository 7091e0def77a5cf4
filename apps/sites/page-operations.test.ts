import { expect, test } from 'vitest';
import { findOnlyOperation, listSectionEntries } from './page-operations.ts';
import type { VisiblePage } from './visible-page.ts';

const section = (title: string, label: string) => ({ anchor: title.toLowerCase(), title, label, words: '' });
const pageOf = (title: string, sections: VisiblePage['sections'], blocks = sections.length): VisiblePage => ({
  entry: { type: 'document', id: '1', title, slug: 'a', createdAt: '', updatedAt: '' },
  settings: undefined,
  parent: undefined,
  children: [],
  computed: { path: 'a', blocks: Array(blocks).fill({}) },
  sections,
});
const LIST = section('List', 'GET /pets');
const ADD = { ...section('Add', 'POST /pets'), isDeprecated: true as const };
const PET = section('Pet', '');
const outlineOf = (...titles: string[]) =>
  titles.map((title) => ({ id: title.toLowerCase(), title, level: 1 as const }));

test('a page with the title of its only operation is the page of the operation', () => {
  expect(findOnlyOperation(pageOf('List', [LIST]))).toEqual({ method: 'GET', isDeprecated: false });
  expect(findOnlyOperation(pageOf('Add', [ADD]))).toEqual({ method: 'POST', isDeprecated: true });
  expect(findOnlyOperation(pageOf('Pets', [LIST]))).toBeUndefined();
  expect(findOnlyOperation(pageOf('List', [LIST], 2))).toBeUndefined();
  expect(findOnlyOperation(pageOf('Pet', [PET]))).toBeUndefined();
  expect(findOnlyOperation({ ...pageOf('List', [LIST]), computed: undefined } as never)).toBeUndefined();
});

test('the sections of a page are entries, with the headings of the description before them', () => {
  const page = pageOf('Pets', [LIST, ADD, PET]);
  const entries = listSectionEntries(page, outlineOf('List', 'Add', 'Pet'));
  expect(entries.map(({ href, operation }) => [href, operation?.method])).toEqual([
    ['#list', 'GET'],
    ['#add', 'POST'],
    ['#pet', undefined],
  ]);
  const withHeading = listSectionEntries(page, outlineOf('Introduction', 'List', 'Add'));
  expect(withHeading.map(({ href, operation }) => [href, operation?.method])).toEqual([
    ['#introduction', undefined],
    ['#list', 'GET'],
    ['#add', 'POST'],
  ]);
  // An overview has none.
  expect(listSectionEntries(page, outlineOf('Introduction', 'Authentication'))).toEqual([]);
  expect(listSectionEntries(page, outlineOf('List'))).toEqual([]);
  expect(listSectionEntries(undefined, outlineOf('List', 'Add'))).toEqual([]);
});
