import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { findTag } from '@lectern/markdown/page-condition';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { LRUCache } from 'lru-cache';
import type { FactsStore } from '../facts/facts-store.ts';
import { createConditionList } from './condition-list.ts';
import type { Condition, Conditions, Scope } from './evaluate-conditions.ts';
import { evaluateAll, type Truths } from './truths.ts';

/** Where conditions come from: the store of content has both. */
export interface ConditionSources {
  facts: Pick<FactsStore, 'load'>;
  conditions: Conditions;
}

export interface CollectedRevision {
  space: { organizationId: string };
  snapshot: Snapshot;
}

/** The conditions of the pages of a revision: collected once, from the facts of its pages. */
export interface PageConditions {
  /** Each once. */
  conditions: readonly Condition[];
  /** For each page with a condition of its own, the position of that condition. */
  positions: ReadonlyMap<string, number>;
}

/** Why a visitor does not see a page. */
type HiddenReason =
  /**
   * `pageId`: the page whose condition does not hold: the page itself, or one above it. `Conditions.explain` tells the
   * values that decided.
   */
  | { kind: 'condition'; pageId: string; condition: Condition }
  /** A link to a page that is hidden. */
  | { kind: 'target'; target: string }
  /** A group none of whose pages is seen. */
  | { kind: 'empty' };

/** The pages of a revision that an audience sees. */
export interface VisiblePages {
  isVisible(pageId: string): boolean;
  /** Undefined for a page that is seen, and for one that does not exist. */
  whyHidden(pageId: string): HiddenReason | undefined;
}

const collected = new WeakMap<Snapshot, Promise<PageConditions>>();

/** Collects the conditions of the pages of a revision, and keeps them as long as the revision is in memory. */
export function collectPageConditions(
  store: ConditionSources,
  { space, snapshot }: CollectedRevision,
): Promise<PageConditions> {
  const known = collected.get(snapshot);
  if (known) return known;
  const collecting = readPageConditions(store, space.organizationId, snapshot);
  collected.set(snapshot, collecting);
  collecting.catch(() => collected.delete(snapshot));
  return collecting;
}

async function readPageConditions(
  store: ConditionSources,
  organizationId: string,
  snapshot: Snapshot,
): Promise<PageConditions> {
  const documents: { pageId: string; hash: string }[] = [];
  for (const { entry } of snapshot.pages.pages())
    if (entry.type === 'document' && entry.document !== undefined)
      documents.push({ pageId: entry.id, hash: entry.document });
  const factsOf = await store.facts.load(
    organizationId,
    'facts',
    documents.map(({ hash }) => hash),
  );
  const list = createConditionList(store.conditions);
  const positions = new Map<string, number>();
  const titles = new Map<string, string>();
  for (const { pageId, hash } of documents) {
    const facts = factsOf(hash) ?? {};
    const { condition: expression, variables } = readPageSettings(facts);
    if (expression !== undefined) positions.set(pageId, list.add({ expression, variables }));
    if (facts.title !== undefined) titles.set(pageId, facts.title);
  }
  for (const { entry } of snapshot.pages.pages()) {
    const written = conditionInLabels(entry, titles.get(entry.id));
    if (written !== undefined) positions.set(entry.id, list.add({ expression: written }));
  }
  return { conditions: list.conditions, positions };
}

/**
 * The tag of a condition in the table of contents: around the entry of a page or in its labels. It is no expression, so
 * that the page is hidden. `title`: the heading of its document, of which the document itself tells whether its tags are
 * code.
 */
export function conditionInLabels(entry: PageEntry, title: string | undefined): string | undefined {
  if (entry.condition !== undefined) return entry.condition;
  const labels = [entry.title, entry.linkTitle, 'href' in entry ? entry.href : undefined];
  return findTag(labels.filter((label) => label !== undefined && label !== title));
}

/** Audiences of one revision whose pages are kept. */
const MAX_KEPT = 100;
const kept = new WeakMap<PageConditions, LRUCache<string, VisiblePages>>();

/**
 * Which pages of a revision an audience sees, and why not the others. `truths` name what it depends on, so that an
 * answer that is ready needs no more than them.
 */
export function judgePages(
  conditions: Pick<Conditions, 'evaluate'>,
  pageConditions: PageConditions,
  scope: Scope,
): { truths: Truths; see(snapshot: Snapshot): VisiblePages } {
  const truths = evaluateAll(conditions, pageConditions.conditions, scope);
  return { truths, see: (snapshot) => findVisiblePages(snapshot, pageConditions, truths) };
}

/** The pages that are seen where these conditions hold. Kept, so that audiences with the same truths share them. */
function findVisiblePages(
  snapshot: Snapshot,
  pageConditions: PageConditions,
  { holds, key }: Pick<Truths, 'holds' | 'key'>,
): VisiblePages {
  const ofRevision = kept.get(pageConditions) ?? new LRUCache<string, VisiblePages>({ max: MAX_KEPT });
  kept.set(pageConditions, ofRevision);
  const known = ofRevision.get(key);
  if (known) return known;
  const hidden = findHidden(snapshot, pageConditions, holds);
  const visible: VisiblePages = {
    isVisible: (pageId) => !hidden.has(pageId) && snapshot.pages.find(pageId) !== undefined,
    whyHidden: (pageId) => hidden.get(pageId),
  };
  ofRevision.set(key, visible);
  return visible;
}

function findHidden(
  snapshot: Snapshot,
  { conditions, positions }: PageConditions,
  holds: readonly boolean[],
): Map<string, HiddenReason> {
  const hidden = new Map<string, HiddenReason>();
  const hide = (page: PageNode, reason: HiddenReason): void => {
    hidden.set(page.entry.id, reason);
    for (const child of itemsOf(page.children)) hide(child, reason);
  };
  const links: { pageId: string; target: string }[] = [];
  const visit = (page: PageNode): void => {
    const { entry } = page;
    const condition = positions.get(entry.id);
    if (condition !== undefined && !holds[condition]) {
      hide(page, { kind: 'condition', pageId: entry.id, condition: conditions[condition] as Condition });
      return;
    }
    const target = entry.type === 'link' ? pageOfLink(snapshot, entry) : undefined;
    if (target !== undefined) links.push({ pageId: entry.id, target });
    for (const child of itemsOf(page.children)) visit(child);
  };
  for (const page of itemsOf(snapshot.pages.top)) visit(page);
  for (const { pageId, target } of links)
    if (hidden.has(target)) hidden.set(pageId, { kind: 'target', target });
  const hideEmptyGroups = (page: PageNode): boolean => {
    if (hidden.has(page.entry.id)) return false;
    let hasVisible = false;
    for (const child of itemsOf(page.children)) if (hideEmptyGroups(child)) hasVisible = true;
    if (page.entry.type !== 'group' || hasVisible) return true;
    hidden.set(page.entry.id, { kind: 'empty' });
    return false;
  };
  for (const page of itemsOf(snapshot.pages.top)) hideEmptyGroups(page);
  return hidden;
}

/** The page of the revision that a link in the table of contents leads to. */
function pageOfLink(
  snapshot: Snapshot,
  { page, href }: Extract<PageEntry, { type: 'link' }>,
): string | undefined {
  if (page !== undefined) return page;
  const target = resolveTarget(snapshot, snapshot.settings.repository?.summaryPath, href);
  return target && 'page' in target ? target.page : undefined;
}
