import { describe, expect, it } from 'vitest';
import { filesOf, outlineOf, pageAt } from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { docusaurusFormat } from './docusaurus.ts';

const convert = (contents: Record<string, string>) =>
  docusaurusFormat.convert(filesOf(contents), { sourceName: 'site' });

const CONFIG =
  "module.exports = { baseUrl: '/', presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]] };";

const FOLDERS = {
  'docusaurus.config.js': 'module.exports = {};',
  'docs/a/_category_.json':
    '{"label": "Cat A", "position": 2, "link": {"type": "generated-index", "title": "All A", "description": "About A.", "slug": "/a-index"}}',
  'docs/a/x.md': '---\ntitle: X\ndescription: What [x] is\n---\nText\n',
  'docs/a/y.md': '# Y\n',
  'docs/b/_category_.yml': 'label: Cat B\nposition: 1\nlink:\n  type: generated-index\n',
  'docs/b/z.md': '# Z\n\n[a](/docs/a-index) [b](/docs/category/cat-b)\n',
  'docs/c/_category_.yaml': 'label: Cat C\nlink: null\n',
  'docs/c/d/e.md': '# E\n',
};

describe('a category of Docusaurus', () => {
  it('lists its pages below its description, wherever it stands', async () => {
    const content = await convert({
      'docusaurus.config.js': CONFIG,
      'sidebars.js':
        "module.exports = { docs: [{ type: 'category', label: 'A', items: [{ type: 'category', label: 'B', link: { type: 'generated-index', description: 'All about B' }, items: ['x', { type: 'link', label: 'L', href: 'https://x.example' }] }, { type: 'category', label: 'C', items: ['y'] }] }, { type: 'category', label: 'D', link: { type: 'generated-index' }, items: ['z'] }] };",
      'docs/x.md': '# X\n',
      'docs/y.md': '# Y\n\n[b](/docs/category/b) [d](/docs/category/d/)\n',
      'docs/z.md': '# Z\n',
    });
    expect(outlineOf(content.pages)).toEqual([
      'A (group)',
      '  B sidebars.js/section-2',
      '    X docs/x.md',
      '    L -> https://x.example',
      '  C sidebars.js/section-3',
      '    Y docs/y.md',
      'D sidebars.js/section-5',
      '  Z docs/z.md',
    ]);
    const b = pageAt(content, 'sidebars.js/section-2');
    expect(b).toMatchObject({ description: 'All about B', aliases: ['sidebars.js/category/b'] });
    expect(b.markdown).toBe('* [X](/docs/x.md)\n* [L](https://x.example)');
    expect(pageAt(content, 'sidebars.js/section-3').markdown).toBe('* [Y](/docs/y.md)');
    expect(pageAt(content, 'sidebars.js/section-5').markdown).toBe('* [Z](/docs/z.md)');
    expect(pageAt(content, 'docs/y.md').markdown).toBe(
      '[b](/sidebars.js/category/b) [d](/sidebars.js/category/d)\n',
    );
  });

  it('is described by a file of its folder: label, position, title, description and address', async () => {
    const content = await convert(FOLDERS);
    expect(outlineOf(content.pages)).toEqual([
      'Cat B docusaurus.config.js/section-1',
      '  Z docs/b/z.md',
      'All A docusaurus.config.js/section-2',
      '  X docs/a/x.md',
      '  Y docs/a/y.md',
      'Cat C (group)',
      '  D docusaurus.config.js/section-3',
      '    E docs/c/d/e.md',
    ]);
    const a = pageAt(content, 'docusaurus.config.js/section-2');
    expect(a).toMatchObject({ description: 'About A.', aliases: ['docs/a-index'] });
    expect(a.markdown).toBe('* [X](/docs/a/x.md): What \\[x\\] is\n* [Y](/docs/a/y.md)');
    expect(pageAt(content, 'docs/b/z.md').markdown).toBe('[a](/docs/a-index) [b](/docs/category/cat-b)\n');
  });

  it('is listed where a page asks for it, and the pages beside one without children', async () => {
    const cards = (items: string): string =>
      `import DocCardList from '@theme/DocCardList';\nimport {useCurrentSidebarCategory} from '@docusaurus/theme-common';\n\n# C\n\n<DocCardList${items} />\n\nAfter.\n`;
    const content = await convert({
      'docusaurus.config.js': 'module.exports = {};',
      'docs/c/index.mdx': cards(' items={useCurrentSidebarCategory().items}'),
      'docs/c/e.md': '# E\n',
      'docs/home.mdx': cards(''),
      'docs/z.md': '# Z\n',
    });
    expect(pageAt(content, 'docs/c/index.mdx').markdown).toBe('* [E](/docs/c/e.md)\n\nAfter.\n');
    expect(pageAt(content, 'docs/home.mdx').markdown).toBe(
      '* [C](/docs/c/index.mdx)\n* [Z](/docs/z.md)\n\nAfter.\n',
    );
    expect(content.problems).toEqual([]);
  });
});
