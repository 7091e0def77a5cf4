import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { mkDocsFormat } from './mkdocs.ts';

const convert = (contents: Record<string, string>) =>
  mkDocsFormat.convert(filesOf(contents), { sourceName: 'site' });

const SITE = {
  'mkdocs.yml': `site_name: Site
site_url: https://example.com/docs/
nav:
  - index.md
  - Setting up: setup.md
  - Guide:
    - guide/index.md
    - First steps: guide/first.md
    - Deep:
      - guide/deep/one.md
  - Source: https://example.com/source
  - gone.md
markdown_extensions:
  - admonition
  - pymdownx.snippets:
      base_path: [parts]
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
  - pymdownx.arithmatex
`,
  'docs/index.md':
    '---\ntitle: Welcome\ntags: [a]\nicon: material/home\n---\n\n[Set up](setup.md#now), [first](guide/first/), [all](https://example.com/docs/guide/), ![x](img/x.png)\n',
  'docs/setup.md': '# Set up\n',
  'docs/guide/index.md': '# The guide\n',
  'docs/guide/first.md': '# First\n\n[Up](../setup.md)\n',
  'docs/guide/deep/one.md': '# One\n',
  'docs/img/x.png': '',
  'docs/not-listed.md': '# Not listed\n',
};

describe('a repository of MkDocs', () => {
  it('brings the tree of its navigation', async () => {
    expect(mkDocsFormat.detect!(filesOf(SITE))).toBe(true);
    const content = await convert(SITE);
    expect(outlineOf(content.pages)).toEqual([
      'Welcome docs/index.md',
      'Set up docs/setup.md',
      'The guide docs/guide/index.md',
      '  First docs/guide/first.md',
      '  Deep mkdocs.yml/section-1',
      '    One docs/guide/deep/one.md',
      'Source -> https://example.com/source',
      'Not listed docs/not-listed.md hidden',
    ]);
    expect(pageAt(content, 'docs/setup.md').linkTitle).toBe('Setting up');
    expect(pageAt(content, 'docs/index.md').tags).toEqual(['a']);
    expect(problemsOf(content)).toEqual(['mkdocs.yml missing-page']);
  });

  it('leads links by file and by address to the pages', async () => {
    const content = await convert(SITE);
    expect(pageAt(content, 'docs/index.md').markdown).toBe(
      '[Set up](/docs/setup.md#now), [first](/docs/guide/first.md), [all](/docs/guide/index.md), ![x](/docs/img/x.png)\n',
    );
  });

  it('makes the tree of the folders with their arrangements', async () => {
    const content = await convert({
      'mkdocs.yml': 'site_name: Site\nplugins: [awesome-pages]\n',
      'docs/index.md': '# Home\n',
      'docs/z.md': '# Z\n',
      'docs/a.md': '# A\n',
      'docs/.pages': 'nav:\n  - index.md\n  - z.md\n  - ...\n  - More: sub\n',
      'docs/sub/.pages': 'title: Not used\narrange:\n  - two.md\n  - ...\n',
      'docs/sub/one.md': '# One\n',
      'docs/sub/two.md': '# Two\n',
      'docs/other/page.md': '# Page\n',
      'docs/secret/.pages': 'hide: true\n',
      'docs/secret/page.md': '# Secret\n',
    });
    expect(outlineOf(content.pages)).toEqual([
      'Home docs/index.md',
      'Z docs/z.md',
      'A docs/a.md',
      'Other (group)',
      '  Page docs/other/page.md',
      'More (group)',
      '  Two docs/sub/two.md',
      '  One docs/sub/one.md',
      'Secret docs/secret/page.md hidden',
    ]);
  });
});

const convertPage = async (page: string, others: Record<string, string> = {}) => {
  const content = await convert({
    'mkdocs.yml': SITE['mkdocs.yml'].replace(/nav:[\s\S]*(?=markdown_extensions)/, ''),
    'docs/page.md': page,
    ...others,
  });
  return { ...content, page: pageAt(content, 'docs/page.md') };
};

describe('a page of MkDocs', () => {
  it('keeps admonitions, also folding and nested ones', async () => {
    const { page, problems } = await convertPage(`# P

!!! note

    Text

    - List

!!! warning inline end "Take care"
    One

    !!! tip ""
        Inner

        \`\`\` py title="a.py" hl_lines="2"
        a = 1
        b = 2
        \`\`\`

??? question "Why?"
    Because

???+ example
    Open

After

> [!NOTE]
> Alert
`);
    expect(blocksOf(page.markdown)).toEqual([
      'hint info(paragraph, list-unordered(list-item(paragraph)))',
      'hint warning(heading-3, paragraph, hint success(paragraph, code py))',
      'expandable(paragraph, paragraph)',
      'expandable(paragraph, paragraph)',
      'paragraph',
      'hint info(paragraph)',
    ]);
    expect(page.markdown).toContain('<details open>\n\n<summary>Example</summary>');
    expect(page.markdown).toContain('<strong>b = 2');
    expect(problems).toEqual([]);
  });

  it('keeps tabs, also within lists', async () => {
    const { page } = await convertPage(`# P

=== "C"

    \`\`\`c
    int main;
    \`\`\`

=== "C++"

    Text

1. Step

    === "One"

        First

    === "Two"

        Second
`);
    expect(blocksOf(page.markdown)).toEqual([
      'tabs(C(code c), C++(paragraph))',
      'list-ordered(list-item(paragraph, tabs(One(paragraph), Two(paragraph))))',
    ]);
  });

  it('turns inline extensions into ours', async () => {
    const { page, problems } = await convertPage(
      '# P { #own }\n\n[Go](page.md){ .md-button .md-button--primary } ++ctrl+c++ ==marked== :fontawesome-solid-key: :material-home: $x^2$ ![i](i.png){ align=left }\n\n*[HTML]: Hyper Text\n\n`==code==`\n',
      { 'docs/i.png': '' },
    );
    expect(page.markdown).toBe(
      '<a href="/docs/page.md" class="button primary">Go</a> <kbd>Ctrl</kbd>+<kbd>C</kbd> <mark style="background-color:yellow;">marked</mark> <i class="fa-key">:key:</i>  $$x^2$$ ![i](/docs/i.png)\n\n`==code==`\n',
    );
    expect(blocksOf(page.markdown)).toEqual(['paragraph', 'paragraph']);
    expect(page.title).toBe('P');
    expect(problems.map(({ reason }) => reason)).toEqual(['unsupported-icon', 'unsupported-abbreviations']);
  });

  it('brings snippets: pages as reusable content, others as text', async () => {
    const { page, reusables, problems } = await convertPage(
      '# P\n\n--8<-- "note.md"\n\n```py\n--8<-- "code.py:part"\n```\n\n--8<-- "gone.md"\n',
      {
        'parts/note.md': 'Note\n',
        'parts/code.py': 'a\n# --8<-- [start:part]\nb\n# --8<-- [end:part]\n',
      },
    );
    expect(blocksOf(page.markdown)).toEqual(['reusable-content', 'code py']);
    expect(page.markdown).toContain('```py\nb\n```');
    expect(reusables).toEqual([{ path: 'parts/note.md', title: 'Note', markdown: 'Note\n' }]);
    expect(problems.map(({ reason }) => reason)).toEqual(['missing-file']);
  });
});
