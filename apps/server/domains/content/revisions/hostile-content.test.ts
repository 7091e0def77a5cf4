import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const hostile: Record<string, Files> = {
  'U+0000 in texts': { 'README.md': '# a\0b\n\nc\0d\n', 'SUMMARY.md': '* [x\0y](README.md)\n' },
  'U+0000 in front matter': { 'README.md': '---\ndescription: "a\\0b"\n"k\\0": 1\n---\n# a\n' },
  'half a character in front matter': { 'README.md': '---\ndescription: "a\\uD800b"\n---\n# a\n' },
  'U+0000 and half characters in settings': {
    'README.md': '# a\n',
    '.gitbook/vars.yaml': 'a: "x\\uD800"\nb: "\\0"\n',
    '.gitbook/tags.yaml': '- tag: "a\\0"\n  label: "b\\uD801"\n',
  },
  'names of what every object has': {
    'README.md':
      '---\n__proto__:\n  hidden: true\nconstructor: 1\nvars:\n  __proto__: x\n  toString: y\n---\n# a\n\n<code class="expression">space.vars.constructor</code>\n\n<table><thead><tr><th>__proto__</th><th data-type="content-ref">constructor</th></tr></thead><tbody><tr><td>x</td><td><a href="a.md">b</a></td></tr></tbody></table>\n',
    '.gitbook/vars.yaml': '__proto__: 1\nconstructor: 2\n',
  },
  'front matter that holds itself': { 'README.md': '---\na: &a\n  b: *a\n---\n# a\n' },
  'front matter without a bottom': { 'README.md': `---\na: ${'['.repeat(50_000)}\n---\n# a\n` },
};

describe('content with', () => {
  test.each(Object.keys(hostile))('%s is imported and read', async (name) => {
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, hostile[name] as Files);
    const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatchObject({ type: 'document', hidden: false });
    for (const format of ['document', 'markdown']) {
      const page = await app.request(
        'GET',
        `/v1/spaces/${spaceId}/content/page/${pages[0].id}?format=${format}`,
      );
      expect(page.statusCode, page.body).toBe(200);
      if (format === 'markdown') expect(page.json().markdown).toBe(hostile[name]?.['README.md']);
    }
  });
});

test('many spaces that take in the same content at once do not block each other', async () => {
  const pages = Array.from({ length: 400 }, (_, at) => [`p${at}.md`, `# Page ${at}\n`] as const);
  const orders = [pages, pages.toReversed(), pages.toSorted(() => Math.random() - 0.5), pages.toReversed()];
  const spaces = await Promise.all(orders.map(() => addSpace(app)));
  const outcomes = await Promise.all(
    spaces.map((spaceId, at) =>
      putContent(app, spaceId, {
        'SUMMARY.md': orders[at]?.map(([path]) => `* [x](${path})`).join('\n') ?? '',
        ...Object.fromEntries(orders[at] ?? []),
      }),
    ),
  );
  expect(outcomes.map(({ counts }) => counts.pages)).toEqual([400, 400, 400, 400]);
});

test('a space that was locked or deleted while content was read for it stays as it is', async () => {
  for (const [change, said] of [
    [['PATCH', { editMode: 'locked' }], 'locked'],
    [['DELETE', undefined], 'changed in the meantime'],
  ] as const) {
    const spaceId = await addSpace(app);
    const before = await app.context.pointers.spaces.find(spaceId);
    const [method, body] = change;
    // The import began before: it still knows the space as it was.
    const late = putContent(
      {
        ...app,
        context: {
          ...app.context,
          transact: async (work) => {
            expect((await app.request(method, `/v1/spaces/${spaceId}`, { body })).statusCode).toBeLessThan(
              300,
            );
            return app.context.transact(work);
          },
        },
      },
      spaceId,
      { 'README.md': '# New\n' },
    );
    await expect(late).rejects.toThrow(said);
    expect((await app.context.pointers.spaces.find(spaceId))?.revisionId).toBe(before?.revisionId);
  }
});
