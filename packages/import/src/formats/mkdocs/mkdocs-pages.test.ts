import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { findFormat } from '../import-formats.ts';
import { mkDocsFormat } from './mkdocs.ts';

const convert = (contents: Record<string, string>) =>
  mkDocsFormat.convert(filesOf(contents), { sourceName: 'site' });

const convertPage = async (config: string, page: string, others: Record<string, string> = {}) => {
  const content = await convert({ 'mkdocs.yml': config, 'docs/page.md': page, ...others });
  return { ...content, page: pageAt(content, 'docs/page.md') };
};

const MACROS =
  'site_name: Site\nplugins:\n  - search\n  - macros\nextra:\n  version: 1.0\n  plain: text\n  nested:\n    name: Deep\n    list: [x, y]\n';

describe('variables of MkDocs', () => {
  const VALUES: Record<string, string> = {
    '{{ version }}': '1.0',
    '{{version}}': '1.0',
    '{{- plain -}}': 'text',
    '{{ nested.name }}': 'Deep',
    "{{ nested['name'] }}": 'Deep',
    '{{ nested.list[1] }}': 'y',
    '{{ config.site_name }}': 'Site',
    '{{ extra.plain }}': 'text',
    '{{ config.extra.nested.name }}': 'Deep',
    '{{ own }}': 'mine',
    '{{ page.meta.own }}': 'mine',
    '{{ plain | upper }}': 'TEXT',
    "{{ missing | default('none') }}": 'none',
    '{{ "{{ version }}" }}': '{{ version }}',
    '{% raw %}{{ version }}{% endraw %}': '{{ version }}',
    '{% set here = "set" %}{{ here }}': 'set',
    'a{# a comment #}b': 'ab',
  };
  const PLACES: Record<string, (text: string) => string> = {
    'a paragraph': (text) => `Before ${text} after.`,
    'inline code': (text) => `Before \`${text}\` after.`,
    'a block of code': (text) => `\`\`\`sh\npull v${text}\n\`\`\``,
    'a list': (text) => `- ${text}`,
    'a table': (text) => `| ${text} |\n| --- |`,
    'the target of a link': (text) => `[a](https://x.example/${text})`,
    'an admonition': (text) => `!!! note\n\n    ${text}`,
  };
  for (const [written, value] of Object.entries(VALUES))
    it(`have the values of the configuration: ${written}`, async () => {
      for (const [place, write] of Object.entries(PLACES)) {
        const filled = await convertPage(MACROS, `---\nown: mine\n---\n# Page\n\n${write(written)}\n`);
        const plain = await convertPage('site_name: Site', `# Page\n\n${write(value)}\n`);
        expect({ place, text: filled.page.markdown }).toEqual({ place, text: plain.page.markdown });
        expect(filled.problems).toEqual([]);
      }
    });

  it('stay as they are written if they are unknown, and are reported with their lines', async () => {
    const text = 'A {{ unknown }}, {{ nested }}, {{ call() }}.\n\n```\n{{ nested.other }}\n```\n';
    const { page, problems } = await convertPage(MACROS, `# Page\n\n${text}`);
    expect(page.markdown).toBe(text);
    expect(problemsOf({ problems })).toEqual([
      ...[3, 3, 3, 6].map((line) => `docs/page.md:${line} unsupported-expression`),
    ]);
  });

  it('are text without a plugin that reads them, and in pages that turn it off', async () => {
    const text = 'A {{ version }}.\n';
    const plain = await convertPage('extra:\n  version: 1', `# Page\n\n${text}`);
    const off = await convertPage(MACROS, `---\nrender_macros: false\n---\n# Page\n\n${text}`);
    expect([plain.page.markdown, off.page.markdown, plain.problems]).toEqual([text, text, []]);
  });

  it('are inherited, and come from tags with defaults', async () => {
    const { page } = await convertPage(
      "INHERIT: ./parts/base.yml\nextra:\n  a: {b: own}\n  e: !ENV [NAME, OTHER, 'fallback']\n",
      '# Page\n\n{{ a.b }} {{ a.c }} {{ e }}\n',
      { 'parts/base.yml': 'plugins: [macros]\nextra:\n  a: {b: base, c: kept}\n' },
    );
    expect(page.markdown).toBe('own kept fallback\n');
  });
});

describe('pages of MkDocs', () => {
  it('may begin with metadata without dashes', async () => {
    const { page } = await convertPage(
      'site_name: Site',
      'title: The title\nDescription: Some text\n    over lines\ntags: a, b\n\n# Heading\n\nText\n',
    );
    expect(page).toMatchObject({
      title: 'Heading',
      linkTitle: 'The title',
      description: 'Some text over lines',
      tags: ['a', 'b'],
      markdown: 'Text\n',
    });
    const { page: plain } = await convertPage('site_name: Site', '# Heading\n\ntitle: text\n');
    expect(plain).toMatchObject({ title: 'Heading', markdown: 'title: text\n' });
  });

  it('keep figures with Markdown in them, with their captions and widths', async () => {
    const FIGURES: Record<string, string> = {
      '<figure markdown="span">\n  ![x](a.png){ width="300" }\n  <figcaption>Cap **b**</figcaption>\n</figure>':
        '<figure><img src="/docs/a.png" alt="x" width="300"><figcaption>Cap <strong>b</strong></figcaption></figure>',
      '<figure markdown>\n![x](a.png "T")\n</figure>':
        '<figure><img src="/docs/a.png" alt="x"><figcaption></figcaption></figure>',
      '<figure markdown="1">\n\n![x](<a.png>)\n\n<figcaption>\n\nA *b*\n\n</figcaption>\n\n</figure>':
        '<figure><img src="/docs/a.png" alt="x"><figcaption>A <em>b</em></figcaption></figure>',
      '<figure>\n  <img src="a.png" width="20" />\n  <figcaption>Plain <em>c</em></figcaption>\n</figure>':
        '<figure><img src="/docs/a.png" width="20" /><figcaption>Plain <em>c</em></figcaption></figure>',
    };
    for (const [written, wanted] of Object.entries(FIGURES)) {
      const { page, problems } = await convertPage('site_name: Site', `# Page\n\n${written}\n`, {
        'docs/a.png': '',
      });
      expect(page.markdown).toBe(`${wanted}\n`);
      expect(problems).toEqual([]);
    }
    const code =
      '# Page\n\n<figure markdown>\n```py\nx = 1\n```\n<figcaption>Cap **b**</figcaption>\n</figure>\n';
    const { page } = await convertPage('site_name: Site', code);
    expect(page.markdown).toBe('```py\nx = 1\n```\n\nCap **b**\n');
  });

  it('keep lists of definitions if the extension is on', async () => {
    const text =
      'Term\n:   One\n\n    More\n\n:   Two\n\n`First`\nSecond\n:   - a\n    - b\n\nText : is not one.\n';
    const { page } = await convertPage('markdown_extensions: [def_list]', `# Page\n\n${text}`);
    expect(page.markdown).toContain('*   **Term**\n\n    One\n\n    More\n\n    Two\n');
    expect(blocksOf(page.markdown)[0]).toBe(
      'list-unordered(list-item(paragraph, paragraph, paragraph, paragraph), list-item(paragraph), list-item(paragraph, list-unordered(list-item(paragraph), list-item(paragraph))))',
    );
    const { page: plain } = await convertPage('site_name: Site', `# Page\n\n${text}`);
    expect(plain.markdown).toContain('Term\n:   One\n');
  });

  it('are listed by navigations with links, sections of records, folders and missing files', async () => {
    const content = await convert({
      'mkdocs.yml':
        'docs_dir: content\nnav:\n  - Home: index.md\n  - https://x.example/\n  - Ext: https://y.example\n  - Sub:\n    - sub/index.md\n    - Other: sub/other.md\n    - Deep: {A: sub/a.md}\n  - Gone: gone.md\n',
      'content/index.md': '# Index\n',
      'content/sub/index.md': '# Sub\n',
      'content/sub/other.md': '# Other\n',
      'content/sub/a.md': 'Text\n',
    });
    expect(outlineOf(content.pages)).toEqual([
      'Index content/index.md',
      'https://x.example/ -> https://x.example/',
      'Ext -> https://y.example',
      'Sub content/sub/index.md',
      '  Other content/sub/other.md',
      '  Deep mkdocs.yml/section-3',
      '    A content/sub/a.md',
    ]);
    expect(problemsOf(content)).toEqual(['mkdocs.yml missing-page']);
  });
});

describe('a repository of Zensical', () => {
  const CONFIG =
    '[project]\nsite_name = "Z"\nnav = [ { "Home" = "index.md" }, { "More" = [ "guide.md", { "Ext" = "https://x.example" } ] } ]\n\n[project.extra]\nversion = "1.2"\n\n[project.plugins.macros]\n\n[project.markdown_extensions.pymdownx.snippets]\nbase_path = ["parts"]\n';

  it('is read like one of MkDocs, with the settings in TOML', async () => {
    const files = filesOf({
      'zensical.toml': CONFIG,
      'mkdocs.yml': 'nav: [gone.md]',
      'docs/index.md': '# Home\n\n!!! warning\n    careful {{ version }}\n\n--8<-- "a.txt"\n',
      'docs/guide.md': '# Guide\n',
      'parts/a.txt': 'part',
    });
    const format = findFormat('mkdocs')!;
    expect(await format.detect!(files)).toBe(true);
    const content = await format.convert(files, { sourceName: 'site' });
    expect(outlineOf(content.pages)).toEqual([
      'Home docs/index.md',
      'More (group)',
      '  Guide docs/guide.md',
      '  Ext -> https://x.example',
    ]);
    expect(pageAt(content, 'docs/index.md').markdown).toBe(
      '{% hint style="warning" %}\ncareful 1.2\n{% endhint %}\n\npart\n',
    );
    expect(content.problems).toEqual([]);
  });

  it('is read with default folders, and a report, if the settings are not TOML', async () => {
    const content = await convert({ 'zensical.toml': '[project\n', 'docs/index.md': '# Home\n' });
    expect(outlineOf(content.pages)).toEqual(['Home docs/index.md']);
    expect(problemsOf(content)).toEqual(['zensical.toml:1 unreadable-configuration']);
  });
});
