import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { docmostFormat } from './docmost.ts';

const convert = (contents: Record<string, string>) =>
  docmostFormat.convert(filesOf(contents), { sourceName: 'space' });

const facts = (slugId: string, position: string, icon: string | null = null) => ({
  pageId: slugId,
  slugId,
  icon,
  position,
  parentPath: null,
});

const METADATA = JSON.stringify({
  exportedAt: '2025-01-01T00:00:00.000Z',
  source: 'docmost',
  version: '0.24.0',
  pages: {
    'Zero.md': facts('aaa', 'a0', '🚀'),
    'Big%20page.md': facts('bbb', 'a1'),
    'Big%20page/Two.md': facts('ccc', 'a1'),
    'Big%20page/One.md': facts('ddd', 'a2'),
  },
});

const EXPORT = {
  'docmost-metadata.json': METADATA,
  'Zero.md':
    '# Zero\n\n[One](Big%20page/One.md), [two](https://wiki.example.com/s/general/p/two-ccc)\n\n:::warning\nCare\n:::\n\n- [x]  Done \n- [ ]  Open \n\n<details>\n<summary>More</summary>\n\nText\n\n</details>\n\n$$x^2$$\n\nInline $y$.\n\n![](files/1234/a.png)\n',
  'Big page.md': '# Big page\n\nText\n',
  'Big page/One.md': '# One\n\n[Zero](../Zero.md)\n',
  'Big page/Two.md': '# Two\n',
  'files/1234/a.png': '',
};

describe('an export of Docmost in Markdown', () => {
  it('brings the tree in its order, with icons', async () => {
    expect(docmostFormat.detect!(filesOf(EXPORT))).toBe(true);
    const content = await convert(EXPORT);
    expect(outlineOf(content.pages)).toEqual([
      'Zero Zero.md',
      'Big page Big page.md',
      '  Two Big page/Two.md',
      '  One Big page/One.md',
    ]);
    expect(pageAt(content, 'Zero.md').emoji).toBe('🚀');
    expect(content.problems).toEqual([]);
  });

  it('keeps callouts, tasks, details, formulas, files and links', async () => {
    const content = await convert(EXPORT);
    const { markdown } = pageAt(content, 'Zero.md');
    expect(blocksOf(markdown)).toEqual([
      'paragraph',
      'hint warning(paragraph)',
      'list-tasks(list-item(paragraph), list-item(paragraph))',
      'expandable(paragraph, paragraph)',
      'math',
      'paragraph',
      'images(image)',
    ]);
    expect(markdown).toContain('[One](</Big page/One.md>), [two](</Big page/Two.md>)');
    expect(markdown).toContain('Inline $$y$$.');
    expect(markdown).toContain('![](./files/1234/a.png)');
    expect(pageAt(content, 'Big page/One.md').markdown).toBe('[Zero](/Zero.md)\n');
  });

  it('brings an export whose description cannot be read, in the order of names', async () => {
    const content = await convert({ ...EXPORT, 'docmost-metadata.json': '{' });
    expect(outlineOf(content.pages)[0]).toBe('Big page Big page.md');
    expect(problemsOf(content)).toEqual(['docmost-metadata.json unreadable-metadata']);
  });
});

describe('an export of Docmost in HTML', () => {
  it('keeps callouts, details, formulas and attachments', async () => {
    const content = await convert({
      'docmost-metadata.json': '{"source": "docmost", "pages": {}}',
      'Page.html': `<!DOCTYPE html><html><head><title>Page</title></head><body><h1>Page</h1>
<div data-type="callout" data-callout-type="danger"><p>Careful</p></div>
<div data-type="details"><div data-type="detailsSummary">More</div><div data-type="detailsContent"><p>Text</p></div></div>
<div data-type="mathBlock" data-katex="true">x^2</div>
<div data-type="attachment" data-attachment-url="files/1/a.pdf" data-attachment-name="a.pdf"><a href="files/1/a.pdf">a.pdf</a></div>
<p>See <a href="Page/Below.html">below</a>.</p></body></html>`,
      'Page/Below.html': '<html><body><h1>Below</h1><p>x</p></body></html>',
      'files/1/a.pdf': '',
    });
    expect(outlineOf(content.pages)).toEqual(['Page Page.html', '  Below Page/Below.html']);
    const { markdown } = pageAt(content, 'Page.html');
    expect(blocksOf(markdown)).toEqual([
      'hint danger(paragraph)',
      'expandable(paragraph, paragraph)',
      'math',
      'file',
      'paragraph',
    ]);
    expect(markdown).toContain('{% file src="./files/1/a.pdf" %}');
    expect(markdown).toContain('[below](/Page/Below.html)');
  });
});
