import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { bookStackFormat } from './bookstack.ts';

const convert = (contents: Record<string, string>) =>
  bookStackFormat.convert(filesOf(contents), { sourceName: 'book' });

const ARCHIVE = {
  'data.json': JSON.stringify({
    instance: { version: 'v24.12', id_ciphertext: 'x' },
    exported_at: '2025-01-01T00:00:00+00:00',
    book: {
      id: 8,
      name: 'The book',
      description_html: '<p>All about it. See <a href="[[bsexport:chapter:2]]">the chapter</a>.</p>',
      cover: 'cover.jpg',
      tags: [{ name: 'Kind', value: 'Book' }],
      chapters: [
        {
          id: 2,
          name: 'Chapter',
          priority: 2,
          pages: [{ id: 41, name: 'In the chapter', priority: 1, html: '<p>Text</p>' }],
        },
      ],
      pages: [
        {
          id: 40,
          name: 'First',
          priority: 1,
          html: '<h2 id="bkmrk-a">Part</h2><p class="callout warning">Care</p><p><a href="[[bsexport:page:41]]#bkmrk-x">there</a> <img src="[[bsexport:image:pic.png]]" alt="Pic"></p><pre><code class="language-php">a();</code></pre>',
          images: [{ name: 'Picture.png', file: 'pic.png' }],
          attachments: [
            { id: 1, name: 'Manual', file: 'manual.pdf', order: 2 },
            { id: 2, name: 'Site', link: 'https://example.com', order: 1 },
          ],
        },
        {
          id: 42,
          name: 'Last',
          priority: 3,
          markdown: 'Go [back]([[bsexport:page:40]]).\n\n![p]([[bsexport:image:pic.png]])',
        },
      ],
    },
  }),
  'files/pic.png': '',
  'files/manual.pdf': '',
  'files/cover.jpg': '',
};

describe('a portable archive of BookStack', () => {
  it('brings the tree by priorities, with descriptions, covers and tags', async () => {
    expect(await bookStackFormat.detect!(filesOf(ARCHIVE))).toBe(true);
    expect(await bookStackFormat.detect!(filesOf({ 'data.json': '{"a": 1}' }))).toBe(false);
    const content = await convert(ARCHIVE);
    expect(outlineOf(content.pages)).toEqual([
      'The book book/8',
      '  First page/40',
      '  Chapter chapter/2',
      '    In the chapter page/41',
      '  Last page/42',
    ]);
    expect(pageAt(content, 'book/8')).toMatchObject({
      cover: 'files/cover.jpg',
      tags: ['Kind'],
      markdown: 'All about it. See [the chapter](/chapter/2).\n',
    });
    expect(content.files).toEqual([
      { path: 'files/pic.png', name: 'Picture.png' },
      { path: 'files/manual.pdf', name: 'Manual' },
    ]);
    expect(content.problems).toEqual([]);
  });

  it('leads references to pages and files, in HTML and in Markdown', async () => {
    const content = await convert(ARCHIVE);
    const first = pageAt(content, 'page/40').markdown;
    expect(blocksOf(first)).toEqual([
      'heading-1',
      'hint warning(paragraph)',
      'paragraph',
      'code php',
      'heading-1',
      'list-unordered(list-item(paragraph), list-item(paragraph))',
    ]);
    expect(first).toContain('[there](/page/41#bkmrk-x)');
    expect(first).toContain('../files/pic.png');
    expect(first).toContain('* [Site](https://example.com)\n* [Manual](../files/manual.pdf)');
    expect(pageAt(content, 'page/42').markdown).toBe('Go [back](/page/40).\n\n![p](../files/pic.png)\n');
  });

  it('reports data that cannot be read', async () => {
    expect(problemsOf(await convert({ 'data.json': '[' }))).toEqual(['data.json unreadable-file']);
  });
});

describe('a book of BookStack in one file', () => {
  it('brings the chapters and pages of HTML', async () => {
    const content = await convert({
      'the-book.html': `<!doctype html><html><head><title>The book</title></head><body class="export"><div class="page-content">
<h1 style="font-size: 4.8em">The book</h1><div><p>About</p></div>
<ul class="contents"><li><a href="#chapter-2">Chapter</a></li><li><a href="#page-40">First</a></li></ul>
<div class="page-break"></div><h1 id="page-40">First</h1><p>Text, <a href="#page-41">next</a></p>
<div class="page-break"></div><h1 id="chapter-2">Chapter</h1><p>Of the chapter</p>
<div class="page-break"></div><div class="chapter-hint">Chapter</div><h1 id="page-41">Second</h1><h2>Part</h2>
</div></body></html>`,
    });
    expect(outlineOf(content.pages)).toEqual([
      'The book the-book.html',
      '  First the-book.html/page-40',
      '  Chapter the-book.html/chapter-2',
      '    Second the-book.html/page-41',
    ]);
    expect(pageAt(content, 'the-book.html/page-40').markdown).toContain('[next](/the-book.html/page-41)');
    expect(pageAt(content, 'the-book.html').markdown).toBe('About\n');
  });

  it('brings the pages of Markdown', async () => {
    const content = await convert({
      'book.md': '# Book\n\nAbout\n\n# One\n\n```\n# no title\n```\n\n# Two\n\nText\n',
    });
    expect(outlineOf(content.pages)).toEqual([
      'Book book.md',
      '  One book.md/page-1',
      '  Two book.md/page-2',
    ]);
    expect(blocksOf(pageAt(content, 'book.md/page-1').markdown)).toEqual(['code']);
  });
});
