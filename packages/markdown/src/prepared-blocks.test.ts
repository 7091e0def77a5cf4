import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocks, documentOf } from '../test/documents.ts';
import type { ContentRef } from './content-ref.ts';
import type { TargetKind } from './document.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { fillBlocks, prepareBlocks } from './prepared-blocks.ts';
import { resolveReferences } from './resolve-references.ts';

const SOURCE = `[ä](a.md) ![i](i.png) [m](m.md "mention") <a href="b.md" class="button primary">B</a>

{"kind":"url","url":"\\u00000"} and "\\u00001"

{% include "x.md" %}

{% file src="f.pdf" %}

<table><thead><tr><th data-type="files"></th><th data-type="content-ref"></th></tr></thead><tbody><tr><td><a href="t.png">t.png</a></td><td><a href="r.md">r.md</a></td></tr></tbody></table>

{% openapi-operation spec="s" path="/" method="get" %}
{% endopenapi-operation %}

{% embed url="https://e" %}
`;

/** References of several kinds, some of which a place does not allow; nothing for some targets. */
function resolveByLength(raw: string, kind: TargetKind): ContentRef | undefined {
  const found: (ContentRef | undefined)[] = [
    undefined,
    { kind: 'page', page: `page of ${raw}` },
    { kind: 'file', file: `file of ${raw}` },
    { kind: 'user', user: `user of ${raw}` },
    { kind: 'openapi', spec: `spec of ${raw}` },
    { kind: 'reusable-content', reusableContent: `content of ${raw}` },
    { kind: 'anchor', anchor: 'a', page: raw },
  ];
  return found[(raw.length + kind.length) % found.length];
}

describe('prepared blocks', () => {
  it('become the JSON of the document with its references resolved', () => {
    const { document } = parseMarkdown(SOURCE);
    for (const resolve of [
      resolveByLength,
      () => undefined,
      (raw: string) => ({ kind: 'file' as const, file: raw.toUpperCase() }),
    ]) {
      const prepared = prepareBlocks(document);
      expect(prepared && fillBlocks(prepared, resolve).toString()).toBe(
        JSON.stringify(resolveReferences(document, resolve)),
      );
    }
  });

  it('become the same for any document', () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        const document = documentOf(nodes);
        const prepared = prepareBlocks(document);
        expect(prepared && fillBlocks(prepared, resolveByLength).toString()).toBe(
          JSON.stringify(resolveReferences(document, resolveByLength)),
        );
      }),
    );
  });

  it('are not made of a document whose text could be taken for a gap', () => {
    const { document } = parseMarkdown('[a](a.md) text');
    const nodes = JSON.parse(JSON.stringify(document.nodes).replace('" text"', '"\\u00000"'));
    expect(prepareBlocks({ ...document, nodes })).toBeUndefined();
  });

  it('lack only the targets of the document', () => {
    const requested: string[] = [];
    const prepared = prepareBlocks(parseMarkdown(SOURCE).document);
    if (prepared) fillBlocks(prepared, (raw, kind) => void requested.push(`${kind} ${raw}`));
    expect(requested).toEqual([
      ...['link a.md', 'image i.png', 'mention m.md', 'button b.md', 'include x.md', 'file f.pdf'],
      ...['file t.png', 'content-ref r.md', 'openapi s'],
    ]);
  });
});
