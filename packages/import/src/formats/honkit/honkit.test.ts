import { describe, expect, it } from 'vitest';
import {
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { detectFormat } from '../import-formats.ts';
import { honKitFormat } from './honkit.ts';

const convert = (contents: Record<string, string>) =>
  honKitFormat.convert(filesOf(contents), { sourceName: 'book' });

const BOOK = {
  'book.json':
    '{"root": "./docs", "title": "T", "structure": {"summary": "TOC.md"}, "variables": {"version": "2.0", "a": {"b": "c"}}}',
  'docs/TOC.md':
    '# Summary\n\n* [One](one.md#part)\n  * [Sub](sub/README.md)\n\n## Part B\n\n* Text item\n  * [Two](two.md)\n* [Ext](https://x.example)\n\n---\n\n* [Gone](gone.md)\n',
  'docs/README.md': '# Home\n\n[x](one.html#some-heading) [y](sub/index.html) [z](sub/)\n',
  'docs/one.md': '# One\n\n## Some "heading"\n',
  'docs/two.md': '# Two\n',
  'docs/sub/README.md': '# Sub\n',
  'docs/GLOSSARY.md': '# Glossary\n\n## Term\n\nText\n',
};

describe('a book of HonKit', () => {
  it('keeps its table of contents, with the introduction first', async () => {
    expect((await detectFormat(filesOf(BOOK)))?.name).toBe('honkit');
    const content = await convert(BOOK);
    expect(outlineOf(content.pages)).toEqual([
      'Home docs/README.md',
      'One docs/one.md',
      '  Sub docs/sub/README.md',
      'Part B (group)',
      '  Text item docs/TOC.md/section-1',
      '    Two docs/two.md',
      '  Ext -> https://x.example',
      'Glossary docs/GLOSSARY.md hidden',
    ]);
    expect(problemsOf(content)).toEqual(['docs/TOC.md missing-page']);
    expect(pageAt(content, 'docs/README.md').markdown).toBe(
      '[x](/docs/one.md#some-heading) [y](/docs/sub/README.md) [z](/docs/sub/README.md)\n',
    );
  });

  it('is not a repository of GitBook, and is more than a file with this name', async () => {
    expect((await detectFormat(filesOf({ ...BOOK, '.gitbook.yaml': 'root: ./docs' })))?.name).toBe(
      'markdown',
    );
    expect((await detectFormat(filesOf({ 'book.json': '{}', 'a.md': '' })))?.name).toBe('markdown');
  });

  it('has the values of its variables in text and in code, and keeps unknown ones', async () => {
    const content = await convert({
      ...BOOK,
      'docs/one.md':
        '# v{{ book.version }}\n\n{{ book.a.b }} {{ book.title }} {{ gitbook.time }} {% raw %}{{ book.version }}{% endraw %}\n\n```\n{{ book.version }}\n```\n\n{% if x %}a{% endif %}\n',
    });
    const page = pageAt(content, 'docs/one.md');
    expect(page.title).toBe('v2.0');
    expect(page.markdown).toBe(
      'c T {{ gitbook.time }} {{ book.version }}\n\n```\n2.0\n```\n\n{% if x %}a{% endif %}\n',
    );
    expect(problemsOf(content).slice(0, 3)).toEqual([
      'docs/one.md:3 unsupported-expression',
      'docs/one.md:9 unsupported-expression',
      'docs/one.md:9 unsupported-expression',
    ]);
  });

  it('includes pages of the source, reports others, and keeps the blocks of plugins', async () => {
    const hint = '{% hint style="info" %}\nText\n{% endhint %}';
    const content = await convert({
      ...BOOK,
      'docs/one.md': `# One\n\n{% include "./part.md" %}\n\n{% include "git+https://x.example/y.git/z.md" %}\n\n${hint}\n`,
      'docs/part.md': 'A part for {{ book.version }}\n',
    });
    expect(pageAt(content, 'docs/one.md').markdown).toBe(`{% include "/docs/part.md" %}\n\n${hint}\n`);
    expect(content.reusables).toEqual([
      { path: 'docs/part.md', title: 'Part', markdown: 'A part for 2.0\n' },
    ]);
    expect(outlineOf(content.pages).join()).not.toContain('part.md');
    expect(problemsOf(content)).toContain('docs/one.md:5 missing-file');
  });
});
