import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCommonAncestors, type RevisionParents } from './find-common-ancestors.ts';

type Graph = Map<string, RevisionParents>;

/** Each revision has up to two parents among those before it; times may be wrong. */
const graphs: fc.Arbitrary<Graph> = fc
  .array(
    fc.record({ parents: fc.array(fc.nat(), { maxLength: 2 }), time: fc.nat(1000), isWrong: fc.boolean() }),
    {
      minLength: 2,
      maxLength: 25,
    },
  )
  .map((revisions) => {
    const graph: Graph = new Map();
    for (const [position, { parents, time, isWrong }] of revisions.entries())
      graph.set(`r${position}`, {
        parents: position === 0 ? [] : [...new Set(parents.map((parent) => `r${parent % position}`))],
        createdAt: new Date(isWrong ? time : position * 10),
      });
    return graph;
  });

/** Everything that leads to a revision, itself included. */
function ancestorsOf(graph: Graph, id: string): Set<string> {
  const found = new Set([id]);
  for (const ancestor of found) for (const parent of graph.get(ancestor)?.parents ?? []) found.add(parent);
  return found;
}

function findNaively(graph: Graph, left: string, right: string): string[] {
  const ofRight = ancestorsOf(graph, right);
  const common = [...ancestorsOf(graph, left)].filter((id) => ofRight.has(id));
  return common
    .filter((id) => !common.some((other) => other !== id && ancestorsOf(graph, other).has(id)))
    .sort();
}

const loaderOf =
  (graph: Graph, onLoad: (ids: readonly string[]) => void = () => {}) =>
  async (ids: readonly string[]) => {
    onLoad(ids);
    return new Map(ids.map((id) => [id, graph.get(id) as RevisionParents]));
  };

test('the best common ancestors are those that a complete search finds, even if clocks are wrong', async () => {
  await fc.assert(
    fc.asyncProperty(graphs, fc.nat(), fc.nat(), async (graph, left, right) => {
      const [one, other] = [`r${left % graph.size}`, `r${right % graph.size}`];
      const found = await findCommonAncestors(loaderOf(graph), one, other);
      expect(found.sort()).toEqual(findNaively(graph, one, other));
    }),
    { numRuns: 500 },
  );
});

test('only revisions near the two are read', async () => {
  const graph: Graph = new Map();
  const add = (id: string, parents: string[], time: number): void => {
    graph.set(id, { parents, createdAt: new Date(time) });
  };
  for (let i = 0; i < 1000; i++) add(`m${i}`, i === 0 ? [] : [`m${i - 1}`], i);
  add('b1', ['m990'], 1001);
  add('b2', ['b1'], 1002);
  const read: string[] = [];
  const found = await findCommonAncestors(
    loaderOf(graph, (ids) => read.push(...ids)),
    'b2',
    'm999',
  );
  expect(found).toEqual(['m990']);
  expect(read.length).toBeLessThan(20);
  expect(new Set(read).size).toBe(read.length);
});

test('revisions without a common ancestor have none', async () => {
  const graph: Graph = new Map([
    ['a', { parents: [], createdAt: new Date(1) }],
    ['b', { parents: [], createdAt: new Date(2) }],
  ]);
  expect(await findCommonAncestors(loaderOf(graph), 'a', 'b')).toEqual([]);
});
