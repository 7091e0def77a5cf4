import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { detectFormat } from '../import-formats.ts';
import { mdBookFormat } from './mdbook.ts';

const convert = (contents: Record<string, string>) =>
  mdBookFormat.convert(filesOf(contents), { sourceName: 'book' });

const SUMMARY = `# Summary

[Preface](preface.md)
[Again](<before it.md> "Title")

- [One \`code\`](one.md)
    - [Nested](nested/README.md)
        - [Deeper](nested/deep%20er.md)
    - [Draft chapter]()
- [Draft](
)
---

# Part **II**

1. [Two](two.md)
* [Elsewhere](https://x.example)
- [Gone](gone.md)

-----------

# Part III

- [Three](./three.md)

[Appendix](appendix.md)
`;

const BOOK = {
  'book/book.toml':
    '[book]\ntitle = "B"\nsrc = "text"\n\n[output.html.redirect]\n"/old.html" = "nested/index.html"\n',
  'book/text/SUMMARY.md': SUMMARY,
  'book/text/preface.md': '# Preface\n',
  'book/text/before it.md': '',
  'book/text/one.md':
    '# One\n\n[a](two.html#x) [b](nested/index.html) [c](nested/) [d](old.html) [e](before%20it.md)\n',
  'book/text/nested/README.md': '# Nested\n\n[up](../one.html) [deep](deep%20er.html)\n',
  'book/text/nested/deep er.md': 'Text\n',
  'book/text/two.md': '# Two\n',
  'book/text/three.md': '# Three\n',
  'book/text/appendix.md': '# Appendix\n',
  'book/text/unlisted.md': '# Unlisted\n',
};

describe('a book of mdBook', () => {
  it('keeps its table of contents: parts, nested, draft, prefix and suffix chapters', async () => {
    expect((await detectFormat(filesOf(BOOK)))?.name).toBe('mdbook');
    const content = await convert(BOOK);
    expect(outlineOf(content.pages)).toEqual([
      'Preface book/text/preface.md',
      'Again book/text/before it.md',
      'One book/text/one.md',
      '  Nested book/text/nested/README.md',
      '    Deeper book/text/nested/deep er.md',
      '  Draft chapter book/text/SUMMARY.md/section-1',
      '[Draft]( book/text/SUMMARY.md/section-2',
      'Part II (group)',
      '  Two book/text/two.md',
      '  Elsewhere -> https://x.example',
      'Part III (group)',
      '  Three book/text/three.md',
      'Appendix book/text/appendix.md',
      'Unlisted book/text/unlisted.md hidden',
    ]);
    expect(pageAt(content, 'book/text/one.md').linkTitle).toBe('One code');
    expect(problemsOf(content)).toEqual(['book/text/SUMMARY.md missing-page']);
  });

  it('leads links to the pages of the site, and from former addresses', async () => {
    const content = await convert(BOOK);
    expect(pageAt(content, 'book/text/one.md').markdown).toBe(
      '[a](/book/text/two.md#x) [b](/book/text/nested/README.md) [c](/book/text/nested/README.md) [d](/book/text/nested/README.md) [e](</book/text/before it.md>)\n',
    );
    expect(pageAt(content, 'book/text/nested/README.md').markdown).toBe(
      '[up](/book/text/one.md) [deep](</book/text/nested/deep er.md>)\n',
    );
  });

  it('is imported without an order if it has no table of contents', async () => {
    const content = await convert({ 'book.toml': '[book', 'src/a.md': '# A\n', 'src/b/c.md': '# C\n' });
    expect(outlineOf(content.pages)).toEqual(['A src/a.md', 'C src/b/c.md']);
    expect(problemsOf(content)).toEqual(['book.toml:1 unreadable-configuration', 'book.toml missing-file']);
  });
});

const convertPage = async (page: string, others: Record<string, string> = {}) => {
  const content = await convert({
    'book.toml': '',
    'src/SUMMARY.md': '- [Page](page.md)',
    'src/page.md': `# Page\n\n${page}`,
    ...others,
  });
  return { ...content, markdown: pageAt(content, 'src/page.md').markdown };
};

describe('a page of mdBook', () => {
  const CODE =
    'one\n// ANCHOR: all\ntwo\n// ANCHOR: some\nthree\n// ANCHOR_END: some\nfour\n// ANCHOR_END: all\nfive\n';
  const INCLUDES: Record<string, string> = {
    'a.txt': 'one\ntwo\nthree\nfour\nfive',
    'a.txt:1': 'one',
    'a.txt:1:3': 'one\n// ANCHOR: all\ntwo',
    'a.txt::1': 'one',
    'a.txt:9:': 'five',
    'a.txt:20': '',
    'a.txt:some': 'three',
    'a.txt:all': 'two\nthree\nfour',
  };
  for (const [target, text] of Object.entries(INCLUDES))
    it(`includes lines and anchors of files: ${target}`, async () => {
      for (const name of ['include', 'rustdoc_include']) {
        const { markdown, problems } = await convertPage(`\`\`\`\n{{#${name} ../code/${target}}}\n\`\`\`\n`, {
          'code/a.txt': CODE,
        });
        expect(markdown).toBe(`\`\`\`\n${text}\n\`\`\`\n`);
        expect(problems).toEqual([]);
      }
    });

  it('includes pages within pages, which are then no pages of their own', async () => {
    const { markdown, pages } = await convertPage(
      '{{#title Other}}{{#include parts/a.md}}\n\n\\{{#include parts/a.md}}\n\n{{#playground ../x.rs editable}}\n',
      { 'src/parts/a.md': 'A\n\n{{#include b.md}}\n', 'src/parts/b.md': '**B**\n', 'x.rs': 'fn main() {}\n' },
    );
    expect(markdown).toBe('A\n\n**B**\n\n{{#include parts/a.md}}\n\n```rust\nfn main() {}\n```\n');
    expect(outlineOf(pages)).toEqual(['Page src/page.md']);
  });

  it('reports includes that lead nowhere or back to themselves, with their lines', async () => {
    const { problems } = await convertPage(
      '{{#include gone.md}}\n\n{{#include ../a.txt:none}}\n\n{{#include ../../../etc/passwd}}\n\n{{#include loop.md}}\n',
      { 'a.txt': 'a', 'src/loop.md': 'x\n{{#include loop.md}}{{#include loop.md}}\n' },
    );
    const found = [...new Set(problemsOf({ problems }))];
    expect(found).toEqual([
      'src/page.md:3 missing-file',
      'src/page.md:5 unsupported-include',
      'src/page.md:7 missing-file',
      'src/page.md:9 unsupported-include',
    ]);
  });

  it('keeps warnings and alerts as hints, anchors, and code without its options', async () => {
    const { markdown, problems } = await convertPage(
      '<div class="warning">\n\nBe *careful*\n\n</div>\n\n> [!WARNING]\n> Text\n\n## Head {#own}\n\n```rust,ignore,editable\nfn main() {}\n```\n\n```toml\n# a comment\n```\n',
    );
    expect(blocksOf(markdown)).toEqual([
      'hint warning(paragraph)',
      'hint warning(paragraph)',
      'heading-1',
      'code rust',
      'code toml',
    ]);
    expect(markdown).toContain('## Head <a href="#own" id="own"></a>');
    expect(problems).toEqual([]);
  });

  it('leaves out hidden lines of code, and reports them', async () => {
    const { markdown, problems } = await convertPage(
      '```rust\n# use std;\n#\n#[derive(Debug)]\n## shown\nfn main() {}\n  # hidden();\n```\n\n```python\n~hidden()\nshown()\n```\n',
      { 'book.toml': '[output.html.code.hidelines]\npython = "~"\n' },
    );
    expect(markdown).toBe(
      '```rust\n#[derive(Debug)]\n# shown\nfn main() {}\n```\n\n```python\nshown()\n```\n',
    );
    expect(problemsOf({ problems })).toEqual(['src/page.md:3 hidden-lines', 'src/page.md:12 hidden-lines']);
  });

  it('keeps formulas if the book has them', async () => {
    const text = 'A \\\\( x_1 \\\\) and\n\n\\\\[ y \\\\]\n';
    const { markdown } = await convertPage(text, { 'book.toml': '[output.html]\nmathjax-support = true\n' });
    expect(markdown).toBe('A $$ x_1 $$ and\n\n$$ y $$\n');
  });
});
