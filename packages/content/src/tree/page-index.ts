import { appendTo } from '@lectern/std/long-lists';
import type { PageEntry, PageNode } from './entries.ts';
import { firstOfEach, foldPath } from './fold-path.ts';
import { LayeredMap } from './layered-map.ts';
import { itemsOf, leavesOf, type MerkleList } from './merkle-list.ts';

type Pages = MerkleList<PageNode> | undefined;

interface Location {
  parentId: string | undefined;
  /** Its position among its siblings, or a former one: the first place to look. */
  position: number;
  /** The slugs from the top, joined; the nearest path above for pages without one. */
  path: string;
}

/** Below this number of changes positions are followed in any tree; above, as many as this part of its pages. */
const MIN_FOLLOWED = 64;
const FOLLOWED_PART = 1 / 64;

/**
 * Where the pages of a tree are. Trees that differ only in documents share one index; that of another tree follows from
 * the index of a similar one, in work that grows with what they do not share.
 */
export class PageIndex {
  readonly #locations: LayeredMap<string, Location>;
  readonly #byPath: LayeredMap<string, string>;
  readonly #byGitPath: LayeredMap<string, string>;
  /** Paths of several pages: which of them a path names depends on the whole tree. */
  readonly #ambiguous: ReadonlySet<string>;
  /** How many changes positions have been followed through. */
  readonly #age: number;
  #byFoldedGitPath: ReadonlyMap<string, string> | undefined;

  private constructor(parts: {
    locations: LayeredMap<string, Location>;
    byPath: LayeredMap<string, string>;
    byGitPath: LayeredMap<string, string>;
    ambiguous: ReadonlySet<string>;
    age: number;
  }) {
    this.#locations = parts.locations;
    this.#byPath = parts.byPath;
    this.#byGitPath = parts.byGitPath;
    this.#ambiguous = parts.ambiguous;
    this.#age = parts.age;
  }

  static of(top: Pages): PageIndex {
    const locations = new Map<string, Location>();
    const byPath = new Map<string, string>();
    const byGitPath = new Map<string, string>();
    const ambiguous = new Set<string>();
    for (const { entry, location } of walk(top, { parentId: undefined, path: '' })) {
      locations.set(entry.id, location);
      const { path, gitPath } = namesOf(entry, location);
      if (path !== undefined) {
        if (byPath.has(path)) ambiguous.add(path);
        else byPath.set(path, entry.id);
      }
      if (gitPath !== undefined) {
        if (byGitPath.has(gitPath)) ambiguous.add(gitPath);
        byGitPath.set(gitPath, entry.id);
      }
    }
    return new PageIndex({
      locations: new LayeredMap(locations),
      byPath: new LayeredMap(byPath),
      byGitPath: new LayeredMap(byGitPath),
      ambiguous,
      age: 0,
    });
  }

  get size(): number {
    return this.#locations.size;
  }

  locate(pageId: string): Location | undefined {
    return this.#locations.get(pageId);
  }

  /** The first page with this path, in lower case. */
  findByPath(path: string): string | undefined {
    return this.#byPath.get(path);
  }

  findByGitPath(path: string): string | undefined {
    return this.#byGitPath.get(path);
  }

  findByFoldedGitPath(folded: string): string | undefined {
    this.#byFoldedGitPath ??= firstOfEach(
      [...this.#byGitPath.entries()].map(([path, id]) => [foldPath(path), id]),
    );
    return this.#byFoldedGitPath.get(folded);
  }

  /** The index of `after`, if this is the index of `before`; undefined if it is better made from the whole tree. */
  follow(before: Pages, after: Pages): PageIndex | undefined {
    const { gone, came, shifted } = compareTrees(before, after);
    const age = this.#age + 1 + gone.length + came.length;
    if (age > Math.max(MIN_FOLLOWED, this.size * FOLLOWED_PART)) return undefined;
    const locations = this.#locations.fork();
    const byPath = this.#byPath.fork();
    const byGitPath = this.#byGitPath.fork();
    for (const { entry, location } of gone) {
      locations.delete(entry.id);
      const { path, gitPath } = namesOf(entry, location);
      if (this.#isAmbiguous(path) || this.#isAmbiguous(gitPath)) return undefined;
      if (path !== undefined) byPath.delete(path);
      if (gitPath !== undefined) byGitPath.delete(gitPath);
    }
    for (const { entry, location } of came) {
      locations.set(entry.id, location);
      const { path, gitPath } = namesOf(entry, location);
      if (path !== undefined) {
        if (byPath.has(path)) return undefined;
        byPath.set(path, entry.id);
      }
      if (gitPath !== undefined) {
        if (byGitPath.has(gitPath)) return undefined;
        byGitPath.set(gitPath, entry.id);
      }
    }
    for (const { entry, location } of shifted) locations.set(entry.id, location);
    const next = new PageIndex({ locations, byPath, byGitPath, ambiguous: this.#ambiguous, age });
    if (![...gone, ...came].some(({ entry }) => 'git' in entry && entry.git))
      next.#byFoldedGitPath = this.#byFoldedGitPath;
    return next;
  }

  #isAmbiguous(name: string | undefined): boolean {
    return name !== undefined && this.#ambiguous.has(name);
  }
}

interface Placed {
  entry: PageEntry;
  location: Location;
}

/** The keys by which a page is found. */
function namesOf(
  entry: PageEntry,
  { path }: Location,
): { path: string | undefined; gitPath: string | undefined } {
  return {
    path: 'slug' in entry ? path.toLowerCase() : undefined,
    gitPath: entry.type === 'document' ? entry.git?.path : undefined,
  };
}

interface Above {
  parentId: string | undefined;
  path: string;
}

const place = ({ entry }: PageNode, { parentId, path }: Above, position: number): Placed => ({
  entry,
  location: { parentId, position, path: 'slug' in entry ? joinPath(path, entry.slug) : path },
});

const below = ({ entry, location }: Placed): Above => ({ parentId: entry.id, path: location.path });

function* walk(list: Pages, above: Above): Generator<Placed> {
  let position = 0;
  for (const node of itemsOf(list)) {
    const placed = place(node, above, position);
    yield placed;
    yield* walk(node.children, below(placed));
    position += 1;
  }
}

interface Comparison {
  /** In `before`, and not in `after` below the same page under the same names. */
  gone: Placed[];
  /** The other way around. */
  came: Placed[];
  /** In both, at another position among their siblings; those of shared leaves are not here. */
  shifted: Placed[];
}

/** Compares trees by the leaves that they do not share. */
function compareTrees(before: Pages, after: Pages): Comparison {
  const { gone, came, shifted }: Comparison = { gone: [], came: [], shifted: [] };
  const compare = (former: Pages, present: Pages, above: Above): void => {
    if (former?.hash === present?.hash) return;
    const [left, right] = [unsharedPages(former, present), unsharedPages(present, former)];
    const known = new Map(left.map((one) => [one.node.entry.id, one]));
    for (const { node, position } of right) {
      const twin = known.get(node.entry.id);
      const placed = place(node, above, position);
      if (twin && standsAlike(twin.node.entry, node.entry)) {
        known.delete(node.entry.id);
        if (twin.position !== position) shifted.push(placed);
        compare(twin.node.children, node.children, below(placed));
      } else {
        came.push(placed);
        appendTo(came, walk(node.children, below(placed)));
      }
    }
    for (const { node, position } of known.values()) {
      const placed = place(node, above, position);
      gone.push(placed);
      appendTo(gone, walk(node.children, below(placed)));
    }
  };
  compare(before, after, { parentId: undefined, path: '' });
  return { gone, came, shifted };
}

function unsharedPages(list: Pages, other: Pages): { node: PageNode; position: number }[] {
  const shared = new Set([...leavesOf(other)].map(({ hash }) => hash));
  const pages: { node: PageNode; position: number }[] = [];
  let start = 0;
  for (const { hash, items } of leavesOf(list)) {
    if (!shared.has(hash))
      for (const [place, node] of items.entries()) pages.push({ node, position: start + place });
    start += items.length;
  }
  return pages;
}

/** Whether two entries of one page are at the same place under the same names. */
export function standsAlike(before: PageEntry, after: PageEntry): boolean {
  if (before.type !== after.type) return false;
  const names = (entry: PageEntry): string =>
    `${'slug' in entry ? entry.slug : ''}\n${'git' in entry ? (entry.git?.path ?? '') : ''}`;
  return names(before) === names(after);
}

const joinPath = (parent: string, slug: string): string => (parent ? `${parent}/${slug}` : slug);
