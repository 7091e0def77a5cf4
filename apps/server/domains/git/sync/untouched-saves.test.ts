import { describe, expect, test } from 'vitest';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';

const { setup, connect, settle, edit, readText } = useConnectedSpaces();

interface Page {
  id: string;
  git?: { path: string };
  pages?: Page[];
}

async function pagesOf(spaceId: string): Promise<Page[]> {
  const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat((await setup.app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages);
}

const FILES = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Start](README.md)\n* [Short label](long.md)\n\n## Group\n\n* [Other label](sub/other.md "Link title")\n',
  'README.md':
    '# Start\n\nSee [a part](sub/other.md#own-part), [the page](./long.md), [it](long.md "mention"), [there](sub/other.md#a-part "mention") and [here](#below).\n\n## Below\n\n- [x](sub/other.md#a-part)\n\n{% content-ref url="long.md#words" %}\n[long.md](long.md#words)\n{% endcontent-ref %}\n\n<a href="sub/other.md#a-part" class="button primary">Go</a>\n\n<table><thead><tr><th>a</th><th data-type="content-ref"></th></tr></thead><tbody><tr><td>b <a href="sub/other.md#a-part">x</a></td><td><a href="sub/other.md#a-part">y</a></td></tr></tbody></table>\n',
  'long.md': '# A heading that is much longer than its label\n\nWords and [more](README.md#below)\n',
  'sub/other.md':
    '---\ndescription: d\n---\n\n# Another heading\n\n## A part\n\n## Other {#own-part}\n\nWords [up](../README.md) and ![p](../p.png)\n',
  'p.png': 'x',
};

describe('a page that is saved as it was read', () => {
  test.each(['document', 'markdown'] as const)('keeps all of its bytes, by %s', async (format) => {
    const { spaceId, repository } = await connect({}, FILES);
    const before = await repository.git(['rev-parse', REF]);
    for (const { id, git } of await pagesOf(spaceId)) {
      if (!git) continue;
      const source = await readText(spaceId, id);
      const body =
        format === 'markdown'
          ? markdown(source)
          : {
              document: {
                document: (
                  await setup.app.request('GET', `/v1/spaces/${spaceId}/content/page/${id}?format=document`)
                ).json().document,
              },
            };
      await edit(spaceId, [{ operation: 'update_page', page: id, ...body }]);
      expect(await readText(spaceId, id), git.path).toBe(source);
    }
    await settle();
    expect(await repository.git(['diff', '--stat', before.trim(), REF])).toBe('');
  });

  test('keeps its label in the table of contents when its Markdown changes', async () => {
    const { spaceId, repository } = await connect({}, FILES);
    const before = await repository.git(['rev-parse', REF]);
    for (const { id, git } of await pagesOf(spaceId)) {
      const source = git ? await readText(spaceId, id) : '';
      if (source.includes('Words'))
        await edit(spaceId, [
          { operation: 'update_page', page: id, ...markdown(source.replace('Words', 'Terms')) },
        ]);
    }
    await settle();
    expect(await repository.git(['diff', '--numstat', before.trim(), REF])).toBe(
      '1\t1\tlong.md\n1\t1\tsub/other.md',
    );
  });
});
