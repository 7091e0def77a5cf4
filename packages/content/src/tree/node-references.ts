import type { Hash } from './hash.ts';
import type { StoredRoot } from './snapshot.ts';

/** The hashes that a stored node names. */
export interface NodeReferences {
  nodes: Hash[];
  documents: Hash[];
  blobs: Hash[];
}

interface StoredItem {
  children?: Hash;
  document?: Hash;
  blob?: Hash;
}

/** Reads a node of any kind: a root, a part of a list, settings. */
export function readNodeReferences(text: string): NodeReferences {
  const node = JSON.parse(text) as Partial<StoredRoot> & { parts?: Hash[]; items?: StoredItem[] };
  if (node.parts) return { nodes: node.parts, documents: [], blobs: [] };
  if (node.items) {
    return {
      nodes: namedBy(node.items, 'children'),
      documents: namedBy(node.items, 'document'),
      blobs: namedBy(node.items, 'blob'),
    };
  }
  const { pages, files, reusables, settings } = node;
  return { nodes: [pages, files, reusables, settings].filter(isNamed), documents: [], blobs: [] };
}

const namedBy = (items: StoredItem[], field: keyof StoredItem): Hash[] =>
  items.map((item) => item[field]).filter(isNamed);

/** Absent parts are null in a root, and settings that were never set are empty text. */
const isNamed = (hash: Hash | null | undefined): hash is Hash =>
  hash !== null && hash !== undefined && hash !== '';
