import type { ContentRef } from './content-ref.ts';
import type { JSONDocument, Table } from './document.ts';
import { mapAll, mapChildren, type TreeNode } from './map-children.ts';
import type { CellValue, TableRecord } from './table-data.ts';

/**
 * Removes what a reference still reveals about a target that was replaced by `mask`: the line between the tags of a
 * reference block, mentions, and cells that are nothing but a reference. Links and buttons keep the text that the
 * author gave them.
 */
export function maskReferences(document: JSONDocument, mask: string): JSONDocument {
  const isMasked = (ref: ContentRef | undefined): boolean => ref?.kind === 'url' && ref.url === mask;
  const change = <Node extends TreeNode>(node: Node): Node =>
    mapChildren(maskOwn(node, isMasked) as Node, change);
  const nodes = mapAll(document.nodes, change);
  return nodes === document.nodes ? document : { ...document, nodes };
}

type IsMasked = (ref: ContentRef | undefined) => boolean;

function maskOwn(node: TreeNode, isMasked: IsMasked): TreeNode {
  if (node.object === 'text' || node.object === 'fragment') return node;
  switch (node.type) {
    case 'mention': {
      if (!isMasked(node.data.ref)) return node;
      const leaf = { object: 'leaf' as const, text: '', marks: [] };
      return { object: 'text', ...(node.key === undefined ? {} : { key: node.key }), leaves: [leaf] };
    }
    case 'content-ref':
    case 'swagger': {
      if (!isMasked(node.data.ref) || !node.data.line) return node;
      const { line: _line, ...data } = node.data;
      return { ...node, data } as TreeNode;
    }
    case 'table':
      return maskTable(node, isMasked);
    default:
      return node;
  }
}

function maskTable(table: Table, isMasked: IsMasked): Table {
  let records: Table['data']['records'] | undefined;
  for (const [id, record] of Object.entries(table.data.records)) {
    const values = Object.entries(record.values).filter(([, value]) => !isMasked(refOf(value)));
    if (values.length === Object.keys(record.values).length) continue;
    records ??= { ...table.data.records };
    records[id] = { ...record, values: Object.fromEntries(values) } satisfies TableRecord;
  }
  return records ? { ...table, data: { ...table.data, records } } : table;
}

function refOf(value: CellValue): ContentRef | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  return 'kind' in value ? value : value.ref;
}
