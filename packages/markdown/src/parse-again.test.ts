import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rememberBlocks } from './assemble/remembered-blocks.ts';
import { DOCUMENT_LIMITS } from './limits.ts';
import { parseAgain } from './parse-again.ts';
import { parseMarkdown } from './parse-markdown.ts';

test('a source that is read in turns with others is parsed once, and a very long one each time', () => {
  const sources = Array.from({ length: 8 }, (_, n) => `# Page ${n} of several\n`);
  const first = sources.map(parseAgain);
  expect(sources.map((source) => first.indexOf(parseAgain(source)))).toEqual(sources.map((_, n) => n));
  for (let n = 0; n < 8; n += 1) parseAgain(`# Another page ${n}\n`);
  expect(parseAgain(sources[0] as string)).not.toBe(first[0]);
  const long = 'A paragraph.\n\n'.repeat(40_000);
  expect(parseAgain(long)).not.toBe(parseAgain(long));
});

/** Pieces that depend on each other, on their place, or on how often they occur. */
const PIECES = [
  'Text with *stress*, [a link](x.md) and `code`.',
  'Text with *stress*, [a link](x.md) and `code`.',
  'Text\ncontinued  \nhere {{ space.vars.x }}',
  '## Heading',
  '## Heading <a href="#own" id="own"></a>',
  '* one\n* two\n\n  deeper [y](../y.md)',
  '1. one',
  '| a | b |\n| - | - |\n| [1](a.md) | 2 |',
  '```js\nlet a;\n```',
  '```js\nunclosed',
  '{% hint style="info" %}\n[Inside](in.md)\n{% endhint %}',
  '{% hint style="info" %}',
  '{% endhint %}',
  '{% tabs %}\n{% tab title="A" %}\nFirst\n{% endtab %}\n{% endtabs %}',
  '{% if visitor.claims.x %}\nHidden\n{% endif %}',
  '{% unknown %}',
  '{% content-ref url="z.md" %}\n[z](z.md)\n{% endcontent-ref %}',
  '<details>\n\n<summary>More</summary>\n\nFolded\n\n</details>',
  '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>**b**</td></tr></tbody></table>',
  '<div>\n\nopen',
  '<!-- comment -->',
  '![picture](p.png)',
  '$$\nx\n$$',
  '> quoted\n> > twice',
  '> [!NOTE]\n> alert',
  '[ref]: https://example.com/',
  'See [ref] and [^1].',
  '[^1]: A note.',
  '    indented',
  '---',
  'lazy',
  'Term :smile: https://example.com/',
];

const source = fc
  .tuple(
    fc.constantFrom('', '# Title\n\n', '---\ndescription: x\n---\n\n', '\uFEFF'),
    fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('\n\n', '\n', '\n\n\n')), {
      maxLength: 12,
    }),
    fc.boolean(),
  )
  .map(([head, pieces, hasReturns]) => {
    const text = head + pieces.map((parts) => parts.join('')).join('');
    return hasReturns ? text.replaceAll('\n', '\r\n') : text;
  });

test('a document of which blocks are remembered is that which is read anew', () => {
  fc.assert(
    fc.property(fc.array(source, { minLength: 2, maxLength: 4 }), (sources) => {
      const remembered = rememberBlocks();
      for (const one of [...sources, ...sources])
        expect(parseMarkdown(one, DOCUMENT_LIMITS, remembered)).toEqual(parseMarkdown(one));
    }),
    { numRuns: 150 },
  );
});

test('after an edit, only the block that changed is built', () => {
  const remembered = rememberBlocks();
  const before = parseMarkdown('One.\n\nTwo.\n\nThree.\n', DOCUMENT_LIMITS, remembered);
  const after = parseMarkdown('One.\n\nTwo and more.\n\nThree.\n', DOCUMENT_LIMITS, remembered);
  const kept = after.document.nodes.map((node, at) => node === before.document.nodes[at]);
  expect(kept).toEqual([true, false, true]);
});

test('blocks that are remembered count towards the limits of a page', () => {
  const remembered = rememberBlocks();
  const text = 'A **b** c.\n';
  parseMarkdown(text, DOCUMENT_LIMITS, remembered);
  for (const limits of [{ nodes: 1 }, { tokens: 4 }]) {
    const { exceeded } = parseMarkdown(text, { ...DOCUMENT_LIMITS, ...limits }, remembered);
    expect([exceeded, limits]).toEqual([
      parseMarkdown(text, { ...DOCUMENT_LIMITS, ...limits }).exceeded,
      limits,
    ]);
    expect(exceeded).toBeDefined();
  }
});
