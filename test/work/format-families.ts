import { htmlFamilies } from './html-families.ts';

/** Inputs of the import formats that grow with n: a page in one format, or the files of a source. */
type Pages = Record<string, { format: string; make: (n: number) => string }>;

const nest = (open: string, close: string) => (n: number) => `${open.repeat(n)}x${close.repeat(n)}`;
const run = (text: string) => (n: number) => text.repeat(n);

/** Pages of MDX. */
const MDX: Record<string, (n: number) => string> = {
  'nested <Tabs>': nest('<Tabs>\n<TabItem value="a">\n', '\n</TabItem>\n</Tabs>\n'),
  'nested <details>': nest('<details>\n<summary>a</summary>\n', '\n</details>\n'),
  'nested directives': nest(':::note\n', '\n:::\n'),
  'nested cards': nest('<CardGroup>\n<Card title="a">\n', '\n</Card>\n</CardGroup>\n'),
  'nested accordions': nest('<Accordion title="a">\n', '\n</Accordion>\n'),
  'alerts in alerts': (n) =>
    Array.from({ length: n }, (_, i) => `${'> '.repeat(i % 60)}> [!NOTE]`).join('\n'),
  'tags that never close': run('<Card title="a">\n'),
  'tags without an end': run('<Card a={\n'),
  'attributes without an end': (n) => `<Card ${'a="b" '.repeat(n)}`,
  'quotes without an end': run('<Card a="\n'),
  'braces without an end': run('{a\n'),
  'braces in a line': run('{'),
  'closed braces in a line': run('{a}'),
  'comments without an end': run('{/* \n\n'),
  'backticks of growing runs': (n) =>
    Array.from({ length: n }, (_, i) => '`'.repeat(1 + (i % 50))).join(' a '),
  'dollars in a line': run('$a '),
  'dollars in pairs': run('$$a '),
  'closing tags that were never opened': run('</Card> '),
  'exports with a blank line': run('export const a = {\n\n'),
  imports: run("import A from './a.mdx'\n\n"),
  'headings with braces': (n) => `## a ${'{#a '.repeat(n)}`,
  'a tag in a long line': (n) => `${'<a '.repeat(n)}\n${'<B '.repeat(n)}`,
  'code with highlights': (n) => `\`\`\`js {1-${n}}\n${'a\n'.repeat(n)}\`\`\``,
  'code with a long line behind the fence': (n) => `\`\`\`${'a='.repeat(n)}\nx\n\`\`\``,
  'code with comments': (n) => `\`\`\`js\n${'a // [!code ++]\n'.repeat(n)}${' '.repeat(n)}[!code ++]\n\`\`\``,
  'lists in elements': (n) =>
    `<Card>\n${Array.from({ length: n }, (_, i) => `${' '.repeat(i % 40)}- a`).join('\n')}\n</Card>`,
  'blanks before a tag': (n) => `${' '.repeat(n)}<Card>`,
  'elements in a line': run('<Card>a</Card>'),
};

/** Pages of Markdown with the extensions of Python. */
const PYTHON: Record<string, (n: number) => string> = {
  'nested admonitions': (n) =>
    Array.from({ length: n }, (_, i) => `${' '.repeat(4 * (i % 45))}!!! note`).join('\n'),
  'tabs side by side': run('=== "a"\n\n    b\n\n'),
  'attribute lists': (n) => `a${'{ .a '.repeat(n)}`,
  'marks without an end': run('==a '),
  'keys without an end': run('++a '),
  'buttons without an end': run('[a](b){ .md-button '),
  snippets: run('--8<-- "a.md"\n'),
  'icons without an end': run(':material-a'),
};

/** Pages with the marks of templates. */
const TEMPLATE: Record<string, (n: number) => string> = {
  'variables without an end': run('{{ a '),
  'unknown variables': run('{{ a }} '),
  'tags without an end': run('{% a '),
  'raw parts without an end': run('{% raw %}'),
  'comments of templates without an end': run('{# a '),
  definitions: run('a\n:   b\n\n'),
  'terms without a definition': run('a\n'),
  'lines of metadata': run('a: b\n'),
  'figures that never close': run('<figure markdown>\n'),
};

/** Pages of mdBook. */
const BOOK: Record<string, (n: number) => string> = {
  'includes of the page itself': run('{{#include page.md}}\n'),
  'includes without an end': run('{{#include a'),
  'hidden lines': (n) => `\`\`\`rust\n${'# a\n'.repeat(n)}\`\`\``,
  'blocks of code': run('```rust,ignore\n# a\n```\n'),
};

/** Pages of wikis. */
const WIKI: Record<string, (n: number) => string> = {
  'links without an end': run('[[a|'),
  links: run('[[a|b]] '),
  tabs: run('# a {.tabset}\n## b\n'),
  'styled quotes': run('> a\n{.is-info}\n'),
  classes: (n) => `{${'.a '.repeat(n)}`,
};

/** Pages of applications. */
const APPLICATION: Record<string, (n: number) => string> = {
  toggles: (n) => `${'+++\n'.repeat(n)}`,
  'toggles of growing length': (n) =>
    Array.from({ length: n }, (_, i) => '+'.repeat(3 + (i % 50))).join('\n'),
  'mentions without an end': run('@[a](mention://'),
  callouts: run('<aside>\n💡 a\n</aside>\n'),
  'callouts that never close': run('<aside>\n'),
  properties: (n) => `# a\n\n${'a: b\n'.repeat(n)}`,
};

const pagesOf = (format: string, families: Record<string, (n: number) => string>): Pages =>
  Object.fromEntries(
    Object.entries(families).map(([name, make]) => [`${format}: ${name}`, { format, make }]),
  );

const PAGES: Pages = {
  ...pagesOf('docusaurus', MDX),
  ...pagesOf('mintlify', MDX),
  ...pagesOf('vitepress', MDX),
  ...pagesOf('mkdocs', PYTHON),
  ...pagesOf('mkdocs', TEMPLATE),
  ...pagesOf('mdbook', BOOK),
  ...pagesOf('honkit', TEMPLATE),
  ...pagesOf('wikijs', WIKI),
  ...pagesOf('github-wiki', WIKI),
  ...pagesOf('outline', APPLICATION),
  ...pagesOf('docmost', APPLICATION),
  ...pagesOf('notion', APPLICATION),
};

/** The configuration files that identify the format of a source, and the path of its page. */
const SITES: Record<string, { config: Record<string, string>; page: string }> = {
  docusaurus: { config: { 'docusaurus.config.js': 'module.exports = {};' }, page: 'docs/page.mdx' },
  mintlify: { config: { 'docs.json': '{"navigation": {"pages": ["page"]}}' }, page: 'page.mdx' },
  vitepress: { config: { '.vitepress/config.js': 'export default {}' }, page: 'page.md' },
  mkdocs: {
    config: { 'mkdocs.yml': 'plugins: [macros]\nmarkdown_extensions: [def_list]' },
    page: 'docs/page.md',
  },
  honkit: { config: { 'book.json': '{}', 'SUMMARY.md': '* [Page](page.md)' }, page: 'page.md' },
  mdbook: {
    config: { 'book.toml': '', 'src/SUMMARY.md': '- [Page](page.md)' },
    page: 'src/page.md',
  },
  wikijs: { config: {}, page: 'page.md' },
  'github-wiki': { config: { '_Footer.md': '' }, page: 'Home.md' },
  outline: { config: {}, page: 'page.md' },
  docmost: { config: { 'docmost-metadata.json': '{"pages": {}}' }, page: 'page.md' },
  notion: { config: {}, page: `page ${'0'.repeat(32)}.md` },
};

export interface FormatInput {
  format: string;
  files: Record<string, string>;
}

const many = (n: number, path: (i: number) => string, text: (i: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [path(i), text(i)]));

const ID = (i: number): string => i.toString(16).padStart(32, '0');

/** Sources of many files, and configurations that refer to themselves. */
const SOURCES: Record<string, (n: number) => FormatInput> = {
  'docusaurus: many pages in one folder': (n) => ({
    format: 'docusaurus',
    files: {
      'docusaurus.config.js': 'module.exports = {};',
      ...many(
        n,
        (i) => `docs/page-${i}.md`,
        (i) => `# Page ${i}\n\n[next](page-${i + 1})\n`,
      ),
    },
  }),
  'docusaurus: folders in folders': (n) => ({
    format: 'docusaurus',
    files: { 'docusaurus.config.js': 'module.exports = {};', [`docs/${'a/'.repeat(n)}b.md`]: 'x' },
  }),
  'docusaurus: a sidebar of lists of lists': (n) => ({
    format: 'docusaurus',
    files: {
      'docusaurus.config.js':
        "module.exports = {presets: [['classic', {docs: {sidebarPath: 'sidebars.js'}}]]};",
      'sidebars.js': `${Array.from({ length: n }, (_, i) => `const a${i} = [...a${i + 1}];`).join('\n')}\nmodule.exports = {a: a0};`,
    },
  }),
  'vitepress: a sidebar in brackets': (n) => ({
    format: 'vitepress',
    files: { '.vitepress/config.ts': `export default ${'('.repeat(n)}1${')'.repeat(n)}`, 'a.md': 'x' },
  }),
  'vitepress: a sidebar of arrow functions': (n) => ({
    format: 'vitepress',
    files: { '.vitepress/config.ts': `export default ${'(a: b = ('.repeat(n)}`, 'a.md': 'x' },
  }),
  'mkdocs: a long navigation': (n) => ({
    format: 'mkdocs',
    files: { 'mkdocs.yml': `nav:\n${'  - a.md\n'.repeat(n)}`, 'docs/a.md': 'x' },
  }),
  'mkdocs: arrangements with a rest': (n) => ({
    format: 'mkdocs',
    files: {
      'mkdocs.yml': 'a: 1',
      'docs/.pages': `nav:\n${'  - ...\n'.repeat(3)}`,
      ...many(
        n,
        (i) => `docs/${i}.md`,
        () => 'x',
      ),
    },
  }),
  'mintlify: a long navigation': (n) => ({
    format: 'mintlify',
    files: {
      'docs.json': JSON.stringify({ navigation: { pages: Array.from({ length: n }, () => 'a') } }),
      'a.mdx': 'x',
    },
  }),
  'github-wiki: a deep sidebar': (n) => ({
    format: 'github-wiki',
    files: {
      'Home.md': 'x',
      '_Sidebar.md': Array.from({ length: n }, (_, i) => `${' '.repeat(i % 60)}* [[Home]]`).join('\n'),
    },
  }),
  'github-wiki: many pages': (n) => ({
    format: 'github-wiki',
    files: {
      '_Footer.md': '',
      ...many(
        n,
        (i) => `Page-${i}.md`,
        (i) => `[[Page ${i + 1}]]`,
      ),
    },
  }),
  'notion: many databases': (n) => ({
    format: 'notion',
    files: {
      ...many(
        n,
        (i) => `Base ${ID(i)}.csv`,
        () => 'Name,Text\nRow,x\n',
      ),
      ...many(
        n,
        (i) => `Base ${ID(i)}/Row ${ID(i + n)}.md`,
        () => '# Row\n\nText: x\n',
      ),
    },
  }),
  'notion: a database of quotes': (n) => ({
    format: 'notion',
    files: { [`Base ${ID(1)}.csv`]: `Name\n${'"'.repeat(2 * n)}` },
  }),
  'outline: nested nodes': (n) => ({
    format: 'outline',
    files: {
      'metadata.json': '{"exportVersion": 1, "createdById": "a"}',
      'A.json': JSON.stringify({
        collection: { name: 'A', documentStructure: [{ id: 'a', children: [] }] },
        documents: {
          a: {
            title: 'A',
            data: {
              type: 'doc',
              content: Array.from({ length: n }, () => ({
                type: 'blockquote',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
              })),
            },
          },
        },
      }),
    },
  }),
  'bookstack: many pages': (n) => ({
    format: 'bookstack',
    files: {
      'data.json': JSON.stringify({
        book: {
          name: 'A',
          pages: Array.from({ length: n }, (_, i) => ({ id: i % 5, name: 'x', html: '<p>x</p>' })),
        },
      }),
    },
  }),
  'bookstack: a book of headings': (n) => ({
    format: 'bookstack',
    files: { 'a.html': Array.from({ length: n }, (_, i) => `<h1 id="page-${i}">a</h1><p>x</p>`).join('') },
  }),
  'confluence: many pages': (n) => ({
    format: 'confluence',
    files: {
      'index.html': `<title>Confluence</title><ul>${Array.from({ length: n }, (_, i) => `<li><a href="${1000 + i}.html">a</a></li>`).join('')}</ul>`,
      ...many(
        n,
        (i) => `${1000 + i}.html`,
        () => '<div id="main-content"><p>x</p></div>',
      ),
    },
  }),
  'confluence: a deep index': (n) => ({
    format: 'confluence',
    files: {
      'index.html': `<title>Confluence</title>${'<ul><li><a href="1000.html">a</a>'.repeat(n)}`,
      '1000.html': 'x',
    },
  }),
};

/** Formats of HTML, with the files around the body of a page. */
const HTML_FORMATS: Record<string, (body: string) => Record<string, string>> = {
  html: (body) => ({ 'a.html': body }),
  bookstack: (body) => ({
    'data.json': JSON.stringify({ book: { name: 'A', pages: [{ id: 1, name: 'x', html: body }] } }),
  }),
  confluence: (body) => ({
    'index.html': '<title>Confluence</title><ul><li><a href="a_1000.html">a</a></li></ul>',
    'a_1000.html': `<div id="main-content">${body}</div>`,
  }),
  notion: (body) => ({ [`page ${ID(1)}.html`]: `<article><div class="page-body">${body}</div></article>` }),
};

const HTML_PAGES: Record<string, (n: number) => FormatInput> = Object.fromEntries(
  Object.entries(HTML_FORMATS).flatMap(([format, filesOf]) =>
    Object.entries(htmlFamilies)
      // What these formats add to HTML concerns blocks.
      .filter(([name]) => format === 'html' || /nested|table|list|tabs|admonition/.test(name))
      .map(([name, make]) => [
        `${format}: HTML, ${name}`,
        (n: number) => ({ format, files: filesOf(make(n)) }),
      ]),
  ),
);

/** All inputs of the import formats. */
export const formatFamilies: Record<string, (n: number) => FormatInput> = {
  ...SOURCES,
  ...HTML_PAGES,
  ...Object.fromEntries(
    Object.entries(PAGES).map(([name, { format, make }]) => {
      const { config, page } = SITES[format]!;
      return [name, (n: number): FormatInput => ({ format, files: { ...config, [page]: make(n) } })];
    }),
  ),
};
