/** What the list of broken links reports, place by place, is what a repair can change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRepairable, type Link, readLink } from '../apps/console/spaces/links/group-links.ts';
import { repairNodes } from '../apps/console/spaces/links/repair-nodes.ts';
import { repairSource } from '../apps/console/spaces/links/repair-source.ts';
import { type SelectedPlace, selectPlaces } from '../apps/console/spaces/links/select-places.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { putContent } from './content.ts';
import { addSpace } from './factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const FILES = {
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [There](there.md)\n* [Again](there.md)\n',
  'there.md': '# There\n',
  'README.md': [
    '---\ncover: gone-cover.png\nmetaLinks:\n  canonical: gone-canonical.md\n---\n\n# Home\n',
    '[a](gone.md), [b](<gone b.md> "T"), [c](gone\\_c.md), [d]() and [e][ref].',
    '[ref]: gone-ref.md',
    '![p](gone.png) <img src="gone-html.png" alt=""> <a href="gone-button.md" class="button primary">Go</a>',
    '{% content-ref url="gone-block.md" %}\n[gone-block.md](gone-block.md)\n{% endcontent-ref %}',
    '{% file src="gone.pdf" %}\n\n{% include "gone-include.md" %}',
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>A</td><td><a href="gone-card.md">gone-card.md</a></td><td><a href="gone-cover-of-card.png">gone</a></td></tr></tbody></table>',
    '* [in a list](gone-list.md)\n\n> [in a quote](gone-quote.md)\n\n## [in a heading](gone-heading.md)',
    '{% tabs %}\n{% tab title="A" %}\n[in a tab](gone-tab.md)\n{% endtab %}\n{% endtabs %}',
    '{% include ".gitbook/includes/note.md" %}\n',
  ].join('\n\n'),
  '.gitbook/includes/note.md':
    '---\ntitle: Note\n---\n\n[n](gone-note.md) and ![n](gone-note.png)\n\n{% content-ref url="gone-note-block.md" %}\n{% endcontent-ref %}\n',
};

const NEW = 'https://example.com/new';

test('every place of a broken link is repaired, and nothing else is broken by that', async () => {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, FILES);
  const read = async (path: string) => (await app.request('GET', `/v1/spaces/${spaceId}${path}`)).json();
  const edit = async (changes: object[]): Promise<void> => {
    const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
    expect(response.statusCode, response.body).toBeLessThan(300);
  };
  // An entry of the table of contents leads to it.
  const { pages } = await read('/content/pages');
  const there = pages.find(({ title }: { title: string }) => title === 'There');
  await edit([{ operation: 'delete_page', page: there.id }]);
  const list = async (): Promise<Link[]> => (await read('/links?status=broken&limit=1000')).items;
  const before = await list();
  const kinds = new Set(before.map(({ kind }) => kind));
  for (const kind of [
    'link',
    'image',
    'file',
    'include',
    'content-ref',
    'button',
    'cover',
    'meta-link',
    'page-link',
  ])
    expect([...kinds]).toContain(kind);

  const revision = (await read('')).revision;
  const links = before.map(readLink);
  expect(links.filter((link) => !isRepairable(link))).toEqual([]);
  const bodyOf = async ({ kind, id, wanted }: SelectedPlace): Promise<object> => {
    if (kind === 'entry') return { operation: 'update_page', page: id, target: NEW };
    if (kind === 'page') {
      const { markdown } = await read(`/content/page/${id}?format=markdown`);
      const repaired = repairSource(markdown, wanted, NEW).markdown;
      return { operation: 'update_page', page: id, document: { markdown: repaired } };
    }
    const { nodes } = await read(`/revisions/${revision}/reusable-contents/${id}/document?schema=current`);
    const repaired = repairNodes(nodes, new Set(wanted.keys()), NEW);
    return {
      operation: 'update_reusable_content',
      reusableContent: id,
      document: { document: { object: 'document', data: {}, nodes: repaired.nodes } },
    };
  };
  await edit(await Promise.all(selectPlaces(links).map(bodyOf)));
  // An address is no reusable content, and no file.
  const left = (await list()).map(({ kind }) => kind);
  expect(left.filter((kind) => kind !== 'include' && kind !== 'file')).toEqual([]);
});
