import { aliasOf, type Changes, handleOfAlias } from '../editor/convert/changes.ts';
import type { DocumentJson, DocumentNode } from '../editor/convert/document-json.ts';
import type { MergedOperation } from '../editor/convert/merged.ts';
import { isNew } from '../editor/schema/mark-specs.ts';

/**
 * The keys by which the service knows blocks. The editor names a block by a handle that never changes, because a block
 * whose name changes would be drawn again under the writer’s hands; its key is another one after every edit.
 */
export class BlockKeys {
  readonly #keys = new Map<string, string>();
  readonly #handles = new Map<string, string>();
  /** Handles of blocks that the service does not have any more. Undo can bring them back. */
  readonly #gone = new Set<string>();
  #count = 0;

  constructor(entries: Iterable<readonly [handle: string, key: string]> = []) {
    for (const [handle, key] of entries) this.#set(handle, key);
  }

  /** The handles that are not the keys of their blocks. */
  entries(): [handle: string, key: string][] {
    return [...this.#keys];
  }

  /** Until something has changed, a handle is equal to the key. */
  keyOf(handle: string): string {
    return this.#keys.get(handle) ?? handle;
  }

  /** Whether the service has a block with this handle, as far as it has said. */
  isKnown(handle: string): boolean {
    return !this.#gone.has(handle) && (!isNew(handle) || this.#keys.has(handle));
  }

  handleOf(key: string): string {
    return this.#handles.get(key) ?? key;
  }

  /** Follows the keys of a response: the new ones by the old ones, or by the names of new blocks. */
  rename(keys: Readonly<Record<string, string>>): void {
    const renamed = Object.entries(keys).map(
      ([before, after]) => [handleOfAlias(before) ?? this.handleOf(before), after] as const,
    );
    for (const [handle] of renamed) this.#handles.delete(this.keyOf(handle));
    for (const [handle, key] of renamed) this.#set(handle, key);
  }

  /** The service has deleted a block. If it comes back it is a new one: its key can be that of another block by then. */
  forget(handle: string): void {
    const key = this.keyOf(handle);
    if (this.#handles.get(key) === handle) this.#handles.delete(key);
    this.#set(handle, aliasOf(handle));
    this.#gone.add(handle);
  }

  /**
   * Follows a response that sums up many keys by their prefixes. Only blocks of the document that was sent are renamed: the
   * key of a block that is gone can become that of another one.
   */
  renamePrefixes(
    prefixes: Readonly<Record<string, string>>,
    keys: Readonly<Record<string, string>>,
    sent: DocumentJson,
  ): void {
    const renamed: Record<string, string> = {};
    const visit = (handle: string): string => {
      const key = this.keyOf(handle);
      const [prefix = ''] = key.split('-', 1);
      if (Object.hasOwn(prefixes, prefix)) renamed[key] = prefixes[prefix] + key.slice(prefix.length);
      return handle;
    };
    for (const node of sent.nodes) mapKeys(node, visit);
    this.rename({ ...renamed, ...keys });
  }

  /** Gives blocks that came from the service handles that no other block has. */
  receive(node: DocumentNode): DocumentNode {
    return mapKeys(node, (key) => {
      const known = this.#handles.get(key);
      if (known !== undefined) return known;
      // A block whose key changes keeps its first key as its handle.
      if (!this.#keys.has(key)) return key;
      const handle = `${key}~${++this.#count}`;
      this.#set(handle, key);
      return handle;
    });
  }

  receiveDocument(document: DocumentJson): DocumentJson {
    return { ...document, nodes: document.nodes.map((node) => this.receive(node)) };
  }

  /** An operation of another writer. */
  receiveOperation(operation: MergedOperation): MergedOperation {
    return this.#mapOperation(
      operation,
      (key) => this.handleOf(key),
      (node) => this.receive(node),
    );
  }

  /** From now on, a block that the service knows by this key has this handle. */
  adopt(handle: string, key: string): void {
    this.#handles.delete(this.keyOf(handle));
    this.#set(handle, key);
  }

  writeDocument(document: DocumentJson): DocumentJson {
    return { ...document, nodes: document.nodes.map((node) => this.#write(node)) };
  }

  /** Replaces handles by the keys of the service. */
  write(changes: Changes): Changes {
    const keyOf = (handle: string): string => this.keyOf(handle);
    return {
      blocks: changes.blocks.map((one) => this.#mapOperation(one, keyOf, (node) => this.#write(node))),
      text: changes.text.map((splice) => ({ ...splice, at: mapPlace(splice.at, keyOf) })),
    };
  }

  #write(node: DocumentNode): DocumentNode {
    return mapKeys(node, (handle) => this.keyOf(handle));
  }

  #mapOperation<Operation extends Partial<Record<'at' | 'after' | 'into' | 'nodes', unknown>>>(
    operation: Operation,
    rename: (key: string) => string,
    renameNode: (node: DocumentNode) => DocumentNode,
  ): Operation {
    const mapped: Record<string, unknown> = { ...operation };
    for (const name of ['at', 'after', 'into'])
      if (name in mapped) mapped[name] = mapPlace(mapped[name] as Place, rename);
    if (Array.isArray(mapped.nodes)) mapped.nodes = (mapped.nodes as DocumentNode[]).map(renameNode);
    return mapped as Operation;
  }

  #set(handle: string, key: string): void {
    // A key is that of one block. Whoever had it before is not the block that the service knows by it any more.
    const previous = this.#handles.get(key) ?? key;
    if (previous !== handle && this.keyOf(previous) === key) {
      this.#keys.set(previous, aliasOf(previous));
      this.#gone.add(previous);
    }
    this.#gone.delete(handle);
    this.#keys.set(handle, key);
    this.#handles.set(key, handle);
  }
}

type Place = { key?: string } | null | undefined;

const mapPlace = <At extends Place>(at: At, rename: (key: string) => string): At =>
  at?.key === undefined ? at : { ...at, key: rename(at.key) };

function mapKeys(node: DocumentNode, rename: (key: string) => string): DocumentNode {
  const { key, nodes, fragments } = node;
  return {
    ...node,
    ...(typeof key === 'string' ? { key: rename(key) } : {}),
    ...(Array.isArray(nodes) ? { nodes: nodes.map((child) => mapKeys(child, rename)) } : {}),
    ...(Array.isArray(fragments) ? { fragments: fragments.map((child) => mapKeys(child, rename)) } : {}),
  };
}
