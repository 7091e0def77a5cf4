import { describe, expect, test } from 'vitest';
import { addMember } from '../../../../../test/factories.ts';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../../test/git-fixtures.ts';

const { setup, connect, settle, sync, edit, readText } = useConnectedSpaces();

interface Page {
  id: string;
  title: string;
  path: string;
  git?: { path: string };
  pages: Page[];
}

async function pagesOf(spaceId: string): Promise<Page[]> {
  const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat((await setup.app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages);
}

/** Lines added, lines removed and path of each file that the last commit changed. */
const changesOf = async (repository: FixtureRepository, since: string): Promise<string[]> =>
  (await repository.git(['diff', '--numstat', since, REF])).split('\n').filter((line) => line !== '');

const FORMS: Record<string, string> = {
  'no heading': 'word here\n',
  'an empty line first': '\n\nword here\n',
  'a title in the front matter': '---\ntitle: X\n---\n\nword here\n',
  'a title in the front matter and another heading': '---\ntitle: X\n---\n\n# Y\n\nword here\n',
  'front matter without a title': '---\ndescription: About\n---\n\nword here\n',
  'a heading': '# A page\n\nword here\n',
  'a heading with marks': '# A **page** of `code` &amp; [links](README.md)\n\nword here\n',
  'a setext heading': 'A page\n======\n\nword here\n',
  'a setext heading of two lines': 'A page\nin two\n======\n\nword here\n',
  'a heading of the second level': '## A part\n\nword here\n',
  'a heading after text': 'Before.\n\n# A page\n\nword here\n',
  'a heading after a comment': '<!-- about -->\n\n# A page\n\nword here\n',
  'a heading in code': '```\n# not this\n```\n\nword here\n',
  'carriage returns': '---\r\ntitle: X\r\n---\r\n\r\nword here\r\n',
};
const PLACES = ['a.md', 'sub/b.md', 'sub/README.md', 'deep/er/index.md', 'index.md', 'README.md'];

type Editing = (spaceId: string, page: string) => Promise<void>;

const byMarkdown: Editing = async (spaceId, page) =>
  edit(spaceId, [
    { operation: 'update_page', page, ...markdown((await readText(spaceId, page)).replace('word', 'term')) },
  ]);

const readDocument = async (spaceId: string, page: string): Promise<unknown> =>
  JSON.parse(
    JSON.stringify(
      (await setup.app.request('GET', `/v1/spaces/${spaceId}/content/page/${page}?format=document`)).json()
        .document,
    ).replaceAll('word here', 'term here'),
  );

const byDocument: Editing = async (spaceId, page) =>
  edit(spaceId, [
    { operation: 'update_page', page, document: { document: await readDocument(spaceId, page) } },
  ]);

const byChangeRequest: Editing = async (spaceId, page) => {
  const text = (await readText(spaceId, page)).replace('word', 'term');
  const created = await setup.app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
  const at = `/v1/spaces/${spaceId}/change-requests/${created.json().id}`;
  for (const [path, body] of [
    ['/content', { changes: [{ operation: 'update_page', page, ...markdown(text) }] }],
    ['/merge', {}],
  ] as const) {
    const response = await setup.app.request('POST', at + path, { body });
    expect(response.statusCode, response.body).toBeLessThan(300);
  }
};

describe('an edit of one word', () => {
  test.each([
    ['by Markdown', byMarkdown],
    ['by blocks', byDocument],
    ['in a change request', byChangeRequest],
  ])('changes one line and no title %s, whatever gives pages their titles', async (_, change) => {
    const files: FixtureFiles = { 'README.md': '# Home\n\nword here\n' };
    for (const [n, text] of Object.values(FORMS).entries())
      for (const place of PLACES) files[`f${n}/${place}`] = text;
    const { spaceId, repository } = await connect({}, files);
    const before = await pagesOf(spaceId);
    const since = await repository.git(['rev-parse', REF]);
    const documents = before.filter(({ git }) => git !== undefined);
    expect(documents).toHaveLength(Object.keys(files).length);
    for (const { id } of documents) await change(spaceId, id);
    await settle();
    expect((await changesOf(repository, since)).sort()).toEqual(
      Object.keys(files)
        .map((path) => `1\t1\t${path}`)
        .sort(),
    );
    const titles = (pages: Page[]): string[] => pages.map(({ title, path }) => `${title} at ${path}`);
    expect(titles(await pagesOf(spaceId))).toEqual(titles(before));
  });

  test('keeps a title in SUMMARY.md that differs from the heading of the page', async () => {
    const { spaceId, repository } = await connect(
      {},
      {
        'README.md': '# Welcome to everybody\n\nword here\n',
        'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n',
      },
    );
    const since = await repository.git(['rev-parse', REF]);
    const [page] = await pagesOf(spaceId);
    await byMarkdown(spaceId, page?.id ?? '');
    await settle();
    expect(await changesOf(repository, since)).toEqual(['1\t1\tREADME.md']);
    const next = '# Welcome to everybody\n\nAnother word.\n';
    await edit(spaceId, [{ operation: 'update_page', page: page?.id, title: 'Start', ...markdown(next) }]);
    await settle();
    expect(await changesOf(repository, since)).toEqual(['1\t1\tREADME.md']);
    expect((await pagesOf(spaceId)).map(({ title }) => title)).toEqual(['Start']);
  });
});

describe('an applied suggestion', () => {
  test('changes one line, in a commit of its author that names who applied it', async () => {
    const text = '# Start\n\nThe word here.\n\n*  an item\n*  another *one*\n';
    const { spaceId, repository } = await connect({}, { 'README.md': text });
    const since = await repository.git(['rev-parse', REF]);
    const [page] = await pagesOf(spaceId);
    const author = await addMember(setup.app, { role: 'comment', displayName: 'Ann Author' });
    const editor = await addMember(setup.app, { role: 'edit', displayName: 'Ed Editor' });
    const url = `/v1/spaces/${spaceId}`;
    const { nodes } = (await setup.app.request('GET', `${url}/content/page/${page?.id}`)).json().document;
    const change = { at: { key: nodes[0].key }, offset: 4, remove: 4, insert: 'term' };
    const body = { body: { markdown: 'Better so.' }, page: page?.id, suggestion: { text: [change] } };
    const posted = await setup.app.request('POST', `${url}/comments`, { body, token: author.token });
    const apply = `${url}/comments/${posted.json().id}/apply`;
    const applied = await setup.app.request('POST', apply, { token: editor.token });
    expect(applied.statusCode, applied.body).toBe(200);
    await settle();
    expect(await changesOf(repository, since)).toEqual(['1\t1\tREADME.md']);
    const [name, trailer] = (
      await repository.git(['log', '-1', '--format=%an%n%(trailers:key=Co-authored-by,valueonly)', REF])
    ).split('\n');
    expect([name, trailer]).toEqual(['Ann Author', expect.stringMatching(/^Ed Editor <.+>$/)]);
  });
});

describe('a new title', () => {
  test('changes the heading alone if the file has one, and is in a new SUMMARY.md otherwise', async () => {
    const files = { 'README.md': '# Home\n', 'a.md': 'word here\n', 'b.md': '# B\n\nword here\n' };
    const { spaceId, repository } = await connect({}, files);
    const since = await repository.git(['rev-parse', REF]);
    const [, a, b] = await pagesOf(spaceId);
    await edit(spaceId, [{ operation: 'update_page', page: b?.id, ...markdown('# New B\n\nword here\n') }]);
    await settle();
    expect(await changesOf(repository, since)).toEqual(['1\t1\tb.md']);
    await edit(spaceId, [{ operation: 'update_page', page: a?.id, title: 'New A' }]);
    await settle();
    expect(await repository.git(['cat-file', 'blob', `${REF}:SUMMARY.md`])).toContain('* [New A](a.md)');
    expect((await pagesOf(spaceId)).map(({ title }) => title)).toEqual(['Home', 'New A', 'New B']);
    expect(await sync({ spaceId, repository })).toMatchObject({ state: 'success', isUnchanged: true });
  });
});
