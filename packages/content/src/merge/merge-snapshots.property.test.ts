import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  mergeAll,
  type PageSpec,
  snapshotOf,
} from '../../../../test/fixtures/content/merge/merge-snapshots.ts';
import type { PageNode } from '../tree/entries.ts';
import { itemsOf, type MerkleList } from '../tree/merkle-list.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import type { Conflict, Sides } from './conflicts.ts';

/** A tree as a map, in which edits are easy and nothing of the implementation is used. */
interface ModelPage {
  title: string;
  parentId: string | undefined;
}
type Model = Map<string, ModelPage>;

interface Step {
  kind: 'rename' | 'move' | 'reorder' | 'delete' | 'add';
  page: number;
  target: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('rename', 'rename', 'move', 'reorder', 'delete', 'add'),
  page: fc.nat(1000),
  target: fc.nat(1000),
});
const script = fc.array(step, { maxLength: 6 });
const bases = fc.array(fc.nat(1000), { minLength: 1, maxLength: 14 });

function createBase(parents: readonly number[]): Model {
  const model: Model = new Map();
  for (const [n, parent] of parents.entries())
    model.set(`p${n}`, { title: `t${n}`, parentId: parent % 3 === 0 ? undefined : `p${parent % (n + 1)}` });
  for (const [id, page] of model) if (page.parentId === id) page.parentId = undefined;
  return model;
}

const isBelow = (model: Model, id: string | undefined, above: string): boolean => {
  for (let at = id; at !== undefined; at = model.get(at)?.parentId) if (at === above) return true;
  return false;
};

/** Applies a writer's steps; everything new is named after the writer. */
function edit(base: Model, steps: readonly Step[], writer: string): Model {
  let model: Model = new Map([...base].map(([id, page]) => [id, { ...page }]));
  for (const [n, { kind, page, target }] of steps.entries()) {
    const ids = [...model.keys()];
    const id = ids[page % ids.length];
    const other = ids[target % ids.length];
    if (kind === 'add') model.set(`${writer}${n}`, { title: `new ${writer}${n}`, parentId: other });
    const chosen = id === undefined ? undefined : model.get(id);
    if (id === undefined || !chosen) continue;
    if (kind === 'rename') chosen.title = `${writer} title ${n}`;
    if (kind === 'move') {
      const parentId = target % 4 === 0 ? undefined : other;
      if (!isBelow(model, parentId, id)) chosen.parentId = parentId;
    }
    if (kind === 'reorder') {
      const rest = [...model].filter(([known]) => known !== id);
      rest.splice(target % (rest.length + 1), 0, [id, chosen]);
      model = new Map(rest);
    }
    if (kind === 'delete') {
      const gone = [...model.keys()].filter((known) => isBelow(model, known, id));
      for (const known of gone) model.delete(known);
    }
  }
  return model;
}

function toSnapshot(model: Model): Snapshot {
  const childrenOf = (parentId: string | undefined): PageSpec[] =>
    [...model].flatMap(([id, page]) =>
      page.parentId === parentId ? [{ id, title: page.title, children: childrenOf(id) }] : [],
    );
  return snapshotOf({ pages: childrenOf(undefined) });
}

interface FoundPage {
  title: string;
  parentId: string | undefined;
}

function readPages(
  list: MerkleList<PageNode> | undefined,
  parentId?: string,
  found = new Map<string, FoundPage>(),
) {
  for (const { entry, children } of itemsOf(list)) {
    expect(found.has(entry.id)).toBe(false);
    found.set(entry.id, { title: entry.title, parentId });
    readPages(children, entry.id, found);
  }
  return found;
}

const versions = fc.tuple(bases, script, script).map(([parents, ours, theirs]) => {
  const base = createBase(parents);
  return { base, ours: edit(base, ours, 'x'), theirs: edit(base, theirs, 'y') };
});

const snapshotsOf = ({ base, ours, theirs }: Sides<Model>): Sides<Snapshot> => ({
  base: toSnapshot(base),
  ours: toSnapshot(ours),
  theirs: toSnapshot(theirs),
});

const RUNS = { numRuns: process.env.LECTERN_SOAK ? 3000 : 100 };

const pageIdsOf = (conflict: Conflict): string[] => {
  if (conflict.kind === 'page-deleted') return [conflict.pageId, ...conflict.changedPageIds];
  return 'pageId' in conflict ? [conflict.pageId] : [];
};

test('pages, titles and places merge as a model of single pages says, or are in a conflict', async () => {
  await fc.assert(
    fc.asyncProperty(versions, async (models) => {
      const { base, ours, theirs } = models;
      const merged = await mergeAll(snapshotsOf(models));
      const found = readPages(merged.snapshot.pages.top);
      const contested = new Set(merged.conflicts.flatMap(pageIdsOf));
      const hasTreeConflict = merged.conflicts.some(({ kind }) => kind !== 'page-field');
      for (const id of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
        const [before, left, right] = [base.get(id), ours.get(id), theirs.get(id)];
        const page = found.get(id);
        const isDeleted = before !== undefined && !(left && right);
        if (!isDeleted) expect(page, id).toBeDefined();
        // A page that one side deletes and nobody edits is gone, unless a conflict keeps it together with a page below
        // it.
        else if (!hasTreeConflict) expect(page, id).toBeUndefined();
        if (!page || contested.has(id)) continue;
        const expected = (field: keyof ModelPage): unknown => {
          const [was, one, other] = [before?.[field], left?.[field], right?.[field]];
          if (!left || !right) return left ? one : other;
          return one === was ? other : one;
        };
        expect(page.title, id).toBe(expected('title'));
        if (!hasTreeConflict) expect(page.parentId, id).toBe(expected('parentId'));
      }
      // Everything that is stored is found again by its id.
      for (const [id, { parentId }] of found) expect(merged.snapshot.pages.parentIdOf(id)).toBe(parentId);
      expect([...found.keys()].every((id) => base.has(id) || ours.has(id) || theirs.has(id))).toBe(true);
    }),
    RUNS,
  );
});

test('a merge is deterministic, and without conflicts the same if the sides are exchanged', async () => {
  await fc.assert(
    fc.asyncProperty(versions, async (models) => {
      const { base, ours, theirs } = snapshotsOf(models);
      const merged = await mergeAll({ base, ours, theirs });
      const again = await mergeAll({ base, ours, theirs });
      const exchanged = await mergeAll({ base, ours: theirs, theirs: ours });
      expect([again.snapshot.hash, again.conflicts]).toEqual([merged.snapshot.hash, merged.conflicts]);
      // Ours is kept until a conflict is answered, and can itself form a cycle with another move: then one of the two
      // directions has one more conflict of the same kind.
      const kindsOf = (conflicts: readonly Conflict[]) =>
        [...new Set(conflicts.map(({ kind }) => kind))].sort();
      expect(kindsOf(exchanged.conflicts)).toEqual(kindsOf(merged.conflicts));
      if (merged.conflicts.length === 0) expect(exchanged.snapshot.hash).toBe(merged.snapshot.hash);
    }),
    RUNS,
  );
});

test('each answer settles its conflict, and a side that wins everything has nothing of its own undone', async () => {
  await fc.assert(
    fc.asyncProperty(versions, async (models) => {
      const sides = snapshotsOf(models);
      for (const choice of ['ours', 'theirs'] as const) {
        const merged = await mergeAll(sides, () => ({ choice }));
        expect(merged.conflicts).toEqual([]);
        const found = readPages(merged.snapshot.pages.top);
        const [winner, base] = [models[choice], models.base];
        for (const [id, { title }] of winner) {
          if (found.has(id) && base.get(id)?.title !== title) expect(found.get(id)?.title).toBe(title);
        }
      }
    }),
    RUNS,
  );
});

test('merging with oneself or with an ancestor changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(versions, async (models) => {
      const { base, ours } = snapshotsOf(models);
      for (const sides of [
        { base, ours, theirs: ours },
        { base, ours, theirs: base },
        { base, ours: base, theirs: ours },
      ]) {
        const merged = await mergeAll(sides);
        expect([merged.snapshot.hash, merged.conflicts, merged.emitted.size]).toEqual([ours.hash, [], 0]);
      }
    }),
    RUNS,
  );
});

test('three writers: what the first two agree on stays after the third is merged', async () => {
  await fc.assert(
    fc.asyncProperty(bases, script, script, script, async (parents, one, two, three) => {
      const model = createBase(parents);
      const base = toSnapshot(model);
      const edits = [edit(model, one, 'x'), edit(model, two, 'y'), edit(model, three, 'z')];
      const [first, second, third] = edits.map(toSnapshot) as [Snapshot, Snapshot, Snapshot];
      const both = await mergeAll({ base, ours: first, theirs: second });
      const all = await mergeAll({ base, ours: both.snapshot, theirs: third });
      const found = readPages(all.snapshot.pages.top);
      for (const edited of edits)
        for (const id of edited.keys()) if (!model.has(id)) expect(found.has(id)).toBe(true);
    }),
    RUNS,
  );
});

test('three writers: without conflicts pages, titles and places are what a model of single pages says', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(bases, script, script, script, async (parents, one, two, three) => {
      const model = createBase(parents);
      const edits = [edit(model, one, 'x'), edit(model, two, 'y'), edit(model, three, 'z')];
      const base = toSnapshot(model);
      const [first, second, third] = edits.map(toSnapshot) as [Snapshot, Snapshot, Snapshot];
      const both = await mergeAll({ base, ours: first, theirs: second });
      const all = await mergeAll({ base, ours: both.snapshot, theirs: third });
      if (both.conflicts.length + all.conflicts.length > 0) return;
      compared += 1;
      const found = readPages(all.snapshot.pages.top);
      for (const id of new Set([model, ...edits].flatMap((version) => [...version.keys()]))) {
        const before = model.get(id);
        const versions = edits.map((version) => version.get(id));
        const isDeleted = before !== undefined && versions.includes(undefined);
        expect(found.has(id), id).toBe(!isDeleted);
        for (const field of isDeleted ? [] : (['title', 'parentId'] as const)) {
          const changed = versions.flatMap((page) =>
            page && page[field] !== before?.[field] ? [page[field]] : [],
          );
          expect(found.get(id)?.[field], `${field} of ${id}`).toBe(
            changed.length > 0 ? changed[0] : before?.[field],
          );
        }
      }
    }),
    RUNS,
  );
  expect(compared).toBeGreaterThan(10);
});
