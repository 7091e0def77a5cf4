import type { Snapshot } from '@lectern/content/tree/snapshot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { dereferenceReusables } from './dereference.ts';
import { sourceIn } from './document-reads.ts';
import { blocksOf } from './document-tasks.ts';

const renderDocument = ({ snapshot, path }: { snapshot: Snapshot; path: string }, source: Buffer) =>
  blocksOf(sourceIn({ snapshot }, { content: { source }, path }));

let app: TestApp;
let spaceId: string;
/** A document that is too large to be rendered in place. */
const lines = Array.from(
  { length: 1000 },
  (_, n) => `## Part ${n}\n\nSee [the other](other.md#part), [nowhere](gone.md) and ![](a.png).\n`,
).join('\n');
const files = {
  'SUMMARY.md': '* [Large](large.md)\n* [Other](other.md)\n* [Includer](includer.md)\n',
  'large.md': `# Large\n\n${lines}\n{% include ".gitbook/includes/note.md" %}\n`,
  'other.md': '# Other\n\n## Part\n',
  'includer.md': '# Includer\n\n{% include ".gitbook/includes/note.md" %}\n',
  'a.png': 'png',
  '.gitbook/includes/note.md':
    '---\ntitle: Note\n---\nA note with [a link](../../other.md).\n\n{% include "long.md" %}\n',
  '.gitbook/includes/long.md': `---\ntitle: Long\n---\n${lines.replaceAll('other.md', '../../other.md')}`,
};

beforeAll(async () => {
  app = await buildTestApp();
  spaceId = await addSpace(app);
  await putContent(app, spaceId, files);
});
afterAll(() => app.close());

const getPage = async (path: string, query = '') =>
  app.request('GET', `/v1/spaces/${spaceId}/content/path/${path}${query}`);

async function openSpace() {
  const space = (await app.context.pointers.spaces.find(spaceId)) as SpacePointer;
  return app.app.content.open(space, space.revisionId);
}

test('a large page is the same as if it were rendered in place', async () => {
  const { snapshot } = await openSpace();
  const page = await getPage('large');
  expect(page.statusCode, page.body).toBe(200);
  const { id, document, pages } = page.json();
  const expected = renderDocument({ snapshot, path: 'large.md' }, Buffer.from(files['large.md']));
  expect(document).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(pages).toEqual([]);
  const { revisionId } = (await openSpace()).space;
  const alone = await app.request('GET', `/v1/spaces/${spaceId}/revisions/${revisionId}/page/${id}/document`);
  expect(alone.json()).toEqual(document);
});

test('a large page has a validator that changes with its content', async () => {
  const etag = (await getPage('large')).headers.etag as string;
  const again = await app.request('GET', `/v1/spaces/${spaceId}/content/path/large`, {
    headers: { 'if-none-match': etag },
  });
  expect(again.statusCode).toBe(304);
  expect((await getPage('large', '?metadata=false')).headers.etag).not.toBe(etag);
});

test.each([
  ['large', 'large.md'],
  ['includer', 'includer.md'],
] as const)('the page “%s” shows the reusable contents that it includes', async (slug, path) => {
  const { snapshot } = await openSpace();
  const sources: Record<string, string> = files;
  const expected = await dereferenceReusables(
    renderDocument({ snapshot, path }, Buffer.from(files[path])),
    async (reusableId) => {
      const git = snapshot.findReusable(reusableId)?.git;
      return git && renderDocument({ snapshot, path: git.path }, Buffer.from(sources[git.path] ?? ''));
    },
  );
  const { document } = (await getPage(slug, '?dereferenced=reusable-contents')).json();
  expect(document).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(JSON.stringify(document)).toContain('Part 999');
});

test('the HTML of a large page is not cut into stretches, which need the style sheet of published pages', async () => {
  const { id } = (await getPage('large')).json();
  const { revisionId } = (await openSpace()).space;
  const url = `/v1/spaces/${spaceId}/revisions/${revisionId}/page/${id}/html`;
  const { html } = (await app.request('GET', url)).json();
  expect(html).toContain('Part 999');
  expect(html).not.toContain('stretch');
});

test('the source of a large page can have references by id', async () => {
  const { markdown } = (await getPage('large', '?format=markdown&format.markdown.refs=stable')).json();
  const other = (await getPage('other')).json();
  expect(markdown).toBe(
    files['large.md']
      .replaceAll('other.md#part', `/pages/${other.id}#part`)
      .replaceAll('(a.png)', `(${/\/files\/[^)]+/.exec(markdown)?.[0]})`)
      .replaceAll('".gitbook/includes/note.md"', `"${/\/reusable-contents\/[^"]+/.exec(markdown)?.[0]}"`),
  );
});

/** Lets tasks of a kind exceed a limit while `work` runs. */
async function exceedIn(kind: string, limit: 'time' | 'memory', work: () => Promise<void>): Promise<void> {
  const { threads } = app.context;
  const { run } = threads;
  threads.run = (async (task, input, options) => {
    if (task.kind === kind) throw new ThreadLimitError(limit);
    return run(task, input, options);
  }) as typeof run;
  try {
    await work();
  } finally {
    threads.run = run;
  }
}

test('a page that cannot be rendered in time is refused for the moment, and its source can be read', async () => {
  await exceedIn('render-document', 'time', async () => {
    const refused = await getPage('large', '?computed=false');
    expect(refused.statusCode).toBe(503);
    expect(refused.json().error).toMatchObject({ code: 503, reason: 'too-busy-to-render' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await getPage('large', '?format=markdown')).json().markdown).toBe(files['large.md']);
  });
  expect((await getPage('large', '?computed=false')).statusCode).toBe(200);
});

test('a source that cannot be read is shown as it is written', async () => {
  const own = await addSpace(app);
  await exceedIn('inspect-sources', 'memory', async () => {
    const { report } = await putContent(app, own, { 'README.md': `# A page\n\n${lines}` });
    expect(report).toEqual([
      {
        severity: 'warning',
        reason: 'page-too-large',
        path: 'README.md',
        line: 1,
        message:
          'Reading the file takes too much memory for one page. It is kept byte for byte and shown as source text.',
      },
    ]);
  });
  const [page] = (await app.request('GET', `/v1/spaces/${own}/content`)).json().pages;
  const read = async (format: string) =>
    (await app.request('GET', `/v1/spaces/${own}/content/page/${page.id}?format=${format}`)).json();
  const { document } = await read('document');
  expect(document.nodes).toHaveLength(1);
  expect(document.nodes[0]).toMatchObject({ type: 'code', data: { verbatim: true } });
  expect(document.nodes[0].nodes[0].nodes[0].leaves[0].text).toBe(`# A page\n\n${lines}`);
  expect((await read('markdown')).markdown).toBe(`# A page\n\n${lines}`);
});
