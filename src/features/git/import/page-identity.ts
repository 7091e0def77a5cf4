import type { GitBlob, PageEntry, PageNode } from '../../../content/tree/entries.ts';
import { itemsOf, type MerkleList } from '../../../content/tree/merkle-list.ts';
import type { Snapshot } from '../../../content/tree/snapshot.ts';

/** An entry of an earlier revision that came from a file. */
interface Known<Entry> {
  entry: Entry;
  git: GitBlob;
}

/**
 * Finds the earlier entry for a path of the new commit: the one at the same path, else the one that Git reports as
 * renamed, else one with the same bytes whose path no longer exists. Each entry is assigned once.
 */
export class FileIdentity<Entry extends { git?: GitBlob }> {
  readonly #byPath = new Map<string, Known<Entry>>();
  readonly #byOid = new Map<string, Known<Entry>[]>();
  readonly #renames: ReadonlyMap<string, string>;

  constructor(entries: Iterable<Entry>, newPaths: ReadonlySet<string>, renames: ReadonlyMap<string, string>) {
    this.#renames = renames;
    for (const entry of entries) {
      if (!entry.git) continue;
      const known = { entry, git: entry.git };
      this.#byPath.set(entry.git.path, known);
      if (!newPaths.has(entry.git.path)) {
        this.#byOid.set(entry.git.oid, [...(this.#byOid.get(entry.git.oid) ?? []), known]);
      }
    }
    for (const [newPath, oldPath] of renames) {
      // A file that was moved away and replaced keeps the identity of its path.
      if (newPaths.has(oldPath) || !newPaths.has(newPath)) continue;
      const known = this.#byPath.get(oldPath);
      if (known) this.#take(known);
    }
  }

  /** `oid`: the bytes that are at `path` now. */
  find(path: string, oid: string, isStillThere: (path: string) => boolean): Entry | undefined {
    const same = this.#byPath.get(path);
    if (same) return same.entry;
    const oldPath = this.#renames.get(path);
    const moved = oldPath === undefined || isStillThere(oldPath) ? undefined : this.#byPath.get(oldPath);
    if (moved) return moved.entry;
    const equal = this.#byOid.get(oid)?.[0];
    if (equal) this.#take(equal);
    return equal?.entry;
  }

  #take(known: Known<Entry>): void {
    const rest = (this.#byOid.get(known.git.oid) ?? []).filter((other) => other !== known);
    this.#byOid.set(known.git.oid, rest);
  }
}

/** The identity of an entry without a file: the names of its parents, its own, and its number among equals. */
export class PlaceIdentity {
  readonly #known = new Map<string, PageEntry>();
  readonly #turns = new Map<string, number>();

  constructor(snapshot: Snapshot) {
    const turns = new Map<string, number>();
    const add = (list: MerkleList<PageNode> | undefined, parent: string): void => {
      for (const { entry, children } of itemsOf(list)) {
        const name = nameOf(entry);
        const place = takeTurn(turns, `${parent}/${name}`);
        if (!(entry.type === 'document' && entry.git)) this.#known.set(place, entry);
        add(children, `${parent}/${name}`);
      }
    };
    add(snapshot.pages.top, '');
  }

  find(parentPlace: string, name: string): PageEntry | undefined {
    return this.#known.get(takeTurn(this.#turns, `${parentPlace}/${name}`));
  }
}

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

/** Ids of what earlier imports took out of the space, by `departedKey`. */
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

function takeTurn(turns: Map<string, number>, place: string): string {
  const turn = turns.get(place) ?? 0;
  turns.set(place, turn + 1);
  return `${place}#${turn}`;
}
