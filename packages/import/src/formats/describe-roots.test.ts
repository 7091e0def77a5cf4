import { describe, expect, test } from 'vitest';
import { filesOf } from '../../../../test/fixtures/import/formats/shared/formats.ts';
import { describeRoots } from './describe-roots.ts';

const describeFiles = async (files: Record<string, string>) =>
  (await describeRoots(filesOf(files), 'source')).map(
    ({ path, format, product, title, pages, isSuggested }) =>
      `${path || '/'} ${format} ${product} “${title}” ${pages}${isSuggested ? '' : ' (not suggested)'}`,
  );

describe('the sets of documentation in a source', () => {
  test('are its folders with a configuration or a table of contents, each named by itself', async () => {
    expect(
      await describeFiles({
        'a/.gitbook.yaml': 'root: ./pages/\n',
        'a/pages/SUMMARY.md': '* [A](a.md)\n',
        'a/pages/a.md': '# A\n',
        'a/README.md': '# *The* [guide](x) ![](y.png)\n',
        'b/mkdocs.yml': 'site_name: B\ndocs_dir: text\n',
        'b/text/SUMMARY.md': '* [B](b.md)\n',
        'b/text/b.md': '# B\n',
        'c/docusaurus.config.ts': 'export default {\n  title: `C`,\n};\n',
        'c/docs/c.md': '# C\n',
        'd/zensical.toml': '[project]\nsite_name = "D"\n',
        'd/docs/d.md': '# D\n',
        'examples/mkdocs.yml': 'site_name: An example\n',
        'examples/docs/e.md': '# E\n',
        'empty/mkdocs.yml': 'site_name: Nothing\n',
      }),
    ).toEqual([
      'a markdown GitBook “The guide” 3',
      'b mkdocs MkDocs “B” 2',
      'c docusaurus Docusaurus “C” 1',
      'd mkdocs Zensical “D” 1',
      'examples mkdocs MkDocs “An example” 1 (not suggested)',
    ]);
  });

  test('are not other files with the same name', async () => {
    expect(
      await describeFiles({
        'docs.json': '{"a": 1}',
        'mint.json': 'no JSON',
        '_Sidebar.md': '* A',
        'a.md': '# A\n',
      }),
    ).toEqual(['/ markdown Markdown “source” 2']);
  });

  test('of sites whose pages are Markdown are in the folder that they have for them', async () => {
    expect(
      await describeFiles({
        'hugo.toml': 'title = "A blog"\n',
        'content/a.md': '# A\n',
        'site/astro.config.mjs': 'export default { integrations: [starlight({ title: "Stars" })] };\n',
        'site/src/content/docs/b.md': '# B\n',
      }),
    ).toEqual(['content markdown Hugo “A blog” 1', 'site/src/content/docs markdown Starlight “Stars” 1']);
  });

  test('without any mark are the folder for documentation and the whole', async () => {
    expect(await describeFiles({ 'README.md': '# Tool\n', 'docs/a.md': '# A\n', 'docs/b.md': '' })).toEqual([
      'docs markdown Markdown “Docs” 2',
      '/ markdown Markdown “Tool” 3 (not suggested)',
    ]);
    expect(await describeFiles({ 'a.html': '<h1>A</h1>' })).toEqual(['/ html HTML “source” 1']);
    expect(await describeFiles({ 'a.bin': '' })).toEqual([]);
  });

  test('is one in an export, whatever lies in it', async () => {
    const page = `A ${'0'.repeat(32)}.md`;
    expect(await describeFiles({ [page]: '# A\n', 'code/SUMMARY.md': '* [A](a.md)\n' })).toEqual([
      '/ notion Notion “source” 2',
    ]);
  });
});
