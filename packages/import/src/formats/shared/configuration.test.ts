import { expect, test } from 'vitest';
import { filesOf } from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { findFormat } from '../import-formats.ts';

test.each([
  ['honkit', 'book.json', '{\n  "title": "a",\n  "root" "b"\n}', 3],
  ['honkit', 'book.json', '{\n  "title": "a",\n', 3],
  ['mdbook', 'book.toml', '[book]\ntitle = "a"\nsrc = \n', 3],
  ['mkdocs', 'mkdocs.yml', 'site_name: a\nnav: [\n', 3],
  ['mkdocs', 'zensical.toml', '[project]\nnav = [\n', 3],
  ['docusaurus', 'docusaurus.config.js', 'module.exports = {\n  title: "a"\n  url: "b",\n};\n', 3],
  ['vitepress', '.vitepress/config.mts', 'export default {\n  title: \n};\n', 3],
])(
  'a configuration of %s in %s that cannot be read is reported with its line',
  async (name, path, text, line) => {
    const format = findFormat(name);
    const files = filesOf({
      [path]: text,
      'SUMMARY.md': '',
      'a.md': '# A\n',
      'docs/a.md': '# A\n',
      'src/SUMMARY.md': '',
    });
    const { problems } = await format!.convert(files, { sourceName: 'x' });
    const found = problems.filter(({ reason }) => reason === 'unreadable-configuration');
    expect(found).toMatchObject([
      { path, line, message: expect.stringContaining(`“${path}” could not be read: `) },
    ]);
  },
);
