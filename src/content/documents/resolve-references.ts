import {
  type Block,
  type ContentRef,
  type DocumentNode,
  type Fragment,
  type Inline,
  isText,
  type JSONDocument,
  type TargetKind,
} from './document.ts';

/** Where a reference stands: the fields of a node's data that hold one, and what each is used for. */
type ReferenceMapper = (reference: ContentRef, kind: TargetKind, key: string) => ContentRef;

/**
 * Puts references to pages, files and so on in place of raw targets. `resolve` answers undefined for what cannot
 * be found: it stays a target, except where a reader must have an id, which is then the raw target itself.
 * Nodes without references are shared with the document given.
 */
export function resolveReferences(
  document: JSONDocument,
  resolve: (raw: string, kind: TargetKind) => ContentRef | undefined,
): JSONDocument {
  return mapReferences(document, (reference, kind) => {
    const raw = rawTarget(reference);
    if (raw === undefined) return reference;
    return conform(resolve(raw, kind), raw, kind) ?? reference;
  });
}

/** What the client's schemas demand of a reference in each place. */
function conform(reference: ContentRef | undefined, raw: string, kind: TargetKind): ContentRef | undefined {
  switch (kind) {
    case 'file':
    case 'drawing':
      return reference?.kind === 'file' ? reference : { kind: 'file', file: raw };
    case 'include':
      return reference?.kind === 'reusable-content'
        ? reference
        : { kind: 'reusable-content', reusableContent: raw };
    case 'openapi':
      return reference?.kind === 'openapi' ? reference : undefined;
    case 'image':
    case 'swagger':
      return reference?.kind === 'file' || reference?.kind === 'url' ? reference : undefined;
    case 'embed':
      return undefined;
    default:
      return reference;
  }
}

const rawTarget = (reference: ContentRef): string | undefined =>
  reference.kind === 'url' ? reference.url : reference.kind === 'openapi' ? reference.spec : undefined;

/** Every reference that is still a raw target, in the order of the document, with the key of its node. */
export function listReferences(document: JSONDocument): { raw: string; kind: TargetKind; key: string }[] {
  const references: { raw: string; kind: TargetKind; key: string }[] = [];
  mapReferences(document, (reference, kind, key) => {
    const raw = rawTarget(reference);
    if (raw !== undefined) references.push({ raw, kind, key });
    return reference;
  });
  return references;
}

/** Puts another reference in place of each. Nodes in which nothing changes are shared. */
export function mapReferences(document: JSONDocument, map: ReferenceMapper): JSONDocument {
  const nodes = mapAll(document.nodes, (node) => mapNode(node, map) as Block);
  return nodes === document.nodes ? document : { ...document, nodes };
}

function mapAll<T>(items: T[], map: (item: T) => T): T[] {
  let mapped: T[] | undefined;
  for (const [i, item] of items.entries()) {
    const next = map(item);
    if (next !== item) {
      mapped ??= [...items];
      mapped[i] = next;
    }
  }
  return mapped ?? items;
}

function mapNode(node: DocumentNode, map: ReferenceMapper): DocumentNode {
  if (isText(node)) return node;
  const data = mapData(node, map);
  const nodes = node.nodes && mapAll(node.nodes, (child) => mapNode(child, map));
  const fragments =
    node.fragments &&
    mapAll(node.fragments, (fragment): Fragment => {
      const inner = mapAll(fragment.nodes, (child) => mapNode(child, map) as Block);
      return inner === fragment.nodes ? fragment : { ...fragment, nodes: inner };
    });
  if (data === node.data && nodes === node.nodes && fragments === node.fragments) return node;
  return { ...node, data, ...(nodes ? { nodes } : {}), ...(fragments ? { fragments } : {}) } as DocumentNode;
}

const KINDS: Record<string, TargetKind> = {
  link: 'link',
  mention: 'mention',
  button: 'button',
  'inline-image': 'image',
  image: 'image',
  file: 'file',
  drawing: 'drawing',
  'content-ref': 'content-ref',
  'reusable-content': 'include',
  swagger: 'swagger',
  'openapi-operation': 'openapi',
  'openapi-webhook': 'openapi',
  'openapi-schemas': 'openapi',
};

function mapData(node: Block | Inline, map: ReferenceMapper): Record<string, unknown> {
  const key = node.key ?? '';
  if (node.type === 'table') return mapTable(node, map);
  const kind = KINDS[node.type];
  let { data } = node;
  if (kind === undefined) {
    if (node.type === 'embed') map({ kind: 'url', url: String(data.url) }, 'embed', key);
    return data;
  }
  for (const field of ['ref', 'refDark']) {
    const reference = data[field] as ContentRef | undefined;
    if (!reference) continue;
    // A button that leads nowhere is no reference.
    if (data.isWithoutTarget) continue;
    const mapped = map(reference, kind, key);
    if (mapped !== reference) data = { ...data, [field]: mapped };
  }
  return data;
}

interface TableData {
  definition: Record<string, { type: string }>;
  records: Record<string, { orderIndex: string; values: Record<string, unknown> }>;
}

function mapTable(table: Block | Inline, map: ReferenceMapper): Record<string, unknown> {
  const { definition, records } = table.data as unknown as TableData;
  let changed: TableData['records'] | undefined;
  for (const [id, record] of Object.entries(records)) {
    let values = record.values;
    for (const [column, value] of Object.entries(record.values)) {
      const next = mapValue(definition[column]?.type, value, map, table.key ?? '');
      if (next !== value) values = { ...values, [column]: next };
    }
    if (values === record.values) continue;
    changed ??= { ...records };
    changed[id] = { ...record, values };
  }
  return changed ? { ...table.data, records: changed } : table.data;
}

function mapValue(type: string | undefined, value: unknown, map: ReferenceMapper, key: string): unknown {
  if (type === 'content-ref' && isReference(value)) return map(value, 'content-ref', key);
  if (type === 'image' && isReference(value)) return map(value, 'image', key);
  if (type === 'image' && typeof value === 'object' && value !== null && 'ref' in value) {
    const ref = map(value.ref as ContentRef, 'image', key);
    return ref === value.ref ? value : { ...value, ref };
  }
  if ((type === 'files' || type === 'users') && Array.isArray(value)) {
    // These cells hold ids, which only stand for targets until they are resolved.
    return mapAll(value as string[], (raw) => {
      const reference = map({ kind: 'url', url: raw }, type === 'files' ? 'file' : 'mention', key);
      if (reference.kind === 'file') return reference.file;
      if (reference.kind === 'user') return reference.user;
      return reference.kind === 'url' ? reference.url : raw;
    });
  }
  return value;
}

const isReference = (value: unknown): value is ContentRef =>
  typeof value === 'object' && value !== null && 'kind' in value;
