import { codeOf } from '@lectern/markdown/block-factories';
import { describe, expect, test } from 'vitest';
import { render, renderHtml } from '../../../../test/fixtures/rendering/rendering.ts';
import { drawPieces } from '../drawing/draw-pieces.ts';
import { listPieces } from '../list-pieces.ts';

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

const fence = (syntax: string, code: string): string => `\`\`\`${syntax}\n${code}\n\`\`\``;

describe('code', () => {
  test('has colors by classes', async () => {
    expect(await renderHtml(fence('js', "const a = 'b'; // c"))).toBe(
      '<figure class="code" data-copy><pre tabindex="0" role="group" aria-label="Code"><code class="language-js"><span class="k">const </span><span class="n">a</span> = <span class="s">&#39;b&#39;</span>; <span class="c">// c</span></code></pre></figure>\n',
    );
  });

  test.each(['python', 'bash', 'json', 'yaml', 'html', 'go', 'rust', 'c++', 'TypeScript', 'yml', 'sh'])(
    'keeps its text in %s',
    async (syntax) => {
      const code = 'a: "<b>" & \'c\'\n\n  def x(1):\n\treturn `y` # z';
      const html = await renderHtml(fence(syntax, code));
      expect(html).toContain('<span class="');
      expect(textOf(html).trimEnd()).toBe(code);
    },
  );

  test('is plain in a language that nobody knows', async () => {
    expect(await renderHtml(fence('klingon', 'qapla'))).toContain(
      '<code class="language-klingon">qapla</code>',
    );
    expect(await renderHtml(fence('', 'text'))).toContain('<code>text</code>');
  });

  test('has a title, numbers and highlighted lines, wraps and unfolds', async () => {
    const code = Array.from({ length: 12 }, (_, n) => `line ${n}`).join('\n');
    const html = await renderHtml(
      `{% code title="a.txt" lineNumbers="true" overflow="wrap" expandable="true" %}\n${fence('', code)}\n{% endcode %}`,
    );
    expect(html).toMatch(
      /^<figure class="code numbered wrap collapsible" data-copy data-lines="10"><figcaption>a.txt</,
    );
    expect(html.match(/<span class="line">/g)).toHaveLength(12);
    const marked = await renderHtml(
      '<pre class="language-js"><code class="lang-js">a\n<strong>b\n</strong>c</code></pre>',
    );
    expect(marked).toContain('<span class="line hl">b</span>\n');
  });

  test('a diff shows what was added and removed', async () => {
    const html = await renderHtml(fence('diff', '--- a\n+++ b\n-old\n+new\n same'));
    expect(html).toContain(
      '<span class="line">--- a</span>\n<span class="line">+++ b</span>\n<span class="line del">-old</span>\n<span class="line ins">+new</span>\n<span class="line"> same</span>',
    );
  });

  test('a diagram is its source until a script draws it', async () => {
    const { html, needs } = await render(fence('mermaid', 'A-->B'));
    expect(String(html)).toContain('<figure class="diagram" data-diagram><pre tabindex="0"');
    expect(String(html)).toContain('<code>A--&gt;B</code>');
    expect(needs.diagrams).toBe(true);
  });

  test('colors stop at the limits of a block and of a document', async () => {
    const line = 'const a = 1;\n';
    const drawn = async (...texts: string[]): Promise<number> => {
      const blocks = texts.map((text) => codeOf(text, { syntax: 'js' }));
      return (await drawPieces(listPieces(blocks))).code.size;
    };
    expect(await drawn('a'.repeat(2000))).toBe(1);
    expect(await drawn('a'.repeat(2001))).toBe(0);
    expect(await drawn('\n'.repeat(50_000))).toBe(1);
    expect(await drawn('\n'.repeat(50_001))).toBe(0);
    // A block that is too large takes nothing of what the others may have.
    expect(await drawn('x'.repeat(600_000), line)).toBe(1);
    const many = Array.from({ length: 12 }, (_, n) => `${n}${`${'a'.repeat(1959)}\n`.repeat(25)}`);
    expect(await drawn(...many)).toBe(10);
  });
});

describe('a formula', () => {
  test('is MathML, without style attributes', async () => {
    expect(await renderHtml('a $$x^2$$')).toBe(
      '<p>a <math><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p>\n',
    );
    const html = await renderHtml(
      '$$\n\\begin{aligned} a &= \\boxed{b} \\\\ c &= \\color{red} d \\end{aligned}\n$$',
    );
    expect(html).toMatch(/^<div class="math" [^>]+><math display="block"/);
    expect(html).toContain('math-boxed');
    expect(html).not.toContain(' style="');
  });

  test('is shown as it is written if it cannot be read', async () => {
    expect(await renderHtml('a $$\\nonsense{$$')).toBe(
      '<p>a <code class="math-source">\\nonsense{</code></p>\n',
    );
    const endless = '\\def\\x{\\x\\x}\\x';
    expect(await renderHtml(`$$${endless}$$`)).toContain('math-source');
    expect(await renderHtml(`$$${'{'.repeat(2000)}x${'}'.repeat(2000)}$$`)).toContain('math-source');
  });
});
