import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { githubWikiFormat } from './github-wiki.ts';

const convert = (contents: Record<string, string>) =>
  githubWikiFormat.convert(filesOf(contents), { sourceName: 'wiki' });

const WIKI = {
  'Home.md':
    'Welcome. See [[Getting Started]], [[the FAQ|FAQ#top]], [set up](Getting-Started#x), [full](https://github.com/o/r/wiki/FAQ), `[[code]]` and [[Gone]].\n\n[[images/a.png|alt=A picture]]\n',
  'Getting-Started.md': '# Start here\n\n> [!TIP]\n> Do it.\n',
  'FAQ.md': 'Questions\n',
  'Deep/Inner-Page.md': 'Inner\n',
  'Extra.md': 'Extra\n',
  'Old.mediawiki': '== x ==',
  'images/a.png': '',
  '_Footer.md': 'Footer',
  '_Sidebar.md': `## [[Home]]

### Guide
* [[Getting Started]]
  * [Inner](Inner-Page)
* [[All questions|FAQ]]
* [Elsewhere](https://example.com)

**More**
- [Section](FAQ#a)
`,
};

describe('a wiki of GitHub', () => {
  it('brings the tree of its sidebar', async () => {
    expect(githubWikiFormat.detect!(filesOf(WIKI))).toBe(true);
    const content = await convert(WIKI);
    expect(outlineOf(content.pages)).toEqual([
      'Home Home.md',
      'Guide (group)',
      '  Start here Getting-Started.md',
      '    Inner Deep/Inner-Page.md',
      '  All questions FAQ.md',
      '  Elsewhere -> https://example.com',
      'More (group)',
      '  Section -> /FAQ.md#a',
      'Extra Extra.md hidden',
    ]);
    expect(problemsOf(content)).toEqual(['Old.mediawiki unsupported-file', 'Home.md missing-page']);
  });

  it('keeps the pages that its sidebar lists below a link', async () => {
    const sidebar = `* [Elsewhere](https://example.com)
  * [[FAQ]]
    * [Section](Home#a)
      * [Inner](Inner-Page)
* [[Getting Started]]
`;
    const content = await convert({ ...WIKI, '_Sidebar.md': sidebar });
    expect(outlineOf(content.pages)).toEqual([
      'Home Home.md',
      'Elsewhere (group)',
      '  Elsewhere -> https://example.com',
      '  FAQ FAQ.md',
      '    Section _Sidebar.md/section-3',
      '      Section -> /Home.md#a',
      '      Inner Deep/Inner-Page.md',
      'Start here Getting-Started.md',
      'Extra Extra.md hidden',
    ]);
  });

  it('lists all pages when there is no sidebar, the home page first', async () => {
    const { _Sidebar: _, ...files } = { ...WIKI, _Sidebar: '' };
    const content = await convert({ ...files, '_Sidebar.md': '' });
    expect(outlineOf(content.pages)).toEqual([
      'Home Home.md',
      'Inner Page Deep/Inner-Page.md',
      'Extra Extra.md',
      'FAQ FAQ.md',
      'Start here Getting-Started.md',
    ]);
  });

  it('turns links of the wiki into links to its pages and images', async () => {
    const content = await convert(WIKI);
    const { markdown } = pageAt(content, 'Home.md');
    expect(markdown).toBe(
      'Welcome. See [Getting Started](/Getting-Started.md), [the FAQ](/FAQ.md#top), [set up](/Getting-Started.md#x), [full](/FAQ.md), `[[code]]` and Gone.\n\n![A picture](/images/a.png)\n',
    );
    expect(blocksOf(markdown)).toEqual(['paragraph', 'images(image)']);
    expect(blocksOf(pageAt(content, 'Getting-Started.md').markdown)).toEqual(['hint success(paragraph)']);
  });
});
