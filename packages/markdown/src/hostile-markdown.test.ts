import { describe, expect, it } from 'vitest';
import type { DocumentNode } from './document.ts';
import { MAX_DEPTH } from './document.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** How the work grows with the source is counted in test/work. */
describe('hostile sources', () => {
  it.each([
    ['tags', '{% hint %}\n', '{% endhint %}\n'],
    ['elements', '<sup>', '</sup>'],
    ['quotes', '> ', ''],
    ['list markers', '* ', ''],
    ['brackets', '[', '](b)'],
  ])('never nest deeper than a document may: %s', (_, open, close) => {
    const { document } = parseMarkdown(`${open.repeat(2000)}a\n${close.repeat(2000)}`);
    expect(depthOf(document.nodes)).toBeLessThan(4 * MAX_DEPTH);
  });

  it('keep what is nested too deeply as text', () => {
    const depth = MAX_DEPTH + 10;
    const source = `${'{% hint %}\n'.repeat(depth)}inside\n${'{% endhint %}\n'.repeat(depth)}`;
    const text = JSON.stringify(parseMarkdown(source).document);
    expect(text).toContain('inside');
    expect(text.match(/"type":"hint"/g)).toHaveLength(MAX_DEPTH);
    expect(text).toContain('{% hint %}');
  });

  it('do not multiply: a document is at most a fixed number of times its source', () => {
    const source = `[^1]: ${'word '.repeat(2000)}\n\n${'x[^1] '.repeat(5000)}`;
    expect(JSON.stringify(parseMarkdown(source).document).length).toBeLessThan(200 * source.length);
  });
});

function depthOf(nodes: readonly DocumentNode[]): number {
  let deepest = 0;
  let level: readonly DocumentNode[] = nodes;
  for (; level.length > 0; deepest++)
    level = level.flatMap((node) =>
      node.object === 'text'
        ? []
        : [...(node.nodes ?? []), ...(node.fragments ?? []).flatMap((part) => part.nodes)],
    );
  return deepest;
}
