import type { DocumentFacts } from '@lectern/content/facts/document-facts';
import type { PageNode } from '@lectern/content/tree/entries';
import { itemsOf, type MerkleList } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { Audience } from '../server/content/revisions/audience.ts';
import type { ContentStore, OpenRevision } from '../server/content/revisions/content-store.ts';
import { documentsOf } from '../server/content/revisions/revision-view.ts';
import type { Truths } from '../server/content/revisions/truths.ts';
import {
  collectPageConditions,
  judgePages,
  type VisiblePages,
} from '../server/content/revisions/visible-pages.ts';
import { type ComputedPages, createComputedPages } from '../server/domains/specs/pages/computed-pages.ts';
import type { SpecFinders } from '../server/domains/specs/reference/spec-finders.ts';
import { createComputedPlaces } from './computed/place-computed-pages.ts';
import type { PageTraits, VisiblePage } from './visible-page.ts';

/** The pages of a revision that a visitor may see. */
export interface VisibleContents {
  /** Equal for visitors who see the same pages. */
  key: string;
  /** Whether another part may be visible at another time. */
  isTimed: boolean;
  top: readonly VisiblePage[];
  find(pageId: string): VisiblePage | undefined;
  /** The page at a path below the space. */
  findByPath(path: string): VisiblePage | undefined;
  /** The path of a page below the space. */
  pathOf(pageId: string): string;
  /** The pages that the table of contents lists, in reading order. */
  readingOrder: readonly VisiblePage[];
}

export type ReadVisibleContents = (open: OpenRevision, audience: Audience) => Promise<VisibleContents>;

/** Different views of one revision that are kept. */
const MAX_KEPT = 50;

/** Arranges the pages that visitors see for navigation. Kept with the revision, by what its conditions come to. */
export function createVisibleContents(
  store: Pick<ContentStore, 'facts' | 'conditions'>,
  finders: SpecFinders,
): ReadVisibleContents {
  const readComputed = createComputedPages(finders);
  const settings = new WeakMap<Snapshot, Promise<ReadonlyMap<string, PageTraits>>>();
  const kept = new WeakMap<Snapshot, Map<string, VisibleContents>>();

  async function loadSettings({ space, snapshot }: OpenRevision): Promise<ReadonlyMap<string, PageTraits>> {
    const hashes = documentsOf(snapshot.pages.pages());
    const factsOf = await store.facts.load(space.organizationId, 'facts', hashes);
    const settingsOf = new Map<string, PageTraits>();
    for (const { entry } of snapshot.pages.pages())
      if (entry.type === 'document' && entry.document !== undefined)
        settingsOf.set(entry.id, readTraits(factsOf(entry.document) ?? {}));
    return settingsOf;
  }

  function findSettings(open: OpenRevision): Promise<ReadonlyMap<string, PageTraits>> {
    const found = settings.get(open.snapshot);
    if (found) return found;
    const loading = loadSettings(open);
    settings.set(open.snapshot, loading);
    loading.catch(() => settings.delete(open.snapshot));
    return loading;
  }

  return async (open, audience) => {
    const { snapshot } = open;
    const scope = { audience, spaceVariables: snapshot.settings.variables };
    const { truths, see } = judgePages(store.conditions, await collectPageConditions(store, open), scope);
    const views = kept.get(snapshot) ?? new Map<string, VisibleContents>();
    kept.set(snapshot, views);
    const settingsOf = await findSettings(open);
    const computed = await readComputed(open, specsOf(settingsOf));
    const key = truths.key + computed.key;
    const found = views.get(key);
    if (found) return found;
    const { isTimed } = truths;
    const contents = arrange(snapshot, { key, isTimed }, settingsOf, see(snapshot), computed);
    if (views.size >= MAX_KEPT) views.clear();
    views.set(key, contents);
    return contents;
  };
}

const readTraits = (facts: DocumentFacts): PageTraits => ({
  ...readPageSettings(facts),
  hasUpdates: facts.hasUpdates === true,
  specParts: facts.specParts ?? [],
});

const shownSpecs = new WeakMap<ReadonlyMap<string, PageTraits>, ReadonlySet<string>>();

/** The specs that blocks of a revision show. */
function specsOf(settingsOf: ReadonlyMap<string, PageTraits>): ReadonlySet<string> {
  const known = shownSpecs.get(settingsOf);
  if (known) return known;
  const found = new Set(
    [...settingsOf.values()].flatMap(({ specParts }) => specParts.map(({ spec }) => spec)),
  );
  shownSpecs.set(settingsOf, found);
  return found;
}

function arrange(
  snapshot: Snapshot,
  { key, isTimed }: Pick<Truths, 'key' | 'isTimed'>,
  settingsOf: ReadonlyMap<string, PageTraits>,
  { isVisible }: VisiblePages,
  computed: ComputedPages,
): VisibleContents {
  const byId = new Map<string, VisiblePage>();
  const readingOrder: VisiblePage[] = [];

  const places = createComputedPlaces(snapshot, (page) => {
    byId.set(page.entry.id, page);
    if (page.entry.type === 'document' && isListed(page)) readingOrder.push(page);
  });

  function listIn(pages: MerkleList<PageNode> | undefined, parent?: VisiblePage): VisiblePage[] {
    const shown: VisiblePage[] = [];
    for (const { entry, children } of itemsOf(pages)) {
      if (!isVisible(entry.id)) continue;
      if (entry.type === 'computed') {
        shown.push(...places.place(entry, computed.listOf(entry.id), parent));
        continue;
      }
      const below: VisiblePage[] = [];
      const traits = settingsOf.get(entry.id);
      const sections = traits ? computed.sectionsOf(traits.specParts) : [];
      const page = { entry, settings: traits, parent, children: below, sections };
      if (entry.type === 'document' && isListed(page)) readingOrder.push(page);
      below.push(...listIn(children, page));
      byId.set(entry.id, page);
      shown.push(page);
    }
    return shown;
  }

  const top = listIn(snapshot.pages.top);
  const find = (pageId: string): VisiblePage | undefined => byId.get(pageId);
  return {
    key,
    isTimed,
    top,
    find,
    findByPath: (path) => {
      const pageId = snapshot.pages.findByPath(path)?.entry.id;
      return pageId === undefined ? places.findByPath(path) : find(pageId);
    },
    pathOf: (pageId) => find(pageId)?.computed?.path ?? snapshot.pages.pathOf(pageId),
    readingOrder,
  };
}

/** Whether the table of contents has the page: neither the page nor one above it is set to be left out. */
export function isListed(page: VisiblePage): boolean {
  for (let one: VisiblePage | undefined = page; one; one = one.parent) if (one.settings?.hidden) return false;
  return true;
}
