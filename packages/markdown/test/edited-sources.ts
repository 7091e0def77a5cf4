/** Sources and edits of them, for what is read from an edited source. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { parseDivided } from '../src/parse-edited.ts';
import { parseMarkdown } from '../src/parse-markdown.ts';

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

const sourceOf = (pieces: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom('', '# Title\n\n', '---\ndescription: x\n---\n\n', '\uFEFF'),
      fc.array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('\n\n', '\n\n', '\n', '\n\n\n')), {
        maxLength: 12,
      }),
      fc.boolean(),
    )
    .map(([head, drawn, hasReturns]) => {
      const text = head + drawn.map((parts) => parts.join('')).join('');
      return hasReturns ? text.replaceAll('\n', '\r\n') : text;
    });

/** Of sources with the others, all is read after each edit. */
const CLOSED_PIECES = PIECES.filter(
  (piece) => !/^\[|\[ref\]|unclosed|unknown|open$|^\{% (?:end)?hint[^\n]*$/.test(piece),
);

export const source = fc.oneof(sourceOf(PIECES), sourceOf(CLOSED_PIECES));

/** Texts that change what stands around them, or may. */
const TYPED = fc.constantFrom(
  ...PIECES.slice(0, 16),
  ...PIECES.flatMap((piece) => piece.split('\n')),
  ...'a|- |\n|\n\n|#|`|```\n|~~~|    |> |<|<div>|</div>|<!--|-->|<pre>|</details>|<details>|$$\n|{%|%}|[|]: x|[^1]: n|---\n|===\n|\t|\r\n|\0| |* * *|1. '.split(
    '|',
  ),
);

const edit = fc.record({ at: fc.nat(400), remove: fc.oneof(fc.constant(0), fc.nat(40)), insert: TYPED });

const applyEdit = (
  text: string,
  { at, remove, insert }: { at: number; remove: number; insert: string },
): string => {
  const start = at % (text.length + 1);
  return text.slice(0, start) + insert + text.slice(start + remove);
};

/** Checks that a source that is edited again and again is read as if it were read anew each time. */
export function checkEditedSources(numRuns: number): void {
  fc.assert(
    fc.property(source, fc.array(edit, { minLength: 1, maxLength: 6 }), (first, edits) => {
      let before = parseDivided(first);
      for (const one of edits) {
        const text = applyEdit(before.source, one);
        before = parseDivided(text, before);
        expect(before.parsed).toEqual(parseMarkdown(text));
      }
    }),
    { numRuns },
  );
}
