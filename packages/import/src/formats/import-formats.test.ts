import { describe, expect, test } from 'vitest';
import { filesOf } from '../../../../test/fixtures/import/formats/shared/formats.ts';
import { findRoots } from './find-roots.ts';
import { detectFormat, recognizeFormats, reportOtherDocuments } from './import-formats.ts';

/** For each format, the files that decide, and others of the source. */
const SOURCES: readonly (readonly [format: string, deciding: Record<string, string>, others: string[]])[] = [
  ['docusaurus', { 'website/docusaurus.config.ts': 'export default {};' }, ['website/docs/a.md']],
  ['vitepress', { 'docs/.vitepress/config.mts': 'export default {};' }, ['docs/a.md']],
  ['mkdocs', { 'mkdocs.yml': 'site_name: A\n' }, ['docs/a.md']],
  ['mintlify', { 'docs.json': '{"navigation": {"pages": ["a"]}}' }, ['a.mdx']],
  ['docmost', { 'docmost-metadata.json': '{"pages": {}}' }, ['a.md']],
  ['bookstack', { 'data.json': '{"book": {"name": "A", "pages": []}}' }, []],
  ['outline', { 'metadata.json': '{"exportVersion": 1, "createdById": "a"}' }, ['a.json']],
  ['notion', { [`A ${'0'.repeat(32)}.md`]: '# A\n' }, []],
  ['github-wiki', { 'Home.md': '# A\n', '_Sidebar.md': '* [[Home]]\n' }, []],
  ['wikijs', { 'home.md': '---\neditor: markdown\ndateCreated: x\npublished: true\n---\n' }, []],
  ['markdown', { 'SUMMARY.md': '* [A](a.md)\n' }, ['a.md', 'b.html']],
];

const sourceOf = (deciding: Record<string, string>, others: readonly string[]) =>
  filesOf({ ...deciding, ...Object.fromEntries(others.map((path) => [path, '# Text\n'])) });

describe('a source', () => {
  test.each(SOURCES)(
    'of %s is recognized by its files, as an import recognizes it',
    async (format, deciding, others) => {
      const files = sourceOf(deciding, others);
      const [first, ...rest] = await recognizeFormats(files);
      expect(first?.name).toBe((await detectFormat(files))?.name);
      expect(first).toMatchObject({ name: format, files: Object.keys(deciding) });
      for (const path of format === 'markdown' ? [] : Object.keys(deciding))
        expect(first?.reason).toContain(path);
      expect(rest.map(({ name }) => name)).not.toContain(format);
    },
  );

  test('of two products fits both, and the first is used', async () => {
    const files = filesOf({
      'mkdocs.yml': 'site_name: A\n',
      'docs/Home.md': '# A\n',
      'site/docusaurus.config.js': '',
    });
    const formats = await recognizeFormats(files);
    expect(formats.map(({ name }) => name)).toEqual(['docusaurus', 'mkdocs', 'markdown']);
    expect(formats[0]?.name).toBe((await detectFormat(files))?.name);
  });

  test('without a page fits no format', async () => {
    expect(await recognizeFormats(filesOf({ 'a.bin': 'x' }))).toEqual([]);
  });

  test('has its documents of other kinds reported, one problem for each kind', async () => {
    const files = filesOf({ 'a.md': '', 'b.md': '', 'c.html': '', 'd/e.docx': '', 'f.rst': '', 'g.rst': '' });
    expect(reportOtherDocuments('markdown', files)).toEqual([
      {
        path: 'c.html',
        reason: 'left-out',
        message: '1 document of HTML was not read. To import it, set the format to html.',
      },
      {
        path: 'd/e.docx',
        reason: 'left-out',
        message: '1 document of Word was not read. To import it, set the format to docx.',
      },
      { path: 'f.rst', reason: 'left-out', message: '2 documents of reStructuredText were not read.' },
    ]);
    expect(reportOtherDocuments('mkdocs', files)).toEqual([]);
  });
});

describe('the folders with documentation', () => {
  test('are found by their files, with the pages in and below them', () => {
    const markers = {
      '.gitbook.yaml': 'markdown',
      'summary.md': 'markdown',
      'mkdocs.yaml': 'mkdocs',
      'docusaurus.config.mjs': 'docusaurus',
      '.vitepress/config/index.ts': 'vitepress',
      'book.toml': 'mdbook',
      'book.json': 'honkit',
      'zensical.toml': 'zensical',
      'mint.json': 'mintlify',
    };
    for (const folder of ['', 'docs', 'packages/one/docs'])
      for (const [name, format] of Object.entries(markers)) {
        const path = (file: string): string => (folder === '' ? file : `${folder}/${file}`);
        const pages = ['a.md', 'deep/b.mdx', 'c.html', 'picture.png'].map(path);
        // A table of contents is itself a file of Markdown.
        const count = 3 + (name.endsWith('.md') ? 1 : 0) + (folder === '' ? 1 : 0);
        expect(findRoots([path(name), ...pages, 'elsewhere/d.md'])).toEqual([
          { path: folder, file: path(name), format, pages: count },
        ]);
      }
  });

  test('may lie within each other', () => {
    expect(findRoots(['SUMMARY.md', 'a.md', 'b/book.toml', 'b/c.md'])).toEqual([
      { path: '', file: 'SUMMARY.md', format: 'markdown', pages: 3 },
      { path: 'b', file: 'b/book.toml', format: 'mdbook', pages: 1 },
    ]);
  });

  test('are searched for in paths of the depth that people use', () => {
    const deep = `${'a/'.repeat(20_000)}SUMMARY.md`;
    expect(findRoots([deep, 'SUMMARY.md'])).toMatchObject([{ file: 'SUMMARY.md', pages: 1 }]);
  });
});
