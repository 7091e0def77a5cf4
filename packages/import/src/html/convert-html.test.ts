import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { expect, test } from 'vitest';
import { convertHtml, type HtmlOptions } from './convert-html.ts';

const convert = (html: string, options: Partial<HtmlOptions> = {}) =>
  convertHtml(html, { path: 'page.html', ...options });
const markdownOf = (html: string): string => convert(html).markdown.trimEnd();

test.each([
  [
    'paragraphs and marks',
    '<p>A <b>bold </b>word, <em>slanted</em>, <code>a*b</code> and <del>gone</del>.</p>',
    'A **bold** word, _slanted_, `a*b` and ~~gone~~.',
  ],
  [
    'text that Markdown would read otherwise',
    '<p>* no list {% hint %} # [x](y) &lt;b&gt;</p>',
    '\\* no list {% hint %} # \\[x](y) \\<b>',
  ],
  ['blanks as browsers show them', '<p>\n  one\n  <span> two</span>   three </p>', 'one two three'],
  [
    'headings',
    '<h2>One</h2><h3 id="two-x">Two</h3><h5>Five</h5>',
    '## One\n\n### Two <a href="#two-x" id="two-x"></a>\n\n##### Five',
  ],
  ['headings without their permalink', '<h2 id="a">A<a class="headerlink" href="#a">¶</a></h2>', '## A'],
  [
    'lists in lists',
    '<ul><li>a<ol start="3"><li>b</li><li>c</li></ol></li><li><p>d</p><p>e</p></li></ul>',
    '* a\n\n  3. b\n  4. c\n* d\n\n  e',
  ],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>',
    '* [x] done\n* [ ] open',
  ],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  [
    'code with its language',
    '<pre><code class="language-ts">const a = 1;\nif (a &lt; 2) {}\n</code></pre>',
    '```ts\nconst a = 1;\nif (a < 2) {}\n```',
  ],
  ['code of GitHub', '<div class="highlight highlight-source-js"><pre>a()</pre></div>', '```js\na()\n```'],
  [
    'code in lines',
    '<pre class="language-sh"><code><span class="token-line">a<br></span><span class="token-line">b<br></span></code></pre>',
    '```sh\na\nb\n```',
  ],
  [
    'code beside line numbers',
    '<table class="highlighttable"><tr><td><pre>1\n2</pre></td><td><pre>x\ny</pre></td></tr></table>',
    '```\nx\ny\n```',
  ],
  [
    'code with a title',
    '<figure><figcaption>a.js</figcaption><pre><code>x</code></pre></figure>',
    '{% code title="a.js" %}\n```\nx\n```\n{% endcode %}',
  ],
  [
    'tables',
    '<table><thead><tr><th>A</th><th style="text-align:right">B</th></tr></thead><tbody><tr><td>1</td><td>2|3</td></tr></tbody></table>',
    '| A   | B    |\n| --- | ---: |\n| 1   | 2\\|3 |',
  ],
  ['tables that only lay out', '<table><tr><td><p>a</p><p>b</p></td></tr></table>', 'a\n\nb'],
  [
    'figures',
    '<figure><img src="a.png" alt="A"><figcaption>Look</figcaption></figure>',
    '<figure><img src="a.png" alt="A"><figcaption><p>Look</p></figcaption></figure>',
  ],
  ['images in a line', '<p>see <img src="a.png" alt="A"> here</p>', 'see ![A](a.png) here'],
  [
    'images that are loaded late',
    '<p><img src="data:image/gif;base64,R0" data-src="b.png"></p>',
    '<figure><img src="b.png" alt=""><figcaption></figcaption></figure>',
  ],
  ['links', '<p><a href="x.html#a"> text </a>after</p>', '[text](x.html#a) after'],
  ['links around blocks', '<a href="/x"><h3>Card</h3><p>More</p></a>', '### [Card](/x)\n\nMore'],
  ['scripts as links', '<p><a href="java\nscript:alert(1)">text</a><script>alert(1)</script></p>', 'text'],
  [
    'admonitions',
    '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
    '{% hint style="warning" %}\nHot.\n{% endhint %}',
  ],
  [
    'admonitions with a title',
    '<div class="theme-admonition theme-admonition-tip"><div class="admonitionHeading_x">Try this</div><div><p>Now.</p></div></div>',
    '{% hint style="success" %}\n**Try this**\n\nNow.\n{% endhint %}',
  ],
  [
    'details',
    '<details open><summary>More</summary><p>x</p></details>',
    '<details open>\n\n<summary>More</summary>\n\nx\n\n</details>',
  ],
  [
    'tabs',
    '<div><ul role="tablist"><li role="tab">A</li><li role="tab">B</li></ul><div><div role="tabpanel">a</div><div role="tabpanel" hidden>b</div></div></div>',
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}',
  ],
  [
    'formulas',
    '<p>so <span class="katex"><math><semantics><annotation encoding="application/x-tex">a^2</annotation></semantics></math></span></p>',
    'so $$a^2$$',
  ],
  [
    'videos',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    '{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}',
  ],
  ['definitions', '<dl><dt>Term</dt><dd>Said of it.</dd></dl>', '**Term**\n\nSaid of it.'],
  [
    'styles of word processors',
    '<p><span style="font-weight:700">a</span> <b style="font-weight:normal">b</b></p>',
    '**a** b',
  ],
])('converts %s', (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test('takes the title from the first heading, wherever it stands, and the description from the head', () => {
  const page = convert(
    '<title>Site: Page</title><meta name="description" content="What it says."><div><header><h1>Page <a href="#p">#</a></h1></header><p>Text.</p></div>',
  );
  expect(page).toMatchObject({ title: 'Page', description: 'What it says.', markdown: 'Text.\n' });
  expect(convert('<title>Only this</title><p>x</p>').title).toBe('Only this');
});

test('makes addresses absolute if the page has one', () => {
  const { markdown } = convert(
    '<p><a href="../b#x">b</a> <img src="//cdn.example/a.png"> <a href="#top">top</a></p>',
    {
      baseUrl: 'https://docs.example/a/c',
    },
  );
  expect(markdown).toBe('[b](https://docs.example/b#x) ![](https://cdn.example/a.png) [top](#top)\n');
});

test('makes files of images that stand in the page', () => {
  const kept: unknown[] = [];
  const { markdown, problems } = convert('<p><img alt="dot" src="data:image/gif;base64,R0lGODlh"></p>', {
    keepInlineImage: (image) => `image-${kept.push(image)}.gif`,
  });
  expect(kept).toEqual([{ contentType: 'image/gif', bytes: Buffer.from('GIF89a') }]);
  expect(markdown).toContain('src="image-1.gif"');
  expect(problems).toEqual([]);
});

test('reports each element that it leaves out, once and with its line', () => {
  const { problems, markdown } = convert(
    [
      '<p title="tip">a</p>',
      '<svg><text>b</text></svg> <svg width="16"></svg>',
      '<table><tr><td colspan="2">c</td></tr>',
      '<tr><td>d</td><td><iframe></iframe></td></tr></table>',
      '<button>e</button><object>f</object><my-tag>g</my-tag>',
      '<a href="file:///h">h</a> <img alt="i">',
      '<ol type="a"><li>j</ol><nav>k</nav>',
    ].join('\n'),
  );
  expect(problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '1 unsupported-properties',
    '2 unsupported-element',
    '3 merged-cells',
    '4 unsupported-element',
    '5 unsupported-element',
    '5 unsupported-element',
    '5 unsupported-element',
    '6 unsupported-address',
    '6 unsupported-element',
    '7 numbering-format',
    '7 unsupported-element',
  ]);
  for (const word of 'acdfghij') expect(markdown, word).toMatch(new RegExp(`\\b${word}\\b`));
  for (const word of 'be') expect(problems.some(({ message }) => message.includes(`“${word}”`))).toBe(true);
});

test('keeps the text of what is nested too deeply', () => {
  const depth = 5_000;
  const { markdown, problems } = convert(`${'<div>'.repeat(depth)}text${'</div>'.repeat(depth)}`);
  expect(markdown).toBe('text\n');
  expect(problems).toMatchObject([{ reason: 'nested-too-deeply' }]);
});

test('lets a rule read an element otherwise', () => {
  const { markdown } = convert('<p>a</p><x-note>b</x-note>', {
    rules: {
      block: (element, { blocks }) =>
        element.tagName === 'x-note'
          ? [...blocks(element.childNodes), ...blocks(element.childNodes)]
          : undefined,
    },
  });
  expect(markdown).toBe('a\n\nb\n\nb\n');
});

test('writes what our reader understands', () => {
  const { markdown } = convert(
    '<h2>A</h2><table><tr><th>a</th></tr><tr><td><ul><li>x</li></ul><pre>y</pre></td></tr></table><div class="alert alert-danger">No</div>',
  );
  const { document, notUnderstood } = parseMarkdown(markdown);
  expect(document.nodes.map(({ type }) => type)).toEqual(['heading-1', 'table', 'hint']);
  expect(notUnderstood).toEqual([]);
});
