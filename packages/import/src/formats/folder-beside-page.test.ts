/** `guide.md` beside the folder `guide`: one page with the pages of the folder below it, so that addresses stay. */
import { describe, expect, it } from 'vitest';
import { filesOf, outlineOf } from '../../../../test/fixtures/import/formats/shared/formats.ts';
import { docusaurusFormat } from './docusaurus/docusaurus.ts';
import { htmlFormat } from './html/html-format.ts';
import { markdownFormat } from './markdown/markdown-format.ts';
import { mintlifyFormat } from './mintlify/mintlify.ts';
import { mkDocsFormat } from './mkdocs/mkdocs.ts';
import { vitePressFormat } from './vitepress/vitepress.ts';

const page = (title: string): string => `# ${title}\n\nText\n`;
const htmlPage = (title: string): string =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>Text</p></body></html>`;

const FORMATS = {
  Markdown: { format: markdownFormat, folder: '', extension: 'md', config: {} },
  MkDocs: {
    format: mkDocsFormat,
    folder: 'docs/',
    extension: 'md',
    config: { 'mkdocs.yml': 'site_name: S\n' },
  },
  Docusaurus: {
    format: docusaurusFormat,
    folder: 'docs/',
    extension: 'md',
    config: { 'docusaurus.config.js': 'module.exports = {};' },
  },
  VitePress: {
    format: vitePressFormat,
    folder: '',
    extension: 'md',
    config: { '.vitepress/config.js': 'export default {}' },
  },
  Mintlify: { format: mintlifyFormat, folder: '', extension: 'mdx', config: { 'docs.json': '{"name":"S"}' } },
  HTML: { format: htmlFormat, folder: '', extension: 'html', config: {} },
};

describe.each(Object.entries(FORMATS))('a page beside a folder in %s', (_name, source) => {
  const { format, folder, extension, config } = source;
  const convert = async (titles: Record<string, string>) => {
    const write = extension === 'html' ? htmlPage : page;
    const pages = Object.entries(titles).map(([path, title]) => [
      `${folder}${path}.${extension}`,
      write(title),
    ]);
    const content = await format.convert(filesOf({ ...config, ...Object.fromEntries(pages) }), {
      sourceName: 'site',
    });
    return outlineOf(content.pages).filter((line) => !line.startsWith('Home'));
  };

  it('is the page of the folder', async () => {
    const found = await convert({
      index: 'Home',
      guide: 'The guide',
      'guide/install': 'Install',
      'guide/install/linux': 'Linux',
    });
    expect(found).toEqual([
      `The guide ${folder}guide.${extension}`,
      `  Install ${folder}guide/install.${extension}`,
      `    Linux ${folder}guide/install/linux.${extension}`,
    ]);
  });

  it('is a page of its own if the folder has one', async () => {
    const found = await convert({
      index: 'Home',
      guide: 'The guide',
      'guide/index': 'Within',
      'guide/a': 'A',
    });
    expect(found.filter((line) => line.includes(`guide.${extension}`))).toHaveLength(1);
    expect(found.filter((line) => line.includes(`guide/index.${extension}`))).toHaveLength(1);
    expect(found.find((line) => line.includes('guide/a.'))).toMatch(/^ {2}A/);
  });
});
