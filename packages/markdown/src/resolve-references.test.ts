import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { listReferences, resolveReferences } from './resolve-references.ts';

const SOURCE = `[a](a.md) ![i](i.png) [m](m.md "mention") <a href="b.md" class="button primary">B</a>

Plain

{% include "x.md" %}

{% file src="f.pdf" %}

{% content-ref url="c.md" %}
[c.md](c.md)
{% endcontent-ref %}

<table><thead><tr><th data-type="files"></th><th data-type="content-ref"></th></tr></thead><tbody><tr><td><a href="t.png">t.png</a></td><td><a href="r.md">r.md</a></td></tr></tbody></table>

{% openapi-operation spec="s" path="/" method="get" %}
{% endopenapi-operation %}

{% embed url="https://e" %}
`;

describe('references', () => {
  const { document } = parseMarkdown(SOURCE);

  it('are listed with their kinds', () => {
    expect(listReferences(document).map(({ raw, kind }) => `${kind} ${raw}`)).toEqual([
      'link a.md',
      'image i.png',
      'mention m.md',
      'button b.md',
      'include x.md',
      'file f.pdf',
      'content-ref c.md',
      'file t.png',
      'content-ref r.md',
      'openapi s',
      'embed https://e',
    ]);
  });

  it('are replaced in a document that shares what has none', () => {
    const resolved = resolveReferences(document, (raw, kind) => {
      if (kind === 'file' || kind === 'image') return { kind: 'file', file: `id of ${raw}` };
      if (kind === 'include') return { kind: 'reusable-content', reusableContent: 'r1' };
      return raw.endsWith('.md') ? { kind: 'page', page: raw } : undefined;
    });
    expect(resolved.nodes[1]).toBe(document.nodes[1]);
    expect(listReferences(resolved).map(({ raw }) => raw)).toEqual(['id of t.png', 's', 'https://e']);
    expect(JSON.stringify(resolved)).toContain('{"kind":"file","file":"id of i.png"}');
    expect(JSON.stringify(document)).not.toContain('id of');
  });

  it('that cannot be found stay targets, or ids that nothing has where readers need one', () => {
    const resolved = resolveReferences(document, () => undefined);
    expect(JSON.stringify(resolved)).toContain('{"kind":"url","url":"a.md"}');
    expect(resolved.nodes[2]).toMatchObject({
      data: { ref: { kind: 'reusable-content', reusableContent: 'x.md' } },
    });
    expect(resolved.nodes[3]).toMatchObject({ data: { ref: { kind: 'file', file: 'f.pdf' } } });
  });
});
