/** Alignment that HTML gives to blocks, in each form of wrapper and for each kind of block, as browsers apply it. */
import { attributeOf, descendantsOf, type HtmlElement, lineOf, parseHtml } from '@lectern/html/html-tree';
import { replaceDocument } from '@lectern/markdown/edit-markdown';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../test/fixtures/rendering/rendering.ts';

const WRAPPERS: Record<string, (inner: string) => [source: string, side: string]> = {
  'div align': (inner) => [`<div align="center">${inner}</div>`, 'center'],
  'div align without quotes': (inner) => [`<div class=x align=center>${inner}</div>`, 'center'],
  'upper-case div': (inner) => [`<DIV ALIGN='Right'>${inner}</DIV>`, 'end'],
  'left within center': (inner) => [`<center><div align="left">${inner}</div></center>`, 'start'],
  center: (inner) => [`<center>${inner}</center>`, 'center'],
  'div in div': (inner) => [`<div align="center"><div>${inner}</div></div>`, 'center'],
  'a division that ends earlier': (inner) => [
    `<center>\n\n<div>\n\na\n\n</div>\n\n${inner}</center>`,
    'center',
  ],
};

/** For each kind of block, in Markdown and in HTML. Each contains WORD. */
const BLOCKS: Record<string, [markdown: string, html: string]> = {
  heading: ['## WORD', '<h2>WORD</h2>'],
  paragraph: ['**WORD**', '<p><b>WORD</b></p>'],
  list: ['- WORD', '<ul><li>WORD</li></ul>'],
  quote: ['> WORD', '<blockquote>WORD</blockquote>'],
  badges: [
    '[![A](https://e.com/a.svg)](https://e.com) WORD',
    '<a href="https://e.com"><img src="https://e.com/a.svg"></a> WORD',
  ],
  details: [
    '<details><summary>S</summary>\n\nWORD\n\n</details>',
    '<details><summary>S</summary>WORD</details>',
  ],
};

/** The alignment that the nearest class gives to the text of a word. */
function sideOf(html: string, word: string): string | undefined {
  const [within] = [...descendantsOf(parseHtml(html))].filter((one) => lineOf(one).includes(word)).slice(-1);
  for (let at: HtmlElement | null | undefined = within; at; at = at.parentNode as HtmlElement | null) {
    const side = /\balign-(\w+)/.exec(attributeOf(at, 'class') ?? '')?.[1];
    if (side) return side;
    if (!('attrs' in (at.parentNode ?? {}))) return undefined;
  }
  return undefined;
}

const FORMS = Object.entries(BLOCKS).flatMap(([name, [markdown, html]]) => [
  { name: `${name} in Markdown`, inner: `\n\n${markdown}\n\n` },
  { name: `${name} in HTML`, inner: html },
  { name: `${name} in HTML on lines of its own`, inner: `\n${html}\n` },
]);

describe.each(Object.entries(WRAPPERS))('%s', (_wrapper, wrap) => {
  it.each(FORMS)('aligns a $name, and nothing after it', async ({ inner }) => {
    const [wrapped, side] = wrap(inner);
    const source = `${wrapped}\n\nAfter.\n`;
    const html = await renderHtml(source);
    expect(sideOf(html, 'WORD'), html).toBe(side);
    expect(sideOf(html, 'After.'), html).toBeUndefined();
    const { document } = parseMarkdown(source);
    expect(replaceDocument(source, document)).toBe(source);
    const written = await renderHtml(writeMarkdown(document));
    expect(sideOf(written, 'WORD'), written).toBe(side);
    expect(sideOf(written, 'After.'), written).toBeUndefined();
  });
});

it.each([
  ['<p align="center">WORD</p>', 'center'],
  ['<h3 align="right">WORD</h3>', 'end'],
  ['<div align="center"><p align="left">WORD</p></div>', 'start'],
  ['<h1 align="center">\n\nWORD\n\n</h1>', 'center'],
  ['<table><tr><td align="center">WORD</td></tr></table>', 'center'],
  ['<table><tr align="right"><td>WORD</td><td align="center">b</td></tr></table>', 'end'],
  ['<table><tr><td align="center">\n\n**WORD**\n\n</td></tr></table>', 'center'],
  ['- <div align="center">\n\n  WORD\n\n  </div>', 'center'],
  ['<div align="center">\n\nWORD', 'center'],
  ['<div style="text-align: center">\n\nWORD\n\n</div>', undefined],
  ['<p align="center">\n\nWORD\n\n</p>', undefined],
  ['<div align="middle">\n\nWORD\n\n</div>', undefined],
  ['`<div align="center">`\n\nWORD', undefined],
  ['<!-- <div align="center"> -->\n\nWORD', undefined],
])('%j aligns its text: %s', async (source, side) => {
  const html = await renderHtml(source);
  expect(sideOf(html, 'WORD'), html).toBe(side);
});
