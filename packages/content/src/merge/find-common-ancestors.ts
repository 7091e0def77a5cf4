/** The fields of a revision that the search needs. */
export interface RevisionParents {
  parents: readonly string[];
  createdAt: Date;
}

/** Loads revisions; may return more than were asked for, which saves asking again. */
export type LoadParents = (ids: readonly string[]) => Promise<ReadonlyMap<string, RevisionParents>>;

const LEFT = 1;
const RIGHT = 2;
/** An ancestor of a common ancestor: common as well, but not the best. */
const STALE = 4;

/**
 * Returns the best common ancestors of two revisions, in the order of their ids: those that are not ancestors of
 * another common ancestor. There are several after two branches were merged into each other. The newest revisions are
 * read first, so that little more than what lies between the two is read; wrong clocks cost more reads and never a
 * wrong answer.
 */
export async function findCommonAncestors(
  loadParents: LoadParents,
  left: string,
  right: string,
): Promise<string[]> {
  if (left === right) return [left];
  const graph = createGraph(loadParents);
  const colors = new Map<string, number>();
  const queue = createQueue(graph);
  const paint = (id: string, color: number): void => {
    const known = colors.get(id) ?? 0;
    if ((known & color) === color) return;
    colors.set(id, known | color);
    queue.add(id);
  };
  await graph.load([left, right]);
  paint(left, LEFT);
  paint(right, RIGHT);
  const common = new Set<string>();
  // While every waiting revision is stale, no other common ancestor can be found.
  while (queue.some((id) => ((colors.get(id) ?? 0) & STALE) === 0)) {
    const id = queue.take();
    let color = colors.get(id) ?? 0;
    if ((color & (LEFT | RIGHT)) === (LEFT | RIGHT)) {
      common.add(id);
      color |= STALE;
    }
    const parents = graph.parentsOf(id);
    await graph.load(parents, queue.ids());
    for (const parent of parents) paint(parent, color);
  }
  const candidates = [...common].filter((id) => ((colors.get(id) ?? 0) & STALE) === 0);
  return candidates.length < 2 ? candidates : removeRedundant(graph, candidates);
}

interface Graph {
  /** Loads those that are not known, together with the unknown parents of `waiting`. */
  load(ids: readonly string[], waiting?: Iterable<string>): Promise<void>;
  parentsOf(id: string): readonly string[];
  timeOf(id: string): number;
}

function createGraph(loadParents: LoadParents): Graph {
  const known = new Map<string, RevisionParents>();
  const get = (id: string): RevisionParents => {
    const revision = known.get(id);
    if (!revision) throw new Error(`The revision ${id} is missing.`);
    return revision;
  };
  return {
    async load(ids, waiting = []) {
      if (ids.every((id) => known.has(id))) return;
      const wanted = new Set(ids);
      for (const id of waiting) for (const parent of get(id).parents) wanted.add(parent);
      const missing = [...wanted].filter((id) => !known.has(id));
      for (const [id, revision] of await loadParents(missing)) known.set(id, revision);
    },
    parentsOf: (id) => get(id).parents,
    timeOf: (id) => get(id).createdAt.getTime(),
  };
}

interface Queue {
  add(id: string): void;
  /** Removes and returns the newest. */
  take(): string;
  some(matches: (id: string) => boolean): boolean;
  ids(): Iterable<string>;
}

/** The revisions that wait, each once. Branches are few, so that a search through all is cheaper than a heap. */
function createQueue(graph: Graph): Queue {
  const waiting = new Set<string>();
  return {
    add: (id) => waiting.add(id),
    take() {
      let newest: string | undefined;
      for (const id of waiting)
        if (newest === undefined || graph.timeOf(id) > graph.timeOf(newest)) newest = id;
      waiting.delete(newest as string);
      return newest as string;
    },
    some(matches) {
      for (const id of waiting) if (matches(id)) return true;
      return false;
    },
    ids: () => waiting,
  };
}

/** Removes those that are ancestors of others. Times do not show this, so all ancestors are read, which is rare. */
async function removeRedundant(graph: Graph, candidates: readonly string[]): Promise<string[]> {
  const ancestors = new Set<string>();
  let frontier = [...new Set(candidates.flatMap((id) => [...graph.parentsOf(id)]))];
  while (frontier.length > 0) {
    for (const id of frontier) ancestors.add(id);
    if (candidates.filter((id) => !ancestors.has(id)).length < 2) break;
    await graph.load(frontier);
    frontier = [...new Set(frontier.flatMap((id) => [...graph.parentsOf(id)]))].filter(
      (id) => !ancestors.has(id),
    );
  }
  return candidates.filter((id) => !ancestors.has(id)).sort();
}
