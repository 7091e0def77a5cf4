import { expect, it } from 'vitest';
import { createRandom } from '../../../../test/random.ts';
import { readHandWrittenPages } from '../../test/corpora-pages.ts';
import { drawWordEdits } from '../../test/word-edits.ts';
import { replaceDocument } from '../edit-markdown.ts';
import { parseMarkdown } from '../parse-markdown.ts';

const pages = readHandWrittenPages();

it.each([
  ['a document', 'document', 200],
  ['a block', 'blocks', 100],
  ['a splice', 'splice', 100],
] as const)(
  'a word of a page written by hand that is changed through %s changes its line alone',
  (_, way, draws) => {
    const { wide, outside } = drawWordEdits({ pages, draws, random: createRandom(7), way });
    expect(outside).toEqual([]);
    expect(wide).toEqual([]);
  },
);

it('a page written by hand stays as it is when nothing is changed', () => {
  for (const { path, source } of pages)
    expect(replaceDocument(source, structuredClone(parseMarkdown(source).document)), path).toBe(source);
});

it.each([
  ['Word&#x20;', 'Word _more_\n', 'Word _more_'],
  ['Word&#x20;', 'Word <i class="fa-key">:key:</i>\n', 'Word <i class="fa-key">:key:</i>'],
  ['__Word__ *it*&#x20;', '**Word** _it_ `code`\n', '__Word__ *it* `code`'],
  ['&#x20;word *it*', 'A word *it*\n', 'A word *it*'],
  // What is still at the edge stays as it is.
  ['One two&#x20;', 'One three&#x20;\n', 'One three&#x20;'],
])('a space at the edge of “%s” is written plainly when it is no longer there', (source, next, expected) => {
  const edited = replaceDocument(`${source}\n`, parseMarkdown(next).document);
  expect(edited).toBe(`${expected}\n`);
});

it.each([
  ['An <i class="fa-key">:key:</i> (a, b): $$x$$', ''],
  ['$$x$$ then **a** &lt; b', '# '],
  ['a_b [c](d.md) $$x$$, or $$y$$', '* '],
])('a text with a formula that is about to be typed is written as with it: “%s”', (text, prefix) => {
  const page = parseMarkdown(`${prefix}${text}\n`).document;
  const empty = structuredClone(page);
  const clear = (node: unknown): void => {
    const { type, data, nodes } = node as { type?: string; data: { formula?: string }; nodes?: unknown[] };
    if (type === 'inline-math') data.formula = '';
    nodes?.forEach(clear);
  };
  empty.nodes.forEach(clear);
  const saved = replaceDocument('', empty);
  expect(saved).toBe(replaceDocument('', page).replace(/\$\$[xy]\$\$/g, '$$$$$$$$'));
  expect(replaceDocument(saved, page)).toBe(replaceDocument('', page));
});

it.each([
  ['See https://a.example/b here', 'See x<https://a.example/b> here'],
  ['See https://a.example/b here', 'See <https://a.example/b>x here'],
  ['https://a.example/?b=1&c=2', 'x<https://a.example/?b=1&c=2>'],
  ['See e@a.example here', 'See <e@a.example>x here'],
  ['See www.a.example here', 'See x[www.a.example](http://www.a.example) here'],
  // An address that is written with markup keeps its form.
  ['[https://a.example/?b](https://a.example/?b)', '[https://a.example/?b](https://a.example/?b)x'],
  ['[e@a.example](mailto:e@a.example)', 'x[e@a.example](mailto:e@a.example)'],
  ['<https://a.example/?b>', '<https://a.example/?b>x'],
  // One whose text changes.
  ['See https://a.example/?b=1', 'See [https://xa.example/?b=1](https://a.example/?b=1)'],
  ['See **https://a.example** here', 'See [**https://a.example**](https://a.example)x here'],
  ['## https://a.example/?b=1', '## <https://a.example/?b=1>x'],
  ['| a |\n|---|\n| https://a.example/?b=1 |', '| a |\n|---|\n| x<https://a.example/?b=1> |'],
  [
    '* https://a.example/?b=1\n* https://a.example/?b=1',
    '* https://a.example/?b=1\n* x<https://a.example/?b=1>',
  ],
  ['(https://a.example)', '(<https://a.example>)x'],
])('letters beside a bare address of “%s” leave it a link: “%s”', (source, next) => {
  const line = `https://b.example/?d=1 and\n${source}`;
  const wanted = `https://b.example/?d=1 and\n${next}`;
  for (const [before, after] of [[source, next], ...(/^[#|*]/.test(source) ? [] : [[line, wanted]])] as const)
    expect(replaceDocument(`${before}\n`, parseMarkdown(`${after}\n`).document)).toBe(`${after}\n`);
});
