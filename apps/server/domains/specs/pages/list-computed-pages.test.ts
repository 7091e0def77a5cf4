import { outlineSpec, type SpecOutline } from '@lectern/openapi/outline-spec';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import { writeReference } from '@lectern/openapi/reference/write-reference';
import { describe, expect, test } from 'vitest';
import { propsOf } from './computed-sources.ts';
import { type ComputedPage, listComputedPages } from './list-computed-pages.ts';

const outlineOf = (count: number, tagOf: (n: number) => string, bytes = 1000): SpecOutline =>
  ({
    form: 0,
    title: 'Things',
    operations: Array.from({ length: count }, (_, n) => ({
      method: 'get',
      path: `/things${n}`,
      tags: [tagOf(n)],
      bytes,
    })),
    webhooks: [],
    schemas: [],
    schemaPages: [],
    schemaWords: [],
  }) as unknown as SpecOutline;

const listing = (isByOperation: boolean) => ({
  spec: 'things',
  isByOperation,
  hasModels: false,
  hasChangelog: false,
});

test.for([5000, 5001, 5700])('of %i tags, those without a page are counted on the last page', (count) => {
  const pages = listComputedPages(
    listing(false),
    outlineOf(count, (n) => `Tag ${n}`),
    [],
  );
  expect(pages).toHaveLength(5000);
  const last = JSON.stringify(pages.at(-1));
  if (count === 5000) expect(last).toContain('/things4999');
  else expect(last).toContain(`${count - 4999} more pages are not shown here`);
});

test.for([
  ['short', 1000, [100, 100, 50]],
  ['long', 80_000, Array(10).fill(25)],
  ['longer than a page', 3_000_000, Array(250).fill(1)],
] as const)('operations that are %s are on as many pages as they need', ([, bytes, counts]) => {
  const pages = listComputedPages(
    listing(false),
    outlineOf(250, () => 'Tag', bytes),
    [],
  );
  expect(pages.map(({ parts }) => parts?.sections.length)).toEqual(counts);
});

test('of the operations of a tag, those without a page are counted on the last page', () => {
  const [tag] = listComputedPages(
    listing(true),
    outlineOf(5002, () => 'Tag'),
    [],
  );
  expect(tag?.children).toHaveLength(5000);
  expect(JSON.stringify(tag?.children.at(-1))).toContain('3 more pages are not shown here');
});

const outlineWith = (tags: object[], operations: Record<string, string[]>): SpecOutline =>
  ({
    form: 0,
    title: 'Things',
    operations: Object.entries(operations).map(([path, names]) => ({
      method: 'get',
      path,
      tags: names,
      bytes: 1000,
    })),
    webhooks: [],
    schemas: [],
    tags,
  }) as unknown as SpecOutline;

/** The titles of pages, with those below them in parentheses. */
const outlineOfPages = (pages: ReturnType<typeof listComputedPages>): string =>
  pages
    .map(({ title, children }) => (children.length > 0 ? `${title}(${outlineOfPages(children)})` : title))
    .join(' ');

test.for([
  [false, 'A(B(C)) D'],
  [true, 'A(GET /a B(C(GET /c))) D(GET /d)'],
] as const)(
  'pages of tags are below those that they are part of, by operation: %s',
  ([isByOperation, shown]) => {
    const tags = [
      { name: 'C', parent: 'B' },
      { name: 'B', parent: 'A' },
      { name: 'A' },
      { name: 'D', parent: 'gone' },
      { name: 'Empty', parent: 'A' },
    ];
    const outline = outlineWith(tags, { '/a': ['A'], '/c': ['C'], '/d': ['D'] });
    expect(outlineOfPages(listComputedPages(listing(isByOperation), outline, []))).toBe(shown);
  },
);

test('a page with operations is named as one, whatever is below it', () => {
  const tags = [{ name: 'A' }, { name: 'B', parent: 'A' }];
  const outline = outlineWith(tags, { '/a': ['A'], '/b': ['B'] });
  const name = (isByOperation: boolean) =>
    listComputedPages(listing(isByOperation), outline, []).map(propsOf);
  expect(name(false)).toEqual([{ doc: 'operations', page: 'tag/A' }]);
  expect(name(true)).toEqual([{ doc: 'tag', page: 'A' }]);
});

test('tags that are part of each other are beside each other', () => {
  const tags = [
    { name: 'A', parent: 'B' },
    { name: 'B', parent: 'A' },
    { name: 'C', parent: 'A' },
    { name: 'D', parent: 'D' },
  ];
  const outline = outlineWith(tags, { '/a': ['A'], '/b': ['B'], '/c': ['C'], '/d': ['D'] });
  expect(outlineOfPages(listComputedPages(listing(false), outline, []))).toBe('A B C D');
});

test('tags that only mark operations group those that have no others', () => {
  const tags = [{ name: 'Beta', isLabel: true }, { name: 'A' }];
  const outline = outlineWith(tags, { '/a': ['Beta', 'A'], '/b': ['Beta'] });
  const pages = listComputedPages(listing(false), outline, []);
  expect(outlineOfPages(pages)).toBe('Beta A');
  expect(pages.map(({ parts }) => parts?.sections.map(({ label }) => label))).toEqual([
    ['GET /b'],
    ['GET /a'],
  ]);
});

describe('42: of 5,000 schemas', () => {
  const names = Array.from({ length: 5000 }, (_, n) => `Model${n}`);
  const field = (n: number) => ({ type: 'string', description: `The field ${n}.`, enum: ['a', 'b'] });
  const fields = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`field${n}`, field(n)]));
  const schemas = Object.fromEntries(
    names.map((name, n) => [
      name,
      {
        type: 'object',
        properties: {
          ...fields,
          [`only${n}`]: { type: 'string' },
          ...(n % 10 < 7 ? { next: { $ref: `#/components/schemas/${names[n + 1]}` } } : {}),
        },
      },
    ]),
  );
  const spec = { openapi: '3.1.0', info: { title: 'Many' }, paths: {}, components: { schemas } };
  const pages = listComputedPages({ ...listing(false), hasModels: true }, outlineSpec(spec), []);
  const namesOf = (page: ComputedPage): string[] =>
    page.parts?.blocks.flatMap((block) => (block.type === 'openapi-schemas' ? block.data.schemas : [])) ?? [];

  test('each is on one page, in their order, and found by its fields', () => {
    expect(pages.flatMap(namesOf)).toEqual(names);
    expect(pages.map(({ title }) => title).slice(0, 2)).toEqual(['Models', 'Models (2)']);
    const sections = pages.flatMap(({ parts }) => parts?.sections ?? []);
    expect(sections.map(({ title }) => title)).toEqual(names);
    expect(sections[4321]?.words.split(' ')).toContain('only4321');
  });

  test.for([0, 1, -2, -1])('the page %i has all fields of its schemas, and is not too long', (position) => {
    const found = namesOf(pages.at(position) as ComputedPage);
    const described = describeSpec(spec, { kind: 'schemas', names: found });
    const markdown = described ? writeReference(described) : '';
    expect(markdown).not.toContain('More is not shown here.');
    for (const name of found) expect(markdown).toContain(`\`only${name.slice('Model'.length)}\``);
    expect(markdown.length).toBeLessThan(500_000);
    expect(found.length).toBeGreaterThan(position === -1 ? 0 : 10);
  });
});

test('a tag without operations has a page if it is described', () => {
  const outline = {
    ...outlineOf(1, () => 'Used'),
    tags: [{ name: 'Guide', description: 'Read this.' }, { name: 'Empty' }],
  };
  for (const isByOperation of [false, true]) {
    const pages = listComputedPages(listing(isByOperation), outline, []);
    expect(pages.map(({ title }) => title)).toEqual(['Guide', 'Used']);
    expect(JSON.stringify(pages[0]?.parts?.blocks)).toContain('Read this.');
    expect(pages[0]?.parts?.sections).toMatchObject([{ title: 'Guide', words: 'Read this.' }]);
  }
});
