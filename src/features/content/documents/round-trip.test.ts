import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical.ts';
import type { Block, DocumentNode } from './document.ts';
import { anyText, blocks, documentOf } from './documents.fixtures.ts';
import { replaceDocument, replaceTargets } from './edit-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Without the anchors that follow from the text. */
function withoutAnchors<T extends DocumentNode>(node: T): T {
  if (node.object === 'text') return node;
  const { meta, ...rest } = node as Block;
  return {
    ...rest,
    ...(meta?.isExplicit ? { meta } : {}),
    ...(node.nodes ? { nodes: node.nodes.map(withoutAnchors) } : {}),
    ...(node.fragments
      ? { fragments: node.fragments.map((part) => ({ ...part, nodes: part.nodes.map(withoutAnchors) })) }
      : {}),
  } as T;
}

const same = (nodes: readonly Block[]): string => canonicalText(nodes.map(withoutAnchors));

describe('writing and reading', () => {
  it('gives every document of the dialect back', () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        const markdown = writeMarkdown(documentOf(nodes));
        expect(same(parseMarkdown(markdown).document.nodes)).toBe(same(nodes));
      }),
      { numRuns: 300 },
    );
  });
});
