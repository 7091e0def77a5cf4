import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { mintlifyFormat } from './mintlify.ts';

const convert = (contents: Record<string, string>) =>
  mintlifyFormat.convert(filesOf(contents), { sourceName: 'site' });

const DOCS = JSON.stringify({
  $schema: 'https://mintlify.com/docs.json',
  theme: 'mint',
  name: 'Starter',
  navigation: {
    tabs: [
      {
        tab: 'Guides',
        groups: [
          {
            group: 'Get started',
            icon: 'play',
            pages: [
              'index',
              'quickstart',
              { group: 'Edit', root: 'edit/index', pages: ['edit/code', 'gone'] },
            ],
          },
        ],
      },
      {
        tab: 'API reference',
        groups: [{ group: 'Calls', openapi: 'openapi.json', pages: ['GET /plants', 'api/introduction'] }],
      },
      { tab: 'Blog', href: 'https://example.com/blog' },
    ],
    global: { anchors: [{ anchor: 'Community', href: 'https://example.com/c', icon: 'discord' }] },
  },
});

const SITE = {
  'docs.json': DOCS,
  'index.mdx':
    '---\ntitle: "Introduction"\nsidebarTitle: Home\ndescription: "Welcome"\nicon: "rocket"\n---\n\n[Start](/quickstart), [edit](edit/code#x), ![a](/images/a.png)\n',
  'quickstart.mdx': '---\ntitle: Quickstart\n---\nText\n',
  'edit/index.mdx': '---\ntitle: Editing\n---\nText\n',
  'edit/code.mdx': '---\ntitle: Code\n---\n[Up](../quickstart)\n',
  'api/introduction.mdx': '---\ntitle: API\n---\nText\n',
  'snippets/part.mdx': 'Part\n',
  'hidden.mdx': '---\ntitle: Hidden\n---\n',
  'images/a.png': '',
};

describe('a repository of Mintlify', () => {
  it('brings the tree of docs.json', async () => {
    expect(await mintlifyFormat.detect!(filesOf(SITE))).toBe(true);
    expect(await mintlifyFormat.detect!(filesOf({ 'docs.json': '{}' }))).toBe(false);
    const content = await convert(SITE);
    expect(outlineOf(content.pages)).toEqual([
      'Guides (group)',
      '  Get started docs.json/section-1',
      '    Introduction index.mdx',
      '    Quickstart quickstart.mdx',
      '    Editing edit/index.mdx',
      '      Code edit/code.mdx',
      'API reference (group)',
      '  Calls docs.json/section-3',
      '    API api/introduction.mdx',
      'Blog -> https://example.com/blog',
      'Community -> https://example.com/c',
      'Hidden hidden.mdx hidden',
    ]);
    expect(pageAt(content, 'index.mdx')).toMatchObject({
      linkTitle: 'Home',
      description: 'Welcome',
      icon: 'rocket',
      markdown: '[Start](/quickstart.mdx), [edit](/edit/code.mdx#x), ![a](/images/a.png)\n',
    });
    expect(pageAt(content, 'edit/code.mdx').markdown).toBe('[Up](/quickstart.mdx)\n');
    expect(problemsOf(content)).toEqual([
      'docs.json unsupported-navigation',
      'docs.json unsupported-navigation',
      'docs.json missing-page',
    ]);
  });

  it('brings the tree of the older mint.json', async () => {
    const content = await convert({
      'docs/mint.json': JSON.stringify({
        navigation: [{ group: 'One', pages: ['a', { group: 'Two', pages: ['b'] }] }],
      }),
      'docs/a.mdx': '---\ntitle: A\n---\n',
      'docs/b.mdx': '---\ntitle: B\n---\n',
    });
    expect(outlineOf(content.pages)).toEqual([
      'One (group)',
      '  A docs/a.mdx',
      '  Two docs/mint.json/section-1',
      '    B docs/b.mdx',
    ]);
  });
});

const convertPage = async (page: string, others: Record<string, string> = {}) => {
  const content = await convert({
    'docs.json': '{"navigation": {"pages": ["page"]}, "variables": {"version": "1.2"}}',
    'page.mdx': page,
    ...others,
  });
  return { ...content, page: pageAt(content, 'page.mdx') };
};

describe('a page of Mintlify', () => {
  it('keeps callouts, steps, tabs and accordions', async () => {
    const { page, problems } = await convertPage(`---
title: P
---

<Note>A note</Note>

<Warning>
  Take **care**

  - of this
</Warning>

<Steps>
  <Step title="First" icon="key">
    Do it:

    \`\`\`bash
    npm i
    \`\`\`
  </Step>
  <Step title="Second">
    Done.
  </Step>
</Steps>

<Tabs>
  <Tab title="One">
    First
  </Tab>
  <Tab title="Two" icon="leaf">
    Second
  </Tab>
</Tabs>

<AccordionGroup>
  <Accordion title="Question" defaultOpen>
    Answer
  </Accordion>
</AccordionGroup>
`);
    expect(blocksOf(page.markdown)).toEqual([
      'hint info(paragraph)',
      'hint warning(paragraph, list-unordered(list-item(paragraph)))',
      'stepper(stepper-step(heading-2, paragraph, code bash), stepper-step(heading-2, paragraph))',
      'tabs(One(paragraph), Two(paragraph))',
      'expandable(paragraph, paragraph)',
    ]);
    expect(page.markdown).toContain('{% step icon="key" %}\n### First');
    expect(problems).toEqual([]);
  });

  it('keeps cards, groups of code, frames and fields', async () => {
    const { page, problems } = await convertPage(
      `<CardGroup cols={2}>
  <Card title="Start" icon="rocket" href="/other">
    Go **on**
  </Card>
  <Card title="Look" img="/images/a.png" href="https://example.com">
    There
  </Card>
</CardGroup>

<CodeGroup>

\`\`\`javascript helloWorld.js
hi()
\`\`\`

\`\`\`python hello.py {1}
hi()
\`\`\`

</CodeGroup>

<Frame caption="A picture">
  <img src="/images/a.png" className="rounded" />
</Frame>

<ParamField path="id" type="string" required default={1}>
  The id.
</ParamField>
`,
      { 'other.mdx': '', 'images/a.png': '' },
    );
    expect(blocksOf(page.markdown)).toEqual([
      'table cards',
      'tabs(helloWorld.js(code javascript), hello.py(code python))',
      'images(image)',
      'paragraph',
      'paragraph',
      'paragraph',
    ]);
    expect(page.markdown).toContain(
      '<tr><td><i class="fa-rocket">:rocket:</i> <strong>Start</strong></td><td>Go <strong>on</strong></td><td><a href="/other.mdx">',
    );
    expect(page.markdown).toContain('**`id`** · string, required, default: `1`\n\nThe id.');
    expect(problems).toEqual([]);
  });

  it('makes reusable content of snippets, and puts variables in', async () => {
    const { page, reusables, problems } = await convertPage(
      `import Part from '/snippets/part.mdx';\n\n<Part word="x" />\n\n<Snippet file="other.mdx" />\n\nVersion {{version}} costs \\$5, $x^2$ <Tooltip tip="T">word</Tooltip>.\n`,
      { 'snippets/part.mdx': 'Part\n', 'snippets/other.mdx': 'Other\n' },
    );
    expect(blocksOf(page.markdown)).toEqual(['reusable-content', 'reusable-content', 'paragraph']);
    expect(page.markdown).toContain('Version 1.2 costs \\$5, $$x^2$$ word.');
    expect(reusables.map(({ path }) => path)).toEqual(['snippets/part.mdx', 'snippets/other.mdx']);
    expect(problems.map(({ reason }) => reason)).toEqual(['unsupported-properties']);
  });
});
