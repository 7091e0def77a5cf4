import { assertNever } from './assert-never.ts';
import { specOfChangelog } from './changelog-block.ts';
import type { ContentRef, FileRef, OpenApiRef, ReusableContentRef, UrlRef } from './content-ref.ts';
import type { Block, ImageData, JSONDocument, Table, TargetKind } from './document.ts';
import { mapAll, mapChildren, type TreeNode } from './map-children.ts';
import {
  type CellValue,
  imageOf,
  referenceOf,
  type TableColumn,
  type TableData,
  type TableRecord,
} from './table-data.ts';
import { targetOf } from './write/target.ts';

/** The references that the client's schemas allow in each place; a raw target is a reference to a URL. */
interface ReplacedReferences {
  link: ContentRef;
  image: UrlRef | FileRef;
  file: UrlRef | FileRef;
  drawing: UrlRef | FileRef;
  include: UrlRef | ReusableContentRef;
  'content-ref': ContentRef;
  mention: ContentRef;
  embed: UrlRef;
  button: ContentRef;
  openapi: OpenApiRef;
  swagger: UrlRef | FileRef;
}

/** Returns the reference that replaces another one, among those that the place allows. */
type ReferenceMapper = <Kind extends TargetKind>(
  reference: ReplacedReferences[Kind],
  kind: Kind,
  key: string,
) => ReplacedReferences[Kind];

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
    return CONFORM[kind](resolve(raw, kind), raw) ?? reference;
  });
}

/** Returns the resolved reference if the place allows it, and undefined if the raw target should stay. */
type Conform<Allowed> = (found: ContentRef | undefined, raw: string) => Allowed | undefined;

const anyReference: Conform<ContentRef> = (found) => found;
const fileOrUrl: Conform<UrlRef | FileRef> = (found) =>
  found?.kind === 'file' || found?.kind === 'url' ? found : undefined;
const fileAlone: Conform<FileRef> = (found, raw) =>
  found?.kind === 'file' ? found : { kind: 'file', file: raw };

const CONFORM: { [Kind in TargetKind]: Conform<ReplacedReferences[Kind]> } = {
  link: anyReference,
  mention: anyReference,
  button: anyReference,
  'content-ref': anyReference,
  image: fileOrUrl,
  swagger: fileOrUrl,
  file: fileAlone,
  drawing: fileAlone,
  include: (found, raw) =>
    found?.kind === 'reusable-content' ? found : { kind: 'reusable-content', reusableContent: raw },
  openapi: (found) => (found?.kind === 'openapi' ? found : undefined),
  embed: () => undefined,
};

const rawTarget = (reference: ContentRef): string | undefined =>
  reference.kind === 'url' ? reference.url : reference.kind === 'openapi' ? reference.spec : undefined;

/** Raw targets by the reference that `resolveReferences` puts in their place. */
export type KnownTargets = Pick<ReadonlyMap<string, string>, 'get'>;

/** A text that is the same for equal references: clients may send their fields in another order. */
const nameOf = (reference: ContentRef): string => {
  const fields = Object.entries(reference).filter(([, value]) => value !== undefined);
  return JSON.stringify(fields.sort(([left], [right]) => (left < right ? -1 : 1)));
};

/** The raw targets of a document by their references; of targets with one meaning, the first. */
export function collectTargets(
  document: JSONDocument,
  resolve: (raw: string, kind: TargetKind) => ContentRef | undefined,
): KnownTargets {
  const known = new Map<string, string>();
  mapReferences(document, (reference, kind) => {
    const raw = rawTarget(reference);
    if (raw === undefined) return reference;
    const resolved = nameOf(CONFORM[kind](resolve(raw, kind), raw) ?? reference);
    if (!known.has(resolved)) known.set(resolved, raw);
    return reference;
  });
  return known;
}

/**
 * The reverse of `resolveReferences`: puts raw targets in place of references, those that are known as they were
 * written, and others by id.
 */
export const restoreTargets = (document: JSONDocument, known: KnownTargets): JSONDocument =>
  mapReferences(document, (reference, kind) => {
    const raw = known.get(nameOf(reference));
    if (raw === undefined && rawTarget(reference) !== undefined) return reference;
    const target = RAW[kind](raw ?? targetOf(reference));
    // What is raw already stays shared: a page may have a hundred thousand of them.
    return rawTarget(reference) === rawTarget(target) && reference.kind === target.kind ? reference : target;
  });

const toUrl = (url: string): UrlRef => ({ kind: 'url', url });

const RAW: { [Kind in TargetKind]: (raw: string) => ReplacedReferences[Kind] } = {
  link: toUrl,
  mention: toUrl,
  button: toUrl,
  'content-ref': toUrl,
  image: toUrl,
  swagger: toUrl,
  file: toUrl,
  drawing: toUrl,
  include: toUrl,
  openapi: (spec) => ({ kind: 'openapi', spec }),
  embed: toUrl,
};

/** The place of a raw target in a document. */
export interface RawReference {
  raw: string;
  kind: TargetKind;
}

/** Puts `mark(n)` in place of the raw target of the place `n`. Targets that nothing replaces stay. */
export function markReferences(
  document: JSONDocument,
  mark: (position: number) => string,
): { document: JSONDocument; places: RawReference[] } {
  const places: RawReference[] = [];
  const marked = mapReferences(document, (reference, kind) => {
    const raw = rawTarget(reference);
    if (raw === undefined || kind === 'embed') return reference;
    places.push({ raw, kind });
    return RAW[kind](mark(places.length - 1));
  });
  return { document: marked, places };
}

/** The reference that `resolveReferences` leaves in a place. */
export const referenceAt = (
  { raw, kind }: RawReference,
  resolve: (raw: string, kind: TargetKind) => ContentRef | undefined,
): ContentRef => CONFORM[kind](resolve(raw, kind), raw) ?? RAW[kind](raw);

/** A reference as the text that represents it in cells of tables and in properties. */
export function idAlone(reference: ContentRef, raw: string): string {
  switch (reference.kind) {
    case 'user':
      return reference.user;
    case 'file':
      return reference.file;
    case 'url':
      return reference.url;
    case 'openapi':
      return reference.spec;
    default:
      return raw;
  }
}

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

/** Blocks without a reference, which are most: an edit looks for references several times. */
const withoutReferences = new WeakSet<Block>();

/** Puts another reference in place of each. Nodes in which nothing changes are shared. */
function mapReferences(document: JSONDocument, map: ReferenceMapper): JSONDocument {
  const nodes = mapAll(document.nodes, (block) => {
    if (withoutReferences.has(block)) return block;
    let hasReference = false;
    const mapped = mapNode(block, (reference, kind, key) => {
      hasReference = true;
      return map(reference, kind, key);
    });
    if (!hasReference) withoutReferences.add(block);
    return mapped;
  });
  return nodes === document.nodes ? document : { ...document, nodes };
}

function mapNode<Node extends TreeNode>(node: Node, map: ReferenceMapper): Node {
  if (node.object === 'text') return node;
  return mapChildren(mapOwn(node, map), (child) => mapNode(child, map));
}

/** Replaces the references in the node's own data. */
function mapOwn<Node extends TreeNode>(node: Node, map: ReferenceMapper): Node;
function mapOwn(node: TreeNode, map: ReferenceMapper): TreeNode {
  if (node.object === 'text' || node.object === 'fragment') return node;
  const key = node.key ?? '';
  switch (node.type) {
    case 'link':
      return withReference(node, map(node.data.ref, 'link', key));
    case 'mention':
      return withReference(node, map(node.data.ref, 'mention', key));
    case 'button': {
      const { data } = node;
      // A button without a target is not a reference.
      if (!data.ref || data.isWithoutTarget) return node;
      const ref = map(data.ref, 'button', key);
      return ref === data.ref ? node : { ...node, data: { ...data, ref } };
    }
    case 'inline-image':
    case 'image':
      return withImage(node, (reference) => map(reference, 'image', key));
    case 'drawing':
      return withImage(node, (reference) => map(reference, 'drawing', key));
    case 'file':
      return withReference(node, map(node.data.ref, 'file', key));
    case 'content-ref':
      return withReference(node, map(node.data.ref, 'content-ref', key));
    case 'reusable-content':
      return withReference(node, map(node.data.ref, 'include', key));
    case 'swagger':
      return withReference(node, map(node.data.ref, 'swagger', key));
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
      return withReference(node, map(node.data.ref, 'openapi', key));
    case 'embed':
      map({ kind: 'url', url: node.data.url }, 'embed', key);
      return node;
    case 'integration': {
      const spec = specOfChangelog(node);
      if (spec === undefined) return node;
      const ref = map({ kind: 'openapi', spec }, 'openapi', key);
      const { data } = node;
      return ref.spec === spec
        ? node
        : { ...node, data: { ...data, props: { ...data.props, spec: ref.spec } } };
    }
    case 'table':
      return mapTable(node, map);
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
    case 'list-item':
    case 'blockquote':
    case 'divider':
    case 'code':
    case 'code-line':
    case 'math':
    case 'hint':
    case 'images':
    case 'tabs':
    case 'tabs-item':
    case 'expandable':
    case 'stepper':
    case 'stepper-step':
    case 'columns':
    case 'column':
    case 'updates':
    case 'update':
    case 'prompt':
    case 'if':
    case 'emoji':
    case 'icon':
    case 'inline-math':
    case 'expression':
    case 'annotation':
      return node;
    default:
      return assertNever(node);
  }
}

function withReference<Ref, Node extends { data: { ref: Ref } }>(node: Node, ref: Ref): Node {
  return ref === node.data.ref ? node : { ...node, data: { ...node.data, ref } };
}

type MapPicture = (reference: UrlRef | FileRef) => UrlRef | FileRef;

function withImage<Node extends { data: ImageData }>(node: Node, map: MapPicture): Node {
  const { ref, refDark } = node.data;
  const mapped = withReference(node, map(ref));
  const dark = refDark && map(refDark);
  return dark === refDark ? mapped : { ...mapped, data: { ...mapped.data, refDark: dark } };
}

function mapTable(table: Table, map: ReferenceMapper): Table {
  const { definition, records } = table.data;
  let changed: TableData['records'] | undefined;
  for (const [id, record] of Object.entries(records)) {
    let values: TableRecord['values'] | undefined;
    for (const [columnId, value] of Object.entries(record.values)) {
      const column = definition[columnId];
      const next = column ? mapValue(column, value, map, table.key ?? '') : value;
      if (next === value) continue;
      values ??= { ...record.values };
      values[columnId] = next;
    }
    if (!values) continue;
    changed ??= { ...records };
    changed[id] = { ...record, values };
  }
  return changed ? { ...table, data: { ...table.data, records: changed } } : table;
}

function mapValue(column: TableColumn, value: CellValue, map: ReferenceMapper, key: string): CellValue {
  switch (column.type) {
    case 'content-ref': {
      const reference = referenceOf(value);
      return reference ? map(reference, 'content-ref', key) : value;
    }
    case 'image': {
      const image = imageOf(value);
      if (!image) return value;
      const ref = map(image.ref, 'image', key);
      if (ref === image.ref) return value;
      return image === value ? { ...image, ref } : ref;
    }
    // These cells contain ids, which represent targets only until they are resolved.
    case 'files':
      return Array.isArray(value) ? mapAll(value, (raw) => mapFileId(raw, map, key)) : value;
    case 'users':
      return Array.isArray(value) ? mapAll(value, (raw) => mapUserId(raw, map, key)) : value;
    case 'text':
    case 'number':
    case 'rating':
    case 'checkbox':
    case 'select':
      return value;
    default:
      return assertNever(column);
  }
}

const mapFileId = (raw: string, map: ReferenceMapper, key: string): string =>
  idAlone(map({ kind: 'url', url: raw }, 'file', key), raw);

const mapUserId = (raw: string, map: ReferenceMapper, key: string): string =>
  idAlone(map({ kind: 'url', url: raw }, 'mention', key), raw);
