/**
 * Ids from other versions of the content. When a branch is merged, the connected branch gets the files that it added.
 * Their pages must have the same ids in the space as in the change request of the branch.
 */
import type { GitBlob, PageEntry } from '@lectern/content/tree/entries';
import type { Snapshot } from '@lectern/content/tree/snapshot';

interface Identified {
  id: string;
  git?: GitBlob;
}

/** The ids of entries that only other versions have, by their paths. */
export class RelativeIds {
  readonly #byPath = new Map<string, string>();

  /** `known`: the entries whose ids are in use. */
  constructor(known: Iterable<Identified>, relatives: Iterable<Iterable<Identified>>) {
    const inUse = new Set<string>();
    for (const { id } of known) inUse.add(id);
    for (const entries of relatives)
      for (const { id, git } of entries) {
        if (!git || inUse.has(id) || this.#byPath.has(git.path)) continue;
        inUse.add(id);
        this.#byPath.set(git.path, id);
      }
  }

  find(path: string): string | undefined {
    return this.#byPath.get(path);
  }
}

/** Finds pages in other versions of the content. */
export class RelativePages {
  readonly #ids: RelativeIds;
  readonly #versions = new Map<string, PageEntry[]>();

  constructor(previous: Snapshot, relatives: readonly Snapshot[]) {
    const entriesOf = ({ pages }: Snapshot): PageEntry[] => [...pages.pages()].map(({ entry }) => entry);
    const others = relatives.map(entriesOf);
    for (const entry of others.flat()) {
      const known = this.#versions.get(entry.id);
      if (known) known.push(entry);
      else this.#versions.set(entry.id, [entry]);
    }
    this.#ids = new RelativeIds(others.length > 0 ? entriesOf(previous) : [], others);
  }

  /** The id of the page of a new file. */
  findId(path: string): string | undefined {
    return this.#ids.find(path);
  }

  /** Returns the entries of a page in other versions. */
  versionsOf(id: string): readonly PageEntry[] {
    return this.#versions.get(id) ?? [];
  }
}
