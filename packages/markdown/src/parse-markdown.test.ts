import { describe, expect, it } from 'vitest';
import { isSame } from './canonical.ts';
import type { Block, DocumentNode, InlineNode } from './document.ts';
import { plainText } from './document.ts';
import { replaceDocument } from './edit-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

const blocksOf = (source: string): Block[] => parseMarkdown(source).document.nodes;
const first = (source: string): Block => blocksOf(source)[0]!;
const inlinesOf = (source: string): DocumentNode[] => first(source).nodes!;
const typesOf = (nodes: readonly DocumentNode[] | undefined): string[] =>
  (nodes ?? []).map((node) => (node.object === 'text' ? 'text' : node.type));

describe('a page', () => {
  it('has front matter, a title and blocks, each in its range', () => {
    const source =
      '---\r\ndescription: x\r\n---\r\n\r\n# A \\_b_ **c**\r\n\r\nText\r\n\r\n* item\r\n\r\n\r\n';
    const page = parseMarkdown(source);
    expect(page.frontMatter).toMatchObject({ start: 0, data: { description: 'x' } });
    expect(page.title?.text).toBe('A _b_ c');
    expect(page.blocks.map(({ start, end }) => source.slice(start, end))).toEqual(['Text', '* item']);
  });

  it('has no title when it begins with something else', () => {
    const page = parseMarkdown('Text\n\n# Later\n');
    expect(page.title).toBeUndefined();
    expect(page.document.nodes[1]).toMatchObject({
      type: 'heading-1',
      data: { level: 1 },
      meta: { id: 'later' },
    });
  });

  it('keeps the keys of other blocks when one is edited', () => {
    const keys = (source: string): (string | undefined)[] => blocksOf(source).map(({ key }) => key);
    const before = keys('one\n\ntwo\n\nthree\n\ntwo\n');
    const after = keys('one\n\nedited\n\nthree\n\ntwo\n');
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    expect(keys('a\n\nb\n')).toEqual(keys('a\n\nb\n'));
  });
});

describe('anchors of headings', () => {
  it.each([
    ['## MRR(), NO_MRR()', 'mrr-no_mrr'],
    ['## I/O Threads', 'i-o-threads'],
    ['## 1. Create', 'id-1.-create'],
    ["## What's new?", 'whats-new'],
    ['## Text <a href="#other" id="other"></a>', 'other'],
    ['## Text <a id="old"></a>', 'old'],
  ])('%s → %s', (source, id) => {
    expect(first(source).meta?.id).toBe(id);
    expect(plainText(first(source).nodes!)).not.toContain('<a');
  });

  it('are numbered where they repeat', () => {
    expect(blocksOf('# A\n\n## A\n\n## A\n\n## A\n').map(({ meta }) => meta?.id)).toEqual([
      'a',
      'a-1',
      'a-2',
    ]);
  });
});

describe('tags', () => {
  it.each([
    [
      '{% hint style="warning" icon="bolt" %}\nx\n{% endhint %}',
      { type: 'hint', data: { style: 'warning', icon: 'bolt' } },
    ],
    ["{% hint style='tip' %}\nx\n{% endhint %}", { type: 'hint', data: { style: 'success' } }],
    [
      '{% embed url="https://x.y/?a=1&b=2" %}',
      { type: 'embed', isVoid: true, data: { url: 'https://x.y/?a=1&b=2' } },
    ],
    ['{% embed url="u" %}\ncaption\n{% endembed %}', { type: 'embed', fragments: [{ fragment: 'caption' }] }],
    ['{% file src="a b.pdf" %}', { type: 'file', data: { ref: { kind: 'url', url: 'a b.pdf' } } }],
    [
      '{% include "../.gitbook/includes/x.md" %}',
      { type: 'reusable-content', data: { ref: { url: '../.gitbook/includes/x.md' } } },
    ],
    ['{% page-ref page="x.md" %}', { type: 'content-ref', data: { ref: { url: 'x.md' } } }],
    [
      '{% content-ref url="a/x.md" %}\n[x.md](a/x.md)\n{% endcontent-ref %}',
      { type: 'content-ref', data: { ref: { url: 'a/x.md' } } },
    ],
    [
      '{% code title="a.js" lineNumbers="true" %}\n```js\nx\n```\n{% endcode %}',
      { type: 'code', data: { syntax: 'js', title: 'a.js', lineNumbers: true } },
    ],
    ['{% if !visitor.claims.x %}\nx\n{% endif %}', { type: 'if', data: { expression: '!visitor.claims.x' } }],
    [
      '{% columns %}\n{% column width="33.3%" valign="middle" %}\nx\n{% endcolumn %}\n{% endcolumns %}',
      {
        type: 'columns',
        nodes: [{ type: 'column', data: { width: { unit: '%', value: 33.3 }, verticalAlignment: 'middle' } }],
      },
    ],
    [
      '{% updates format="full" %}\n{% update date="2026-04-29" tags="a, b" %}\nx\n{% endupdate %}\n{% endupdates %}',
      {
        type: 'updates',
        nodes: [
          {
            type: 'update',
            data: {
              date: '2026-04-29T00:00:00.000Z',
              tags: [
                { kind: 'tag', tag: 'a' },
                { kind: 'tag', tag: 'b' },
              ],
            },
          },
        ],
      },
    ],
    [
      '{% prompt description="Do" openInAIProviders="true" %}\n```\nx\n```\n{% endprompt %}',
      { type: 'prompt', data: { description: 'Do', openInAIProviders: true }, nodes: [{ type: 'code' }] },
    ],
    [
      '{% openapi-operation spec="s" path="/a" method="get" %}\n[OpenAPI s](https://x)\n{% endopenapi-operation %}',
      { type: 'openapi-operation', data: { ref: { kind: 'openapi', spec: 's' }, path: '/a', method: 'get' } },
    ],
    [
      '{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}\n[x](y)\n{% endopenapi-schemas %}',
      { type: 'openapi-schemas', data: { schemas: ['A', 'B'], grouped: true } },
    ],
    [
      '{% openapi-webhook spec="s" name="n" method="post" %}\n[x](y)\n{% endopenapi-webhook %}',
      { type: 'openapi-webhook', data: { name: 'n', method: 'post' } },
    ],
    [
      '{% swagger src="a.yaml" path="/a" method="get" %}\n[a.yaml](a.yaml)\n{% endswagger %}',
      { type: 'swagger', data: { ref: { url: 'a.yaml' }, path: '/a' } },
    ],
    [
      '{% @github-files/github-code-block url="https://x" %}',
      {
        type: 'integration',
        data: { integration: 'github-files', block: 'github-code-block', props: { url: 'https://x' } },
      },
    ],
    [
      '{% @vendor/diagram content="a\n  "b" --> c" %}',
      { type: 'integration', data: { props: { content: 'a\n  "b" --> c' } } },
    ],
    [
      '{% openapi-changelog spec="s" %}',
      {
        type: 'integration',
        data: { integration: 'lectern', block: 'openapi-changelog', props: { spec: 's' } },
      },
    ],
  ])('%j', (source, block) => {
    expect(parseMarkdown(source).notUnderstood).toEqual([]);
    expect(blocksOf(source)).toHaveLength(1);
    expect(first(source)).toMatchObject(block);
  });

  it('nest in tabs, steps and list items', () => {
    const tabs = first(
      '* item\n\n  {% tabs %}\n  {% tab title="A" %}\n  {% hint %}\n  x\n  {% endhint %}\n  {% endtab %}\n  {% endtabs %}\n',
    );
    expect(typesOf((tabs.nodes![0] as Block).nodes)).toEqual(['paragraph', 'tabs']);
  });

  it('are text in code', () => {
    expect(typesOf(blocksOf('```\n{% hint %}\n```\n\n`{% hint %}` and \\{% hint %}\n'))).toEqual([
      'code',
      'paragraph',
    ]);
  });

  it('without a partner end before the next item or heading, or with what they are in', () => {
    const page = parseMarkdown(
      '{% tabs %}\n{% tab title="A" %}\nx\n{% tab title="B" %}\ny\n\n## H\n\n{% hint style="info" %}\nz\n',
    );
    const [tabs, heading, hint] = page.document.nodes;
    expect(tabs?.nodes?.map((tab) => plainText([tab as Block]))).toEqual(['x', 'y']);
    expect([heading?.type, hint?.type, plainText([hint as Block])]).toEqual(['heading-1', 'hint', 'z']);
    expect(page.notUnderstood.map(({ line }) => line)).toEqual([1, 2, 4, 9]);
  });

  it('without a partner are reported, and not shown', () => {
    const source = 'x\n\n{% endhint %}\n\n{% tab title="A" %}\n\ny\n';
    const page = parseMarkdown(source);
    expect(plainText(page.document.nodes)).toBe('xy');
    expect(page.notUnderstood.map(({ line }) => line)).toEqual([3, 5]);
    expect(replaceDocument(source, page.document)).toBe(source);
  });

  it('are not ended beside a condition without an end, which hides all that it may apply to', () => {
    const page = parseMarkdown('{% hint %}\nx\n\n{% if a %}\n\n## H\n\ny\n');
    expect(typesOf(page.document.nodes)).toEqual([
      'paragraph',
      'paragraph',
      'paragraph',
      'heading-1',
      'paragraph',
    ]);
  });

  it('of Mermaid are diagrams', () => {
    expect(first('{% @mermaid/diagram content="graph TD\nA-->B" %}')).toMatchObject({
      type: 'code',
      data: { syntax: 'mermaid' },
    });
  });

  it.each([
    '{% unknown a="b" %}',
    '{% swagger baseUrl="https://x" path="/" method="get" summary="s" %}\n{% swagger-description %}\n\n{% endswagger-description %}\n{% endswagger %}',
    '{% api-method method="get" host="h" path="/p" %}\n{% api-method-summary %}\nx\n{% endapi-method-summary %}\n{% endapi-method %}',
  ])('that are not understood are kept and shown: %j', (source) => {
    const page = parseMarkdown(`# T\n\n${source}\n`);
    expect(page.document.nodes).toHaveLength(1);
    expect(page.document.nodes[0]).toMatchObject({ type: 'code', data: { verbatim: true } });
    expect(page.document.nodes[0]!.nodes!.map((line) => plainText([line])).join('\n')).toBe(source);
    expect(page.notUnderstood).toMatchObject([{ line: 3 }]);
  });
});

describe('HTML', () => {
  it('of figures', () => {
    expect(
      first(
        '<figure><img src="a b.png" alt="x &#x26; y" width="563"><figcaption><p>c <em>d</em></p></figcaption></figure>',
      ),
    ).toMatchObject({
      type: 'images',
      nodes: [
        {
          type: 'image',
          data: { ref: { url: 'a b.png' }, alt: 'x & y', width: 563 },
          fragments: [{ fragment: 'caption' }],
        },
      ],
    });
    expect(
      first(
        '<div data-with-frame="true"><figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture><figcaption></figcaption></figure></div>',
      ),
    ).toMatchObject({
      type: 'images',
      data: { withFrame: true },
      nodes: [{ data: { ref: { url: 'l.png' }, refDark: { url: 'd.png' } }, fragments: [] }],
    });
    expect(
      first('<div><figure><img src="1"></figure> <figure><img src="2"></figure></div>').nodes,
    ).toHaveLength(2);
  });

  it('of pictures with text between them, which is Markdown', () => {
    const picture = (url: string): string =>
      `<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="${url}" alt=""></picture>`;
    const mixed = first(`${picture('a.png')} **b** $$c$$ ${picture('d.png')}`);
    expect(mixed.nodes).toMatchObject([
      { type: 'inline-image' },
      { leaves: [{ text: ' ' }, { text: 'b', marks: [{ type: 'bold' }] }, { text: ' ' }] },
      { type: 'inline-math', data: { formula: 'c' } },
      { leaves: [{ text: ' ' }] },
      { type: 'inline-image' },
    ]);
    expect(first(`${picture('a.png')} ${picture('d.png')}`).type).toBe('images');
  });

  it('of expandables', () => {
    const expandable = first(
      '<details open>\n\n<summary>A <strong>b</strong> _c_</summary>\n\ntext\n\n* list\n\n</details>',
    );
    expect(expandable).toMatchObject({
      type: 'expandable',
      data: { defaultExpanded: true },
      fragments: [{ type: 'expandable-title' }, { type: 'expandable-body' }],
    });
    expect(plainText(expandable.fragments![0]!.nodes)).toBe('A b _c_');
    expect(typesOf(expandable.fragments![1]!.nodes)).toEqual(['paragraph', 'list-unordered']);
  });

  it('of code with highlighted lines', () => {
    const code = first(
      '<pre class="language-js" data-title="t" data-overflow="wrap"><code class="lang-js">a &#x3C; b\n<strong>c\n</strong>\nd\n</code></pre>',
    );
    expect(code).toMatchObject({ type: 'code', data: { syntax: 'js', title: 't', overflow: 'wrap' } });
    expect(code.nodes!.map((line) => plainText([line]))).toEqual(['a < b', 'c', '', 'd']);
    expect(code.nodes!.map((line) => line.object === 'block' && line.data)).toEqual([
      {},
      { highlighted: true },
      {},
      {},
    ]);
  });

  it('of cards', () => {
    const table = first(
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-card-cover data-type="image"></th><th data-type="checkbox">ok</th></tr></thead><tbody><tr><td><strong>A</strong></td><td><a href="p.md">p.md</a></td><td data-object-fit="contain"><a href="c.png">c.png</a></td><td>true</td></tr></tbody></table>',
    );
    expect(table.data).toMatchObject({
      view: { type: 'cards', columns: ['c1', 'c3', 'c4'], targetDefinition: 'c2', coverDefinition: 'c3' },
      records: {
        r1: {
          values: {
            c1: 'r1-c1',
            c2: { kind: 'url', url: 'p.md' },
            c3: { ref: { url: 'c.png' }, objectFit: 'contain' },
            c4: true,
          },
        },
      },
    });
  });

  it('of inlines', () => {
    const source =
      'a <mark style="color:blue;">b</mark> <kbd>k</kbd> <sup>1</sup> <a href="u" class="button primary" data-icon="rocket">Go</a> <button type="button" class="button secondary" data-action="ask" data-query="q">Ask</button> <i class="fa-key" style="color:$primary;">:key:</i> <code class="expression">space.vars.a_b_c</code> <span data-gb-custom-inline data-tag="emoji" data-code="2705">✅</span> <img src="x" alt="" data-size="line"> [f.md](f.md "mention") $$x^2$$';
    expect(typesOf(inlinesOf(source)).filter((type) => type !== 'text')).toEqual([
      'button',
      'button',
      'icon',
      'expression',
      'emoji',
      'inline-image',
      'mention',
      'inline-math',
    ]);
    expect(JSON.stringify(inlinesOf(source))).toContain('"expression":"space.vars.a_b_c"');
    expect(parseMarkdown(source).notUnderstood).toEqual([]);
  });

  it('that a page has no block for is kept, and only its text is seen', () => {
    const page = parseMarkdown('# T\n\nan <u>unknown</u> `<u>`\n\n<x-y z="1">text</x-y>\n');
    expect(plainText([page.document.nodes[0]!])).toBe('an unknown <u>');
    expect(plainText([page.document.nodes[1]!])).toBe('text');
    expect(JSON.stringify(page.document)).toContain('<x-y z=');
  });

  it('of comments is kept and not seen', () => {
    const page = parseMarkdown('<!-- secret -->\n\ntext <!-- inline -->\n');
    expect(plainText(page.document.nodes)).toBe('text ');
    expect(JSON.stringify(page.document)).toContain('<!-- secret -->');
    expect(page.notUnderstood).toEqual([]);
  });
});

describe('Markdown', () => {
  it('of lists', () => {
    expect(blocksOf('* a\n  1. b\n\n- [ ] c\n- [x] d\n\n7. e\n')).toMatchObject([
      {
        type: 'list-unordered',
        nodes: [{ type: 'list-item', nodes: [{ type: 'paragraph' }, { type: 'list-ordered' }] }],
      },
      { type: 'list-tasks', nodes: [{ data: { checked: false } }, { data: { checked: true } }] },
      { type: 'list-ordered', data: { start: 7 } },
    ]);
  });

  it('of tables', () => {
    const table = first('| A | B |\n| :-: | --- |\n| a\\|b | <p>x</p><p>y</p> |\n');
    expect(table).toMatchObject({
      type: 'table',
      isVoid: true,
      data: {
        view: { type: 'grid', columns: ['c1', 'c2'] },
        definition: { c1: { title: 'A', textAlignment: 'center' } },
      },
    });
    expect(plainText(table.fragments![0]!.nodes)).toBe('a|b');
    expect(table.fragments![1]!.nodes).toHaveLength(2);
  });

  it('of footnotes', () => {
    const [paragraph, ...others] = blocksOf(
      'some text[^1] and [more of it](#user-content-fn-n)[^n].\n\n[^1]: One\n[^n]: Two\n',
    );
    expect(others).toEqual([]);
    const annotations = paragraph!.nodes!.filter((node) => node.object === 'inline');
    expect(annotations.map((node) => plainText([node]))).toEqual(['text', 'more of it']);
    expect(annotations).toMatchObject([
      { fragments: [{ type: 'annotation-body' }] },
      { fragments: [{ type: 'annotation-body' }] },
    ]);
  });

  it('of images, breaks and formulas', () => {
    expect(
      typesOf(blocksOf('![alt](<a b.png> "caption")\n\n$$\nx\n$$\n\n$$y$$\n\ncosts $5 and $$z$$\n')),
    ).toEqual(['images', 'math', 'math', 'paragraph']);
    expect(plainText(inlinesOf('a\\\nb\nc<br>d'))).toBe('a\nb c\nd');
  });
});

describe('targets', () => {
  it('are found with their place in every form', () => {
    const source =
      '# T\r\n\r\n[a](x.md#y) ![i](<b c.png>) <https://auto.link> [r][ref]\r\n\r\n* > [q](q.md)\r\n\r\n| h |\r\n| - |\r\n| \\| [t](t.md) |\r\n\r\n{% content-ref url="c.md" %}\r\n[c.md](c.md)\r\n{% endcontent-ref %}\r\n\r\n<figure><img src="f&#x26;g.png" alt=""></figure>\r\n\r\n<a href="u.md" class="button primary">U</a>\r\n\r\n[ref]: d.md "t"\r\n';
    const { targets } = parseMarkdown(source);
    expect(targets.map(({ start, end }) => source.slice(start, end))).toEqual([
      'x.md#y',
      'b c.png',
      'https://auto.link',
      'q.md',
      't.md',
      'c.md',
      'c.md',
      'f&#x26;g.png',
      'u.md',
      'd.md',
    ]);
    expect(targets.map(({ kind }) => kind)).toEqual([
      'link',
      'image',
      'link',
      'link',
      'link',
      'content-ref',
      'link',
      'image',
      'button',
      'link',
    ]);
    expect(targets[7]!.raw).toBe('f&g.png');
  });
});

describe('definitions below their terms', () => {
  it.each([
    ['Term\n:   Words', 'Term\n\u2003Words'],
    ['Term\n: One\n:\tTwo **b**\n    more', 'Term\n\u2003One\n\u2003Two b more'],
    ['- Term\n  : Words', 'Term\n\u2003Words'],
    ['> Term\n> : Words', 'Term\n\u2003Words'],
    ['Smile\n:smile:', 'Smile 😄'],
    ['Ratio\n:1', 'Ratio :1'],
    ['Not a term\n: but a heading\n===', 'Not a term : but a heading'],
    ['`code\n: in code`', 'code : in code'],
  ])('%j reads %j, and stays as it is written', (source, text) => {
    const { document, title } = parseMarkdown(source);
    const shown = (nodes: readonly (Block | InlineNode)[]): string =>
      nodes.map((node) => ('nodes' in node ? shown(node.nodes ?? []) : plainText([node]))).join('');
    expect(title?.text ?? shown(document.nodes)).toBe(text);
    expect(isSame(parseMarkdown(writeMarkdown(document)).document.nodes, document.nodes)).toBe(true);
  });
});
