import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { vitePressFormat } from './vitepress.ts';

const convert = (contents: Record<string, string>) =>
  vitePressFormat.convert(filesOf(contents), { sourceName: 'site' });

const CONFIG = `
import { defineConfig } from 'vitepress'
import { withMermaid } from 'vitepress-plugin-mermaid'
import { apiSidebar } from './sidebars/api'

export default withMermaid(defineConfig({
  title: 'Docs',
  base: '/docs/',
  transformHead: ({ page }) => [['meta', { name: page }]],
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/' }],
    sidebar: {
      '/guide/': { base: '/guide/', items: guideSidebar() },
      '/api/': apiSidebar,
    },
  },
}))

function guideSidebar() {
  return [
    {
      text: 'Introduction',
      collapsed: false,
      items: [
        { text: 'What is it?', link: 'what-is-it' },
        { text: 'Getting Started', link: 'getting-started' },
        { text: 'Missing', link: 'missing' },
      ],
    },
    { text: 'Elsewhere', link: 'https://example.com' },
  ]
}
`;

const SITE = {
  'docs/.vitepress/config.mts': CONFIG,
  'docs/.vitepress/sidebars/api.ts':
    "export const apiSidebar = [{ text: 'API', link: '/api/', items: [{ text: 'Calls', link: '/api/calls' }, makeMore()] }]",
  'docs/index.md':
    '---\nlayout: home\nhero:\n  name: Product\n  text: It does things\n  tagline: Well\nfeatures:\n  - title: Fast\n    details: Very\n---\n',
  'docs/guide/what-is-it.md':
    '# What?\n\n[Start](./getting-started), [calls](/api/calls#get), [same](/docs/api/calls.html), ![x](/x.png)\n',
  'docs/guide/getting-started.md': '# Start\n',
  'docs/api/index.md': '# The API\n',
  'docs/api/calls.md': '# Calls\n',
  'docs/public/x.png': '',
  'docs/other.md': '# Other\n',
};

describe('a repository of VitePress', () => {
  it('brings the tree of its sidebars', async () => {
    expect(vitePressFormat.detect!(filesOf(SITE))).toBe(true);
    const content = await convert(SITE);
    expect(outlineOf(content.pages)).toEqual([
      'Product docs/index.md',
      'Introduction (group)',
      '  What? docs/guide/what-is-it.md',
      '  Start docs/guide/getting-started.md',
      'Elsewhere -> https://example.com',
      'The API docs/api/index.md',
      '  Calls docs/api/calls.md',
      'Other docs/other.md hidden',
    ]);
    expect(pageAt(content, 'docs/guide/getting-started.md').linkTitle).toBe('Getting Started');
    expect(problemsOf(content)).toEqual([
      'docs/.vitepress/config.mts unsupported-navigation',
      'docs/index.md:1 unsupported-layout',
      'docs/.vitepress/config.mts missing-page',
    ]);
  });

  it('leads links to the pages and files, and keeps the words of a home page', async () => {
    const content = await convert(SITE);
    expect(pageAt(content, 'docs/guide/what-is-it.md').markdown).toBe(
      '[Start](/docs/guide/getting-started.md), [calls](/docs/api/calls.md#get), [same](/docs/api/calls.md), ![x](/docs/public/x.png)\n',
    );
    expect(pageAt(content, 'docs/index.md').markdown).toBe('It does things\n\nWell\n\n**Fast**: Very');
  });

  it('keeps the links of a home page', async () => {
    const content = await convert({
      ...SITE,
      'docs/index.md':
        '---\nlayout: home\nhero:\n  name: Product\n  actions:\n    - {text: Start, link: /guide/getting-started}\n    - {text: Code, link: https://x.example}\nfeatures:\n  - {title: Fast, details: Very, link: /api/}\n  - {title: Safe, details: Too, link: /other, linkText: More}\n---\n',
    });
    expect(pageAt(content, 'docs/index.md').markdown).toBe(
      '[Start](/docs/guide/getting-started.md) [Code](https://x.example)\n\n**[Fast](/docs/api/index.md)**: Very\n\n**Safe**: Too [More](/docs/other.md)',
    );
  });

  it('makes the tree of the folders when there is no sidebar', async () => {
    const content = await convert({ ...SITE, 'docs/.vitepress/config.mts': 'export default {}' });
    expect(outlineOf(content.pages)).toEqual([
      'Product docs/index.md',
      'The API docs/api/index.md',
      '  Calls docs/api/calls.md',
      'Guide (group)',
      '  Start docs/guide/getting-started.md',
      '  What? docs/guide/what-is-it.md',
      'Other docs/other.md',
    ]);
  });
});

const convertPage = async (page: string, others: Record<string, string> = {}) => {
  const content = await convert({ '.vitepress/config.js': 'export default {}', 'page.md': page, ...others });
  return { ...content, page: pageAt(content, 'page.md') };
};

describe('a page of VitePress', () => {
  it('keeps containers, alerts and details', async () => {
    const { page, problems } = await convertPage(`# P

::: info
Text
:::

::: danger STOP
Zone
:::

::: details Click me {open}
\`\`\`js
run()
\`\`\`
:::

> [!WARNING]
> Careful
> with this.

::: v-pre
Plain
:::
`);
    expect(blocksOf(page.markdown)).toEqual([
      'hint info(paragraph)',
      'hint danger(heading-3, paragraph)',
      'expandable(paragraph, code js)',
      'hint warning(paragraph)',
      'paragraph',
    ]);
    expect(page.markdown).toContain('<details open>');
    expect(problems).toEqual([]);
  });

  it('keeps groups of code as tabs, and marks in code as highlights', async () => {
    const { page, problems } = await convertPage(`# P

::: code-group

\`\`\`sh [npm]
npm i
\`\`\`

\`\`\`sh [pnpm]
pnpm i
\`\`\`

:::

\`\`\`ts{1,3-4}:line-numbers
a
b
c
d
\`\`\`

\`\`\`js
one() // [!code focus]
two() // [!code ++]
\`\`\`
`);
    expect(blocksOf(page.markdown)).toEqual(['tabs(npm(code sh), pnpm(code sh))', 'code ts', 'code js']);
    expect(page.markdown).not.toContain('[npm]');
    expect(page.markdown).toContain(
      '<pre class="language-ts" data-line-numbers><code class="lang-ts"><strong>a',
    );
    expect(page.markdown).toContain('one()\n<strong>two()\n</strong>');
    expect(problems).toEqual([]);
  });

  it('brings imported code and included pages', async () => {
    const { page, reusables, problems } = await convertPage(
      '# P\n\n<<< @/code/a.js#part{1 js}[Example]\n\n<!--@include: ./parts/note.md-->\n\n<<< ./missing.js\n',
      {
        'code/a.js': 'start()\n// #region part\ninside()\n// #endregion part\n',
        'parts/note.md': 'A note with [a link](../page.md).\n',
      },
    );
    expect(blocksOf(page.markdown)).toEqual(['code js', 'reusable-content']);
    expect(page.markdown).toContain('<strong>inside()');
    expect(page.markdown).not.toContain('start()');
    expect(reusables).toEqual([
      { path: 'parts/note.md', title: 'Note', markdown: 'A note with [a link](/page.md).\n' },
    ]);
    expect(problems.map(({ reason }) => reason)).toEqual(['missing-file']);
  });

  it('leaves out scripts, components and interpolations and reports them', async () => {
    const { page, problems } = await convertPage(`<script setup>
import Demo from './Demo.vue'
</script>

# P <Badge type="tip" text="new" />

[[toc]]

Version {{ version }}.

<Demo :value="1" />

## Head {#own}
`);
    expect(page.title).toBe('P new');
    expect(blocksOf(page.markdown)).toEqual(['paragraph', 'heading-1']);
    expect(problemsOf({ problems })).toEqual([
      'page.md:1 unsupported-element',
      'page.md:9 unsupported-expression',
      'page.md:11 unsupported-element',
    ]);
  });

  it('keeps what is literal, and fills in the values of its front matter', async () => {
    const LITERAL = [
      ['::: v-pre\n{{ a }} and `{{ b }}`\n:::', '{{ a }} and `{{ b }}`'],
      ['<span v-pre>{{ a }}</span>', '{{ a }}'],
      ['<code v-pre>{{ a }}</code>', '<code>{{ a }}</code>'],
      ['<div v-pre>\n\n{{ a }}\n\n</div>', '{{ a }}'],
      ['- <span v-pre>`{{ a }}`</span>', '- `{{ a }}`'],
      ['`{{ a }}`', '`{{ a }}`'],
      ['```js\n{{ a }}\n```', '```js\n{{ a }}\n```'],
      ['{{ $frontmatter.title }} {{ $frontmatter.other.deep }}', 'T 1'],
      ["{{ 'text' }}", 'text'],
    ];
    for (const [written, wanted] of LITERAL) {
      const { page, problems } = await convertPage(
        `---\ntitle: T\nother: {deep: 1}\n---\n\n# P\n\n${written}\n`,
      );
      expect(page.markdown).toBe(`${wanted}\n`);
      expect(problems).toEqual([]);
    }
    const { page, problems } = await convertPage('# P\n\n<b v-pre>{{ a }}</b> {{ unknown.value }}\n');
    expect(page.markdown).toBe('<b>{{ a }}</b> {{ unknown.value }}\n');
    expect(problemsOf({ problems })).toEqual(['page.md:3 unsupported-expression']);
  });

  it('reports components without a counterpart, also those of the theme', async () => {
    const { page, problems } = await convertPage(
      '# P\n\nText\n\n<VPTeamMembers size="small" :members="members" />\n',
    );
    expect(page.markdown).toBe('Text\n');
    expect(problemsOf({ problems })).toEqual(['page.md:5 unsupported-element']);
  });

  it('is named by its heading, and by the title of its front matter in the table of contents', async () => {
    const { page } = await convertPage(
      '---\ntitle: Title\ntitleTemplate: Custom\n---\n\n# Heading\n\nText\n',
    );
    expect(page).toMatchObject({ title: 'Heading', linkTitle: 'Title', markdown: 'Text\n' });
  });
});
