/** HTML in Markdown, in each form and place, against what an independent reader of HTML finds in it. */
import { type HtmlNode, isElement, isTextNode, parseHtml } from '@lectern/html/html-tree';
import type { DocumentNode, Fragment } from '@lectern/markdown/document';
import { replaceDocument } from '@lectern/markdown/edit-markdown';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../test/fixtures/rendering/find-faults.ts';
import { BLOCKS, IMAGES, INLINE, PIECES } from '../../../test/fixtures/rendering/html-forms.ts';
import { renderHtml } from '../../../test/fixtures/rendering/rendering.ts';

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
