import type { EditorState, Transaction } from 'prosemirror-state';
import type { DocumentNode } from '../convert/document-json.ts';
import { schema } from '../schema/schema.ts';

/** The part of a page’s Markdown that a block was read from. */
export function sourceOf(nodes: readonly DocumentNode[], key: string, markdown: string): string | undefined {
  for (const node of nodes) {
    const { range } = node as { range?: [start: number, end: number] };
    if (node.key === key) return range && markdown.slice(...range);
    const found = sourceOf([...(node.nodes ?? []), ...(node.fragments ?? [])], key, markdown);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces a block by Markdown, which the service stores unchanged. Blank Markdown deletes the block. */
export function writeSource(
  state: EditorState,
  handle: string,
  markdown: string,
  dispatch: (transaction: Transaction) => void,
): void {
  const lines = markdown.replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const source = first < 0 ? '' : lines.slice(first).join('\n');
  state.doc.descendants((node, position) => {
    if (node.attrs.key !== handle) return !node.inlineContent;
    const [from, to] = [position, position + node.nodeSize];
    if (source === '') dispatch(state.tr.delete(from, to));
    else {
      const json = sourceBlock(handle, source);
      dispatch(state.tr.replaceWith(from, to, schema.node('source_block', { key: handle, json, source })));
    }
    return false;
  });
}

const sourceBlock = (key: string, source: string): DocumentNode => ({
  object: 'block',
  type: 'code',
  key,
  isVoid: false,
  data: { verbatim: true },
  nodes: source.split('\n').map((text) => ({
    object: 'block',
    type: 'code-line',
    isVoid: false,
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  })),
});
