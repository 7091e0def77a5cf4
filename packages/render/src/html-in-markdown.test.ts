/** HTML in Markdown, in each form and place, against what an independent reader of HTML finds in it. */
import { type HtmlNode, isElement, isTextNode, parseHtml } from '@lectern/html/html-tree';
import type { DocumentNode, Fragment } from '@lectern/markdown/document';
import { replaceDocument } from '@lectern/markdown/edit-markdown';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../test/fixtures/rendering/find-faults.ts';
import { renderHtml } from '../../../test/fixtures/rendering/rendering.ts';

const INLINE = [
  ...'u ins mark small span font abbr var samp q cite kbd sub sup b strong i em del s strike code tt big time bdi dfn x-y'
    .split(' ')
    .flatMap((name) => [
      `one <${name}>two</${name}> three`,
      `<${name} class="c" style='color:red' data-x=1>two</${name}>`,
    ]),
  'a <a href="page.md" target=_blank rel="x"><b>link</b></a> b',
  '<b>un <i>mis</b> nested</i> x',
  'never <b>closed and <u>open',
  'closed</b> only</u> x',
  'a<br>b<br/>c<wbr>d',
  'a <script>alert(1)</script> b',
  'a <style>p { color: red }</style> b',
  '<ruby>ka<rp>(</rp><rt>n</rt><rp>)</rp></ruby>',
  'a <!-- note --> b',
  '<!-- note -->text <u>x</u>',
];
const BLOCKS = [
  '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
  '<table border="1" width="100%"><tr><td align="center">1</td><td>x</td></tr></table>',
  '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td rowspan="2">r</td><td>1</td></tr><tr><td>2</td></tr><tr><td colspan=2>wide</td></tr></tbody></table>',
  '<table><caption>Cap</caption><tbody><tr><th>h</th><td><ul><li>x<li>y</ul></td></tr></tbody><tfoot><tr><td>f</table>',
  '<table><tr><td>a<td>b<tr><td>c<td><table><tr><td>in</td></tr></table></table>',
  '<p align="center"><b>Bold</b> and <em>more</em></p>',
  '<div align="center"><h1 id="x">Head</h1><p>para</p></div>',
  '<center><h2>Head</h2>text</center>',
  '<section><ul><li>a<ul><li>b</li></ul></li></ul><blockquote cite="x">q</blockquote><hr></section>',
  '<ol start="3" type="a"><li><p>a</p><li>b</ol>',
  '<dl><dt>T</dt><dd>D <code>c</code></dd></dl>',
  '<pre>code x</pre>',
  '<pre><code class="language-js">let <span>x</span></code></pre>',
  '<h1 align="center">Name</h1>',
  '<h6>Six</h6>',
  '<details><summary>S</summary>body</details>',
  '<details open><summary><b>S</b></summary><p>body</p><details><summary>I</summary>in</details></details>',
  '<p>unclosed <b>bold<p>second',
  '<div><p>a</div></p>b</section>',
  '<div onclick="x()"><script>alert(1)</script><style>p{}</style>shown</div>',
  '<figure><figcaption>cap</figcaption><p>x</p></figure>',
  '<article><header>h</header><main>m</main><footer>f</footer></article>',
  '<x-card title="t"><p>inner</p></x-card>',
];
const IMAGES = [
  '<img src="p.png" />',
  '<img referrerpolicy="no-referrer" src="p.png">',
  "<img src=p.png width=50% class='c' loading=lazy align=right border=0 id=i title=t>",
  '<img alt="a" style="width:50%" src="p.png"/>',
  '<picture><source type="image/webp" srcset="p.webp"><img src="p.png"></picture>',
  '<a href="x.md"><img src="p.png" height="3"></a>',
  '<p align="center"><img src="p.png" width="10"></p>',
  '<div><img src="p.png"></div>',
];

const PLACES: Record<string, (html: string) => string> = {
  page: (html) => html,
  'list item': (html) => `- ${html}`,
  quote: (html) => `> ${html}`,
  hint: (html) => `{% hint style="info" %}\n${html}\n{% endhint %}`,
  expandable: (html) => `<details>\n\n<summary>T</summary>\n\n${html}\n\n</details>`,
};
const INLINE_PLACES: Record<string, (html: string) => string> = {
  ...PLACES,
  sentence: (html) => `so ${html}`,
  cell: (html) => `| a | b |\n| - | - |\n| ${html} | c |`,
};

const HIDDEN = new Set(['script', 'style', 'title', 'textarea', 'template']);
const letters = (text: string): string => text.replace(/[\s\u201c\u201d\u2022]+/g, '');

/** The text that readers see of HTML. */
function textOf(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (isTextNode(node)) return node.value;
      return isElement(node) && !HIDDEN.has(node.tagName) ? textOf(node.childNodes) : '';
    })
    .join('');
}

const shown = (nodes: readonly (DocumentNode | Fragment)[]): string =>
  nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
      const inner = shown(node.nodes ?? []) + (node.object === 'fragment' ? '' : shown(node.fragments ?? []));
      if (node.object === 'fragment' || node.type !== 'table') return inner;
      const { definition } = node.data;
      return (
        Object.values(definition)
          .map(({ title }) => title)
          .join('') + inner
      );
    })
    .join('');

function check(source: string, frame: string, html: string): void {
  const { document } = parseMarkdown(source);
  const expected = letters(textOf(parseHtml(html).childNodes));
  const around = letters(shown(parseMarkdown(frame).document.nodes));
  expect([...letters(shown(document.nodes))].sort().join('')).toBe(
    [...around.replace('FRAME', expected)].sort().join(''),
  );
  expect(letters(shown(document.nodes))).toContain(expected.slice(0, 3));
  expect(JSON.stringify(document)).not.toContain('"verbatim"');
  expect(replaceDocument(source, document)).toBe(source);
}

describe('the text of', () => {
  it.each(
    INLINE.flatMap((html) => Object.entries(INLINE_PLACES).map(([name, place]) => ({ html, name, place }))),
  )('$html in a $name', ({ html, place }) => check(place(html), place('FRAME'), html));
  it.each(BLOCKS.flatMap((html) => Object.entries(PLACES).map(([name, place]) => ({ html, name, place }))))(
    '$html in a $name',
    ({ html, place }) => check(place(html), place('FRAME'), html),
  );
});

it.each(
  IMAGES.flatMap((html) => Object.entries(INLINE_PLACES).map(([name, place]) => ({ html, name, place }))),
)('the picture $html in a $name', ({ html, place }) => {
  const source = place(html);
  const { document, targets } = parseMarkdown(source);
  const written = JSON.stringify(document);
  expect(written).toContain('{"kind":"url","url":"p.png"}');
  expect(written).toMatch(/"type":"(?:inline-)?image"/);
  expect(shown(document.nodes)).not.toContain('<');
  const target = targets.find(({ raw }) => raw === 'p.png')!;
  expect(source.slice(target.start, target.end)).toBe('p.png');
});

it('an edit beside HTML changes one line', () => {
  for (const html of [...INLINE, ...BLOCKS, ...IMAGES]) {
    const source = `# T\n\nOne word.\n\n${html}\n\nLast.\n`;
    const { document } = parseMarkdown(source);
    const other = parseMarkdown('# T\n\nOne letter.\n').document.nodes[0]!;
    const edited = replaceDocument(source, { ...document, nodes: [other, ...document.nodes.slice(1)] });
    expect(edited).toBe(source.replace('One word.', 'One letter.'));
  }
});

it('reads Markdown after blank lines within HTML, and in elements that ask for it', () => {
  for (const source of [
    '<div align="center">\n\n**bold**\n\n</div>',
    '<div markdown="1">\n**bold**\n</div>',
    '<details><summary>S</summary>a **bold** b</details>',
    '<table><tr><td>\n\n**bold**\n\n</td></tr></table>',
  ]) {
    const written = JSON.stringify(parseMarkdown(source).document);
    expect(written, source).toContain('"text":"bold","marks":[{"object":"mark","type":"bold"}]');
    expect(written, source).not.toContain('verbatim');
  }
});

const PIECES = [
  ...INLINE,
  ...BLOCKS,
  ...IMAGES,
  ...'<script> </script> <style> </style> <svg onload=hit()> </svg> <iframe srcdoc="<script>hit()</script>"> </iframe>'.split(
    ' ',
  ),
  ...'<table> <tr> <td> </table> <details> <summary> </summary> </details> <div> </div> <p> <b> </b> <a </a> <!-- -->'.split(
    ' ',
  ),
  '<img src=x onerror=hit()>',
  '<a href="javascript:hit()">a</a>',
  '<a href=" java&#10;script:hit()">a</a>',
  '<video src="javascript:hit()" onplay="hit()"></video>',
  '<iframe src="data:text/html,<script>hit()</script>"></iframe>',
  '<object data="javascript:hit()"><embed src="javascript:hit()"></object>',
  '<form action="javascript:hit()"><button formaction="javascript:hit()">x</button></form>',
  '<math><mtext><img src=x onerror=hit()></mtext></math>',
  '\n',
  '\n\n',
  '- ',
  '> ',
  '"',
  "'",
  '>',
];

it('nothing in drawn documents runs, and each comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), async (pieces) => {
      const source = `# T\n\n${pieces.join('')}`;
      expect(findFaults(await renderHtml(source))).toEqual([]);
      expect(replaceDocument(source, parseMarkdown(source).document)).toBe(source);
    }),
    { numRuns: 150 },
  );
}, 120_000);
