import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectSource } from './document-facts.ts';
import type { DocumentReference } from './references.ts';

const referencesOf = (source: string): DocumentReference[] =>
  inspectSource(Buffer.from(source)).parts.references.references;
const anchorsOf = (source: string): string[] => inspectSource(Buffer.from(source)).parts.references.anchors;
const show = ({ kind, raw, anchor }: DocumentReference): string => `${kind} ${raw} #${anchor ?? ''}`;

/** Pieces of documents with the number of targets that each adds: `§` is a new one, `¤` the same again. */
const PIECES: [source: string, targets: number][] = [
  ['[a](§)', 1],
  ['![a](§ "caption")', 1],
  ['[![a](§)](§)', 2],
  ['[a](<§>) and [b](§ "mention")', 2],
  ['<https://§>', 1],
  ['# Another title', 0],
  ['## Heading', 0],
  ['### [a](§)', 1],
  ['> * [a](§)', 1],
  ['| [h](§) | b |\n| --- | --- |\n| [c](§) | <a href="§">d</a> |', 3],
  [
    '<figure><picture><source srcset="§" media="(prefers-color-scheme: dark)"><img src="§" alt=""></picture><figcaption><p><a href="§">c</a></p></figcaption></figure>',
    3,
  ],
  [
    '<table data-view="cards"><thead><tr><th></th><th data-type="content-ref"></th><th data-type="files"></th><th data-type="image"></th></tr></thead><tbody><tr><td><a href="§">x</a></td><td><a href="§">x</a></td><td><a href="§">x</a><a href="§">y</a></td><td><a href="§">x</a></td></tr></tbody></table>',
    5,
  ],
  ['{% include "§" %}', 1],
  ['{% file src="§" %}', 1],
  ['{% embed url="§" %}\n[a](§)\n{% endembed %}', 2],
  ['{% content-ref url="§" %}\n[¤](¤)\n{% endcontent-ref %}', 1],
  ['{% content-ref url="§" %}\n[other](elsewhere)\n{% endcontent-ref %}', 1],
  ['{% page-ref page="§" %}', 1],
  ['{% openapi src="§" path="/" method="get" %}\n[¤](¤)\n{% endopenapi %}', 1],
  [
    '{% openapi-operation spec="§" path="/" method="get" %}\n[OpenAPI spec](elsewhere)\n{% endopenapi-operation %}',
    1,
  ],
  ['{% @vendor/block url="§" %}', 1],
  ['{% tabs %}\n{% tab title="T" %}\n#### In\n\n[a](§)\n{% endtab %}\n{% endtabs %}', 1],
  ['{% hint style="info" %}\n[a](§)\n{% endhint %}', 1],
  ['<details>\n\n<summary>S</summary>\n\n[a](§)\n\n</details>', 1],
  ['<a href="§" class="button primary">B</a> <a data-mention href="§">m</a>', 2],
  ['<section><a href="§"></a><img src="§"></section>', 2],
  ['```\n[a](elsewhere)\n```', 0],
  ['`[a](elsewhere)` \\[a](elsewhere)', 0],
  ['See https://§ and more', 1],
];

const piece = fc.constantFrom(...PIECES);

describe('the references of a document', () => {
  test('are the targets of its source, each once', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (pieces, newline) => {
        let count = 0;
        const parts = pieces.map(([source]) =>
          source.replaceAll(/[§¤]/g, (mark) => {
            if (mark === '§') count += 1;
            return `t${count}`;
          }),
        );
        const source = parts.join('\n\n').replaceAll('\n', newline);
        const raws = referencesOf(source).map(({ raw }) => raw.replace('https://', ''));
        expect([...raws].sort()).toEqual(Array.from({ length: count }, (_, n) => `t${n + 1}`).sort());
        expect(count).toBe(pieces.reduce((sum, [, targets]) => sum + targets, 0));
      }),
    );
  });

  test('stand in the order of the source, after those of the front matter', () => {
    const source = `---
cover:
  light: a.png
  dark: b.png
metaLinks:
  canonical: https://example.com/
  alternates:
    - ../de/x.md
---

# Title

[one](1) [two](2)
`;
    expect(referencesOf(source).map(show)).toEqual([
      'cover a.png #',
      'cover b.png #',
      'meta-link https://example.com/ #',
      'meta-link ../de/x.md #',
      'link 1 #',
      'link 2 #',
    ]);
  });

  test('tell the heading, tab or expandable that they stand under', () => {
    const source = `[0](a)

## One

[1](a)

{% tabs %}
{% tab title="Tab" %}
[2](a)

### In it

[3](a)
{% endtab %}
{% endtabs %}

[4](a)

<details>

<summary>More</summary>

[5](a)

</details>

{% if visitor.claims.x %}
## Maybe

[6](a)
{% endif %}

[7](a) <u>[8](a)</u>

### [9](a)
`;
    expect(referencesOf(source).map(({ anchor }) => anchor)).toEqual([
      ...[undefined, 'one', 'tab', 'in-it', 'one', 'more', 'maybe', 'maybe', 'maybe', 'id-9'],
    ]);
  });

  test('that several places share stand where the first of them does', () => {
    const source = `## One

[a][x] b[^1]

## Two

[c][x] d[^1] [e](same)

[x]: same

[^1]: See [f](note).

[unused]: other
`;
    expect(referencesOf(source).map(show)).toEqual([
      'link same #two',
      'link same #one',
      'link note #one',
      'link other #',
    ]);
  });

  test('that hold their content in themselves are shortened', () => {
    const [image] = referencesOf(`![a](data:image/png;base64,${'A'.repeat(5000)})`);
    expect(image?.raw.length).toBeLessThan(300);
  });

  test('of a very long document are all found', () => {
    const source = `## H\n\n${'[a](b) [c][d] '.repeat(20_000)}\n\n[d]: b\n`;
    expect(referencesOf(source)).toHaveLength(20_001);
  });
});

test('the anchors of a document are those of all its headings, tabs, expandables and operations', () => {
  const source = `# Title

## One <a href="#first" id="first"></a>

## One

##### Five

{% stepper %}
{% step %}
### Step
{% endstep %}
{% endstepper %}

{% columns %}
{% column %}
## Column
{% endcolumn %}
{% endcolumns %}

{% tabs %}
{% tab title="Tab" %}
#### Deep
{% endtab %}
{% endtabs %}

<details>

<summary>More</summary>

## Inside

</details>

{% openapi-operation spec="s" path="/pets" method="get" %}
{% endopenapi-operation %}

## One
`;
  expect(anchorsOf(source)).toEqual([
    ...['first', 'one', 'five', 'step', 'column', 'tab', 'deep', 'more', 'inside', 'get-pets', 'one-1'],
  ]);
  const { document } = parseMarkdown(source);
  const ids = [...JSON.stringify(document).matchAll(/"meta":\{"id":"([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(anchorsOf(source))).toEqual(new Set(ids));
});
