import type { GitBlob, PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf, type MerkleList } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';

/** An entry of an earlier revision that came from a file. */
interface Known<Entry> {
  entry: Entry;
  git: GitBlob;
  /** Whether it was assigned to a new path. */
  isTaken: boolean;
}

/** Entries of equal files, with how many at its beginning are taken. */
interface EqualFiles<Entry> {
  all: Known<Entry>[];
  next: number;
}

/**
 * Finds the earlier entry for a path of the new commit: the one at the same path, else the one that Git reports as
 * renamed, else one with the same bytes whose path no longer exists. Each entry is assigned once.
 */
export class FileIdentity<Entry extends { git?: GitBlob }> {
  readonly #byPath = new Map<string, Known<Entry>>();
  readonly #byOid = new Map<string, EqualFiles<Entry>>();
  readonly #renames: ReadonlyMap<string, string>;

  constructor(entries: Iterable<Entry>, newPaths: ReadonlySet<string>, renames: ReadonlyMap<string, string>) {
    this.#renames = renames;
    for (const entry of entries) {
      if (!entry.git) continue;
      const known = { entry, git: entry.git, isTaken: false };
      this.#byPath.set(entry.git.path, known);
      if (newPaths.has(entry.git.path)) continue;
      const equal = this.#byOid.get(entry.git.oid);
      if (equal) equal.all.push(known);
      else this.#byOid.set(entry.git.oid, { all: [known], next: 0 });
    }
    for (const [newPath, oldPath] of renames) {
      // A file that was moved away and replaced keeps the identity of its path.
      if (newPaths.has(oldPath) || !newPaths.has(newPath)) continue;
      const known = this.#byPath.get(oldPath);
      if (known) known.isTaken = true;
    }
  }

  /** `oid`: the bytes that are at `path` now. */
  find(path: string, oid: string, isStillThere: (path: string) => boolean): Entry | undefined {
    const same = this.#byPath.get(path);
    if (same) return same.entry;
    const oldPath = this.#renames.get(path);
    const moved = oldPath === undefined || isStillThere(oldPath) ? undefined : this.#byPath.get(oldPath);
    if (moved) return moved.entry;
    const equal = this.#byOid.get(oid);
    if (!equal) return undefined;
    while (equal.all[equal.next]?.isTaken) equal.next += 1;
    const known = equal.all[equal.next];
    if (known) known.isTaken = true;
    return known?.entry;
  }
}

/** A place in the tree: shared by all entries with the same name and the same names of parents. */
export interface FileLocation {
  /** Earlier entries without a file, in their order. */
  known: PageEntry[];
  /** How many of them were found. */
  turn: number;
  below: Map<string, FileLocation>;
}

/**
 * The identity of an entry without a file: the names of its parents, its own, and its number among equals. Places are
 * a tree: names joined to one text would be as long as all names above, for each of the entries.
 */
export class LocationIdentity {
  readonly top = newLocation();

  /** `relatives`: other versions, for the entries that the content does not have. */
  constructor(snapshot: Snapshot, relatives: readonly Snapshot[] = []) {
    const inUse = new Set<string>();
    const add = (list: MerkleList<PageNode> | undefined, parent: FileLocation): void => {
      for (const { entry, children } of itemsOf(list)) {
        const place = this.placeOf(parent, nameOf(entry));
        const hasFile = entry.type === 'document' && entry.git !== undefined;
        if (!hasFile && !inUse.has(entry.id)) place.known.push(entry);
        inUse.add(entry.id);
        add(children, place);
      }
    };
    for (const { pages } of [snapshot, ...relatives]) add(pages.top, this.top);
  }

  placeOf(parent: FileLocation, name: string): FileLocation {
    let place = parent.below.get(name);
    if (!place) {
      place = newLocation();
      parent.below.set(name, place);
    }
    return place;
  }

  /** The next earlier entry at a place. */
  find(place: FileLocation): PageEntry | undefined {
    const entry = place.known[place.turn];
    place.turn += 1;
    return entry;
  }
}

const newLocation = (): FileLocation => ({ known: [], turn: 0, below: new Map() });

/** Returns the name of an entry among its siblings, independent of its text. */
export function nameOf(
  entry: Pick<PageEntry, 'type' | 'title'> & { git?: GitBlob; href?: string; source?: string },
): string {
  switch (entry.type) {
    case 'document':
      return entry.git ? `file:${entry.git.path}` : `document:${entry.title}`;
    case 'link':
      return `link:${entry.href}`;
    case 'computed':
      return `computed:${entry.source}`;
    case 'group':
      return `group:${entry.title}`;
  }
}

/** The kinds of entries that come from files. */
export type FileKind = 'page' | 'file' | 'reusable';

/** The ids of entries that earlier imports removed from the space, by `departedKey`. */
export type DepartedIds = ReadonlyMap<string, string>;

export const departedKey = (kind: FileKind, path: string): string => `${kind}/${path}`;

export interface FileIdentityOf {
  kind: FileKind;
  path: string;
  id: string;
}

/** Yields the entries of a revision that came from files. */
export function* fileIdentities(snapshot: Snapshot): Generator<FileIdentityOf> {
  for (const { entry } of snapshot.pages.pages()) {
    if (entry.type === 'document' && entry.git) yield { kind: 'page', path: entry.git.path, id: entry.id };
  }
  for (const { id, git } of itemsOf(snapshot.files)) if (git) yield { kind: 'file', path: git.path, id };
  for (const { id, git } of itemsOf(snapshot.reusables))
    if (git) yield { kind: 'reusable', path: git.path, id };
}
