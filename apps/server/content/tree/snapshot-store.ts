import {
  type FileEntry,
  NO_SETTINGS,
  type PageEntry,
  type PageNode,
  type ReusableEntry,
  type RevisionSettings,
} from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import {
  assembleBranch,
  assembleLeaf,
  type MerkleList,
  type StoredNode,
} from '@lectern/content/tree/merkle-list';
import { PageTree } from '@lectern/content/tree/page-tree';
import { EMPTY_SNAPSHOT, Snapshot, type StoredRoot } from '@lectern/content/tree/snapshot';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import { limitEntries } from '../../platform/http/entry-limit.ts';
import { MeteredCache } from '../../platform/metrics/metered-cache.ts';
import { readNodes } from './tree.repository.ts';

/** Snapshots by their root, loaded once. Nodes are shared between the snapshots that hold them. */
export interface SnapshotStore {
  /** Throws when the root is not stored: a revision without its content is a broken database. */
  get(organizationId: string, root: Hash): Promise<Snapshot>;
  /** Returns several snapshots, in as few statements as one takes. */
  getAll(organizationId: string, roots: readonly Hash[]): Promise<Map<Hash, Snapshot>>;
  /** Returns the snapshot synchronously if it is in memory. */
  peek(organizationId: string, root: Hash): Snapshot | undefined;
  /** Keeps a snapshot that was just stored, so that its first reader does not load it. */
  keep(organizationId: string, snapshot: Snapshot): void;
}

type AnyList = MerkleList<PageNode> | MerkleList<FileEntry> | MerkleList<ReusableEntry>;
type StoredPage = PageEntry & { children?: Hash };

export function createSnapshotStore(db: Kysely<DB>, memoryBytes: number): SnapshotStore {
  const snapshots = new MeteredCache<string, Snapshot>('snapshots', {
    maxSize: memoryBytes,
    // A rough figure in the right order: a page or file in memory takes about half a kilobyte.
    sizeCalculation: (snapshot) =>
      1024 + 512 * ((snapshot.pages.top ? snapshot.pages.size : 0) + (snapshot.files?.count ?? 0)),
  });
  const lists = new MeteredCache<string, AnyList>('node-lists', limitEntries(20_000));
  const loading = new Map<string, Promise<Snapshot>>();

  async function load(organizationId: string, roots: readonly Hash[]): Promise<Map<Hash, Snapshot>> {
    const nodes = new Map<Hash, unknown>();
    const cached = (hash: Hash): AnyList | undefined => lists.get(`${organizationId}/${hash}`);
    let wanted: Hash[] = [...roots];
    let isRoot = true;
    while (wanted.length > 0) {
      const found = await readNodes(db, organizationId, wanted);
      const next = new Set<Hash>();
      for (const hash of wanted) {
        const text = found.get(hash);
        if (text === undefined) throw new Error(`The content node ${hash} is missing.`);
        const node: unknown = JSON.parse(text);
        nodes.set(hash, node);
        for (const child of isRoot ? rootHashes(node as StoredRoot) : childHashes(node as StoredNode)) {
          if (!nodes.has(child) && !cached(child)) next.add(child);
        }
      }
      isRoot = false;
      wanted = [...next];
    }

    const assemble = <Item>(hash: Hash, toItem: (stored: never) => Item): MerkleList<Item> => {
      const known = cached(hash);
      if (known) return known as MerkleList<never> as MerkleList<Item>;
      const node = nodes.get(hash) as StoredNode;
      const list =
        'items' in node
          ? assembleLeaf(hash, (node.items as never[]).map(toItem))
          : assembleBranch(
              hash,
              node.parts.map((part) => assemble(part, toItem)),
            );
      lists.set(`${organizationId}/${hash}`, list as AnyList);
      return list;
    };
    const toPage = ({ children, ...entry }: StoredPage): PageNode => ({
      entry: entry as PageEntry,
      children: children === undefined ? undefined : assemble(children, toPage),
    });
    const toSnapshot = (root: Hash, stored: StoredRoot): Snapshot =>
      new Snapshot({
        hash: root,
        pages: new PageTree(stored.pages === null ? undefined : assemble(stored.pages, toPage)),
        files: stored.files === null ? undefined : assemble(stored.files, (file: FileEntry) => file),
        reusables:
          stored.reusables === null
            ? undefined
            : assemble(stored.reusables, (content: ReusableEntry) => content),
        settings: stored.settings === '' ? NO_SETTINGS : (nodes.get(stored.settings) as RevisionSettings),
        settingsHash: stored.settings,
      });
    return new Map(roots.map((root) => [root, toSnapshot(root, nodes.get(root) as StoredRoot)]));
  }

  return {
    peek: (organizationId, root) =>
      root === '' ? EMPTY_SNAPSHOT : snapshots.get(`${organizationId}/${root}`),
    keep: (organizationId, snapshot) => snapshots.set(`${organizationId}/${snapshot.hash}`, snapshot),
    async get(organizationId, root) {
      if (root === '') return EMPTY_SNAPSHOT;
      const key = `${organizationId}/${root}`;
      const known = snapshots.get(key);
      if (known) return known;
      let underWay = loading.get(key);
      if (!underWay) {
        underWay = load(organizationId, [root])
          .then((loaded) => loaded.get(root) as Snapshot)
          .finally(() => loading.delete(key));
        loading.set(key, underWay);
      }
      const snapshot = await underWay;
      snapshots.set(key, snapshot);
      return snapshot;
    },
    async getAll(organizationId, roots) {
      const found = new Map<Hash, Snapshot>();
      const missing = new Set<Hash>();
      for (const root of roots) {
        const known = root === '' ? EMPTY_SNAPSHOT : snapshots.get(`${organizationId}/${root}`);
        if (known) found.set(root, known);
        else missing.add(root);
      }
      if (missing.size === 0) return found;
      for (const [root, snapshot] of await load(organizationId, [...missing])) {
        snapshots.set(`${organizationId}/${root}`, snapshot);
        found.set(root, snapshot);
      }
      return found;
    },
  };
}

const rootHashes = (root: StoredRoot): Hash[] =>
  [root.pages, root.files, root.reusables, root.settings || null].filter((hash) => hash !== null);

function childHashes(node: StoredNode): Hash[] {
  if ('parts' in node) return node.parts;
  if (!('items' in node)) return [];
  return (node.items as { children?: Hash }[]).flatMap((item) =>
    item.children === undefined ? [] : [item.children],
  );
}
