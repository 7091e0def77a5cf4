import { NO_SETTINGS, type PageEntry } from '@lectern/content/tree/entries';
import type { NestedPage } from '@lectern/content/tree/page-tree';
import { buildSnapshot, type Snapshot } from '@lectern/content/tree/snapshot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { FactsStore } from '../facts/facts-store.ts';
import { createConditions } from './evaluate-conditions.ts';
import type { RevisionRow } from './revision.repository.ts';
import { collectPageConditions, judgePages } from './visible-pages.ts';

const AT = '2026-01-01T00:00:00.000Z';

interface PlainPage {
  kind: 'document' | 'group' | 'link';
  /** The claim that its condition asks for; undefined: it has none. */
  claim: string | undefined;
  /** For a link: the number of the page that it leads to, if that is a document. */
  target: number;
  children: PlainPage[];
}

const randomPages = fc.letrec<{ pages: PlainPage[] }>((tie) => ({
  pages: fc.array(
    fc.record({
      kind: fc.constantFrom('document' as const, 'document' as const, 'group' as const, 'link' as const),
      claim: fc.constantFrom('a', 'b', 'c', undefined, undefined),
      target: fc.nat(20),
      children: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.constant<PlainPage[]>([]), tie('pages')),
    }),
    { maxLength: 4 },
  ),
})).pages;

interface PlacedPage extends PlainPage {
  id: string;
  above: PlacedPage[];
  below: PlacedPage[];
}

/** Numbers the pages, and builds their snapshot. Links have no children. */
function place(pages: readonly PlainPage[]): { placed: PlacedPage[]; snapshot: Snapshot } {
  const placed: PlacedPage[] = [];
  const number = (page: PlainPage, above: PlacedPage[]): PlacedPage => {
    const own: PlacedPage = { ...page, id: `p${placed.length}`, above, below: [] };
    placed.push(own);
    if (page.kind !== 'link') own.below = page.children.map((child) => number(child, [...above, own]));
    return own;
  };
  const top = pages.map((page) => number(page, []));
  const nest = (page: PlacedPage): NestedPage => ({ entry: entryOf(page), children: page.below.map(nest) });
  const entryOf = ({ kind, id, target }: PlacedPage): PageEntry => {
    const fields = { id, title: id, createdAt: AT, updatedAt: AT };
    if (kind === 'link') {
      const isPage = placed[target]?.kind === 'document';
      return {
        ...fields,
        type: 'link',
        href: 'https://example.com',
        ...(isPage ? { page: `p${target}` } : {}),
      };
    }
    return kind === 'group'
      ? { ...fields, type: 'group', slug: id }
      : { ...fields, type: 'document', slug: id, document: id };
  };
  const content = { pages: top.map(nest), files: [], reusables: [], settings: NO_SETTINGS };
  return { placed, snapshot: buildSnapshot(content, () => {}) };
}

async function collect(snapshot: Snapshot, claimOf: (pageId: string) => string | undefined) {
  let loads = 0;
  let evaluations = 0;
  const conditions = createConditions();
  const { evaluate } = conditions;
  conditions.evaluate = (...of) => {
    evaluations += 1;
    return evaluate(...of);
  };
  const load = (async () => {
    loads += 1;
    return (pageId: string) => {
      const claim = claimOf(pageId);
      return claim === undefined ? {} : { frontMatter: { if: `visitor.claims.${claim}` } };
    };
  }) as unknown as FactsStore['load'];
  const store = { conditions, facts: { load, keep: () => {} } };
  const open = { space: { organizationId: 'o' } as SpacePointer, revision: {} as RevisionRow, snapshot };
  const see = async (claims: object) => {
    const audience = { claims, isVisitor: true, now: new Date(AT) };
    const pageConditions = await collectPageConditions(store, open);
    const scope = { audience, spaceVariables: {} };
    return { ...judgePages(conditions, pageConditions, scope), scope };
  };
  return { see, conditions, counts: () => ({ loads, evaluations }) };
}

test('a page is seen if all conditions of it and above it hold, its target is seen, and a group if a page in it is', async () => {
  await fc.assert(
    fc.asyncProperty(randomPages, fc.subarray(['a', 'b', 'c']), async (pages, held) => {
      const { placed, snapshot } = place(pages);
      const byId = new Map(placed.map((page) => [page.id, page]));
      const { see } = await collect(snapshot, (id) => byId.get(id)?.claim);
      const visible = (await see(Object.fromEntries(held.map((claim) => [claim, true])))).see(snapshot);

      // Only documents have front matter.
      const holds = (page: PlacedPage): boolean =>
        page.kind !== 'document' || page.claim === undefined || held.includes(page.claim);
      const isOpen = (page: PlacedPage): boolean => [...page.above, page].every(holds);
      const isSeen = (page: PlacedPage): boolean => {
        if (!isOpen(page)) return false;
        if (page.kind === 'group') return page.below.some(isSeen);
        const target = page.kind === 'link' ? byId.get(`p${page.target}`) : undefined;
        return target?.kind !== 'document' || isOpen(target);
      };
      for (const page of placed) {
        expect(visible.isVisible(page.id), page.id).toBe(isSeen(page));
        expect(visible.whyHidden(page.id) === undefined).toBe(isSeen(page));
      }
      expect(visible.isVisible('p999')).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('a hidden page tells whose condition hides it, and the values that decided', async () => {
  const child: PlainPage = { kind: 'document', claim: undefined, target: 0, children: [] };
  const { snapshot } = place([{ ...child, claim: 'plan', children: [child] }]);
  const { see, conditions } = await collect(snapshot, (id) => (id === 'p0' ? 'plan' : undefined));
  const { scope, ...judged } = await see({ plan: 0 });
  const reason = judged.see(snapshot).whyHidden('p1');
  expect(reason).toMatchObject({
    kind: 'condition',
    pageId: 'p0',
    condition: { expression: 'visitor.claims.plan' },
  });
  if (reason?.kind !== 'condition') throw new Error('Another reason.');
  expect(conditions.explain(reason.condition, scope)).toEqual([{ path: 'visitor.claims.plan', value: 0 }]);
});

test('the conditions of a revision are collected once, and each is evaluated once for an audience', async () => {
  const pages = Array.from(
    { length: 5000 },
    (_, n): PlainPage => ({
      kind: 'document',
      claim: `c${n % 50}`,
      target: 0,
      children: [],
    }),
  );
  const { placed, snapshot } = place(pages);
  const byId = new Map(placed.map((page) => [page.id, page]));
  const { see, counts } = await collect(snapshot, (id) => byId.get(id)?.claim);
  const claims = { c1: true };
  const first = (await see(claims)).see(snapshot);
  expect(counts()).toEqual({ loads: 1, evaluations: 50 });
  expect((await see(claims)).see(snapshot)).toBe(first);
  expect(counts()).toEqual({ loads: 1, evaluations: 50 });
  // Others with the same truths share what was found.
  expect((await see({ c1: 'yes', name: 'x' })).see(snapshot)).toBe(first);
  expect(counts()).toEqual({ loads: 1, evaluations: 100 });
  expect(placed.filter(({ id }) => first.isVisible(id))).toHaveLength(100);
});
