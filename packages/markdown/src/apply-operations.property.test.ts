import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocks, documentOf } from '../test/documents.ts';
import { paragraphOf, textNode } from './block-factories.ts';
import { canonicalText } from './canonical.ts';
import { type Block, type InlineNode, type JSONDocument, plainText } from './document.ts';
import type { BlockPlace } from './operations/block-tree.ts';
import { editSource } from './page-source.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { writeMarkdown } from './write-markdown.ts';

/** A node of a document as plain JSON. */
interface Node {
  object: string;
  type?: string;
  key?: string;
  nodes?: Node[];
  fragments?: Node[];
}

/** An operation that is possible on every document that has two paragraphs of their own in one list of blocks. */
interface Draw {
  operation: 'insert' | 'replace' | 'delete' | 'move' | 'splice';
  at: number;
  to: number;
  isByPath: boolean;
}

const draw: fc.Arbitrary<Draw> = fc.record({
  operation: fc.constantFrom('insert', 'replace', 'delete', 'move', 'splice'),
  at: fc.nat(),
  to: fc.nat(),
  isByPath: fc.boolean(),
});

interface Place {
  siblings: Node[];
  index: number;
  path: number[];
}

/** Every paragraph that has one as its sibling, outside of tables and captions. */
function paragraphsOf(document: JSONDocument): Place[] {
  const places: Place[] = [];
  const visit = (siblings: Node[], path: number[]): void => {
    const own = siblings.flatMap(({ type }, index) => (type === 'paragraph' ? [index] : []));
    if (own.length > 1) for (const index of own) places.push({ siblings, index, path: [...path, index] });
    for (const [index, node] of siblings.entries()) {
      if (node.type === 'table' || node.type === 'images') continue;
      const inner = node.nodes ?? node.fragments ?? [];
      if (inner.every(({ object }) => object === 'block' || object === 'fragment'))
        visit(inner, [...path, index]);
    }
  };
  visit(document.nodes as Node[], []);
  return places;
}

/** Draws an operation, applies it to a copy of the document by hand, and returns both. */
function change(document: JSONDocument, { operation, at, to, isByPath }: Draw) {
  const copy = structuredClone(document);
  const places = paragraphsOf(copy);
  const place = places[at % places.length];
  if (!place) return undefined;
  const { siblings, index, path } = place;
  const node = siblings[index] as Node;
  const named: BlockPlace = isByPath ? { path } : { key: node.key as string };
  const added = paragraphOf([textNode('New words.')]) as unknown as Node;
  switch (operation) {
    case 'insert':
      siblings.splice(index + 1, 0, added);
      return {
        copy,
        operations: { blocks: [{ operation, at: parentOf(document, path), after: named, nodes: [added] }] },
      };
    case 'replace':
      siblings[index] = added;
      return { copy, operations: { blocks: [{ operation, at: named, nodes: [added] }] } };
    case 'delete':
      siblings.splice(index, 1);
      return { copy, operations: { blocks: [{ operation, at: named }] } };
    case 'move': {
      const others = siblings.flatMap((one, n) => (one.type === 'paragraph' && n !== index ? [n] : []));
      const after = siblings[others[to % others.length] as number] as Node;
      siblings.splice(index, 1);
      siblings.splice(siblings.indexOf(after) + 1, 0, node);
      return {
        copy,
        operations: { blocks: [{ operation, at: named, after: { key: after.key as string } }] },
      };
    }
    case 'splice': {
      const text = plainText(node.nodes as InlineNode[]);
      const leaf = (node.nodes?.[0] as { leaves?: { text: string; source?: string }[] } | undefined)
        ?.leaves?.[0];
      if (!leaf || leaf.source !== undefined || !/^\w{2}/.test(text) || leaf.text.length < 2)
        return undefined;
      leaf.text = `${leaf.text[0]}x${leaf.text.slice(2)}`;
      return { copy, operations: { text: [{ at: named, offset: 1, remove: 1, insert: 'x' }] } };
    }
  }
}

function parentOf(document: JSONDocument, path: readonly number[]): BlockPlace | null {
  let node: Node = document as unknown as Node;
  for (const index of path.slice(0, -1)) node = (node.nodes ?? node.fragments)?.[index] as Node;
  return path.length === 1 ? null : { key: node.key as string };
}

const keysIn = (nodes: readonly Node[]): Map<string, Node> =>
  new Map(
    nodes.flatMap((node): [string, Node][] => [
      ...(node.key === undefined ? [] : [[node.key, node] as [string, Node]]),
      ...keysIn([...(node.nodes ?? []), ...(node.fragments ?? [])]),
    ]),
  );

test('an operation writes what the document written as a whole does, and its keys name the same blocks', () => {
  let count = 0;
  fc.assert(
    fc.property(fc.array(blocks, { minLength: 1, maxLength: 4 }), draw, (drawn, drawnOperation) => {
      const own = ['One paragraph.', 'Two paragraphs.'].map((text) => paragraphOf([textNode(text)]));
      const source = writeMarkdown(documentOf([...drawn.flat(), ...own]));
      const { document } = parseMarkdown(source);
      const changed = change(document, drawnOperation);
      if (!changed) return;
      count += 1;
      const { copy, operations } = changed;
      const edited = editSource({ source, content: { operations } });
      expect(edited.source).toBe(editSource({ source, content: { document: copy } }).source);
      const current = keysIn(parseMarkdown(edited.source).document.nodes as Node[]);
      const before = keysIn(copy.nodes as Node[]);
      for (const [name, key] of edited.keys?.renamed ?? []) {
        const [old, now] = [before.get(name), current.get(key)] as unknown as [Block, Block];
        if (old?.object === 'block') expect(canonicalText([now])).toBe(canonicalText([old]));
      }
    }),
    { numRuns: 60 },
  );
  expect(count).toBeGreaterThan(20);
});
