/** Where the tests are of the known kinds of wrong API references, by number. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGES = 'packages/render/src/blocks/api/reference-cases.test.ts';
const CHANGES = 'packages/openapi/src/changes/known-changes.test.ts';
const SAMPLES = 'packages/openapi/src/samples/known-cases.test.ts';
const PAGE_LISTS = 'apps/server/domains/specs/pages/list-computed-pages.test.ts';
const LARGE = 'apps/sites/computed/large-references.soak.test.ts';
const MCP = 'apps/sites/machines/mcp.test.ts';

/** Each with texts of its tests: their names, or a row of their tables. */
const CASES: [number: string, kind: string, file: string, ...texts: string[]][] = [
  ['01', 'values of list parameters', PAGES, "test('01: "],
  ['03', 'objects and lists in headers', PAGES, "test('03: "],
  ['04', 'properties refined in allOf', PAGES, "test('04: "],
  ['06', 'limits in allOf', PAGES, "test('06: "],
  ['07', 'drift in refined properties', CHANGES, "test('07: "],
  ['09', 'drift of reordered alternatives', CHANGES, "test('09: "],
  ['10', 'drift of a mapping', CHANGES, "test('10: "],
  ['11', 'drift of variants that only a mapping names', CHANGES, "test('11: "],
  ['13', 'drift of 3.0 as 3.1', CHANGES, "test('13: "],
  ['14', 'files of 3.0', SAMPLES, "describe('a file of 3.0'", "'is shown as binary'"],
  ['16', 'multipart bodies', SAMPLES, "describe('a multipart body'"],
  ['17', 'forms', SAMPLES, "describe('a form'", "'repeats lists'"],
  ['20', 'XML', SAMPLES, "describe('XML'", '<pet id="1"><name>Rex</name></pet>'],
  ['21', 'styles of queries', SAMPLES, "'has all styles'"],
  ['22', 'names with brackets', SAMPLES, "'repeats names with brackets'"],
  ['23', 'styles of paths', SAMPLES, "'/p/3,4,5'", "'/p/;R=1'"],
  ['25', 'named examples of parameters', SAMPLES, "'with a name'", 'usr_42'],
  ['26', 'examples that are not sent', PAGES, "describe('26: "],
  ['27', 'values of discriminators in examples', SAMPLES, "describe('the value of a discriminator'"],
  ['28', 'values that are made', SAMPLES, "'values that are made are valid in every field'"],
  ['30', 'variants that only a mapping names', PAGES, "test('30: "],
  ['32', 'fields of conditions', PAGES, "test('32: "],
  ['33', 'internal parts', PAGES, "test('33: "],
  ['33', 'internal parts in every form of a site', 'apps/sites/computed/spec-walk.test.ts', 'closed'],
  ['35', 'descriptions of values', PAGES, "test('35: "],
  ['36', 'the introduction', 'packages/openapi/src/reference/write-introduction.test.ts', "test('36: "],
  ['38', 'flows and scopes', PAGES, "describe('38: "],
  ['40', 'servers without a protocol', PAGES, "test('40: "],
  ['42', 'very many schemas', PAGE_LISTS, "describe('42: "],
  ['42', 'very many schemas on a site', LARGE, "describe('42: "],
  ['43', 'limits in Markdown', PAGES, "test('43: "],
  [
    '45',
    'what clients of the protocol accept',
    MCP,
    "'answers a client that accepts %s'",
    "'answers the preflight",
  ],
  ['46', 'the query of a redirect', 'apps/sites/site-pages.test.ts', 'https://example.com/new/a/b?x=1&q=2'],
  [
    '47',
    'referrers with www',
    'apps/server/domains/insights/events/events.test.ts',
    'with and without “www.”',
  ],
  ['48', 'readers beside a large spec', LARGE, "test('48: "],
  [
    '49',
    'a page beside its folder',
    'packages/import/src/formats/folder-beside-page.test.ts',
    "it('is the page of the folder'",
  ],
];

test.for(CASES)('%s: %s', ([, , file, ...texts]) => {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  for (const text of texts) expect(source).toContain(text);
});

test('there are 34 cases', () => {
  expect(new Set(CASES.map(([number]) => number)).size).toBe(34);
});
