import { type Difference, diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { FileEntry, PageEntry, ReusableEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { appendTo } from '@lectern/std/long-lists';
import type { Audience } from '../../../content/revisions/audience.ts';
import type { Page } from '../../../content/revisions/content.schemas.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { diffPlaces } from '../../../content/revisions/diff-places.ts';
import { presentPage } from '../../../content/revisions/page.present.ts';
import { presentFile, presentReusable } from '../../../content/revisions/revision.present.ts';
import { type RevisionView, viewRevision } from '../../../content/revisions/revision-view.ts';
import { collectPageConditions, judgePages } from '../../../content/revisions/visible-pages.ts';
import type { Context } from '../../../platform/context.ts';
import type { ChangedPageObject, ContentDifference } from './changes.schemas.ts';

interface DescribedChanges {
  changes: ContentDifference[];
  /** The number of changes beyond the limit; absent if there are none. */
  more?: number;
}

/** A change that is described only if it is shown. */
type Describe = (views: Sides<RevisionView>) => ContentDifference | undefined;

export interface Sides<T> {
  before: T;
  after: T;
}

export interface PlannedChange {
  /** The page that changed; absent for a change of anything else. */
  pageId?: string;
  /** The documents whose facts the description needs, on each side. */
  documents?: Partial<Sides<Hash | undefined>>;
  describe: Describe;
}

export const CHANGES_FLAGS = { hasGit: true, isComputed: false };

/**
 * The changes from one revision to another, in reading order; only `limit` of them are described. A visitor gets those of
 * pages that they see on both sides: files, reusable contents and variables may be parts of hidden ones.
 */
export async function describeChanges(
  context: Pick<Context, 'config' | 'keyRing'>,
  store: ContentStore,
  { before, after }: Sides<OpenRevision>,
  { limit, visitor }: { limit: number; visitor?: Audience | undefined },
): Promise<DescribedChanges> {
  const all = planChanges(before, after);
  const planned = visitor ? await keepVisible(store, { before, after }, all, visitor) : all;
  const described = await describePlanned(context, store, { before, after }, planned.slice(0, limit));
  const changes = visitor ? described.flatMap(withoutConditions) : described;
  const more = planned.length - Math.min(planned.length, limit);
  return { changes, ...(more > 0 ? { more } : {}) };
}

async function keepVisible(
  store: ContentStore,
  { before, after }: Sides<OpenRevision>,
  planned: readonly PlannedChange[],
  audience: Audience,
): Promise<PlannedChange[]> {
  const seen = await Promise.all(
    [before, after].map(async (open) => {
      const { snapshot } = open;
      const conditions = await collectPageConditions(store, open);
      const scope = { audience, spaceVariables: snapshot.settings.variables };
      const pages = judgePages(store.conditions, conditions, scope).see(snapshot);
      return (pageId: string): boolean =>
        snapshot.pages.find(pageId) === undefined || pages.isVisible(pageId);
    }),
  );
  return planned.filter(({ pageId }) => pageId !== undefined && seen.every((isSeen) => isSeen(pageId)));
}

/** The attributes of a page that decide what visitors see are not for them. */
function withoutConditions(change: ContentDifference): ContentDifference[] {
  if (change.type !== 'page_edited') return [change];
  const { condition: _condition, variables: _variables, ...attributes } = change.attributes;
  return Object.keys(attributes).length === 0 ? [] : [{ ...change, attributes }];
}

/** Lists the changes of one page; none if neither revision has it. */
export function describePageChanges(
  context: Pick<Context, 'config' | 'keyRing'>,
  store: ContentStore,
  { before, after }: Sides<OpenRevision>,
  pageId: string,
): Promise<ContentDifference[]> {
  const difference = {
    before: before.snapshot.pages.find(pageId)?.entry,
    after: after.snapshot.pages.find(pageId)?.entry,
  };
  const isMoved =
    difference.before !== undefined &&
    difference.after !== undefined &&
    diffPlaces(before.snapshot, after.snapshot).has(pageId);
  return describePlanned(context, store, { before, after }, planPage(pageId, difference, isMoved));
}

async function describePlanned(
  context: Pick<Context, 'config' | 'keyRing'>,
  store: ContentStore,
  { before, after }: Sides<OpenRevision>,
  shown: readonly PlannedChange[],
): Promise<ContentDifference[]> {
  const view = (open: OpenRevision, side: keyof Sides<unknown>): Promise<RevisionView> => {
    const hashes = shown.flatMap(({ documents }) => documents?.[side] ?? []);
    return viewRevision(context, store, open, CHANGES_FLAGS, hashes);
  };
  const views = { before: await view(before, 'before'), after: await view(after, 'after') };
  return shown.flatMap(({ describe }) => describe(views) ?? []);
}

/** Counts changes without describing them. Reads only the parts of the trees that the revisions do not share. */
export function countChanges(before: OpenRevision, after: OpenRevision): number {
  const { pages, files, reusables } = diffSnapshots(before.snapshot, after.snapshot);
  const touched = [...pages.values()].filter(
    (page) => !page.before || !page.after || isEdited(page.before, page.after),
  );
  const moved = diffPlaces(before.snapshot, after.snapshot);
  return touched.length + moved.size + files.size + reusables.size + planSettings(before, after).length;
}

function planChanges(before: OpenRevision, after: OpenRevision): PlannedChange[] {
  const difference = diffSnapshots(before.snapshot, after.snapshot);
  return [
    ...planPages(before, after, difference.pages),
    ...planEntries(difference.files, planFile),
    ...planEntries(difference.reusables, planReusable),
    ...planSettings(before, after),
  ];
}

function planPages(
  before: OpenRevision,
  after: OpenRevision,
  changed: ReadonlyMap<string, Difference<PageEntry>>,
): PlannedChange[] {
  const places = diffPlaces(before.snapshot, after.snapshot);
  if (changed.size === 0 && places.size === 0) return [];
  const plans: PlannedChange[] = [];
  for (const { entry } of after.snapshot.pages.pages()) {
    const difference = changed.get(entry.id) ?? { before: entry, after: entry };
    appendTo(plans, planPage(entry.id, difference, places.has(entry.id)));
  }
  for (const { entry } of before.snapshot.pages.pages())
    if (changed.has(entry.id) && !changed.get(entry.id)?.after)
      plans.push({ pageId: entry.id, describe: describeDeleted(entry.id) });
  return plans;
}

export function planPage(
  pageId: string,
  { before, after }: Difference<PageEntry>,
  isMoved: boolean,
): PlannedChange[] {
  if (!after) return before ? [{ pageId, describe: describeDeleted(pageId) }] : [];
  if (!before) return [{ pageId, describe: describeCreated(pageId) }];
  const plans: PlannedChange[] = [];
  if (before !== after && isEdited(before, after))
    plans.push({
      pageId,
      documents: { before: documentOf(before), after: documentOf(after) },
      describe: describeEdited(pageId),
    });
  if (isMoved) plans.push({ pageId, describe: describeMoved(pageId) });
  return plans;
}

/** Git metadata and times are not changes of a page. */
export function isEdited(before: PageEntry, after: PageEntry): boolean {
  const essence = ({ updatedAt: _updatedAt, ...entry }: PageEntry): string =>
    JSON.stringify({ ...entry, git: undefined });
  return essence(before) !== essence(after);
}

export const documentOf = (entry: PageEntry): Hash | undefined =>
  entry.type === 'document' ? entry.document : undefined;

const describeCreated =
  (pageId: string): Describe =>
  ({ after }) => ({ type: 'page_created', page: changedPage(after, pageId) });

const describeDeleted =
  (pageId: string): Describe =>
  ({ before }) => ({ type: 'page_deleted', page: changedPage(before, pageId) });

const describeMoved =
  (pageId: string): Describe =>
  ({ before, after }) => {
    const old = before.snapshot.pages.parentIdOf(pageId);
    const current = after.snapshot.pages.parentIdOf(pageId);
    return {
      type: 'page_moved',
      page: changedPage(after, pageId),
      parent: {
        ...(old === undefined ? {} : { before: changedPage(before, old) }),
        ...(current === undefined ? {} : { after: changedPage(after, current) }),
      },
    };
  };

const describeEdited =
  (pageId: string): Describe =>
  ({ before, after }) => {
    const attributes = compareAttributes<PageAttributes>(
      attributesOf(before, pageId),
      attributesOf(after, pageId),
    );
    if (Object.keys(attributes).length === 0) return undefined;
    return { type: 'page_edited', page: changedPage(after, pageId), attributes };
  };

export function changedPage({ snapshot }: RevisionView, pageId: string): ChangedPageObject {
  const entry = snapshot.pages.find(pageId)?.entry as PageEntry;
  return {
    id: entry.id,
    type: entry.type,
    title: entry.title,
    ...('slug' in entry ? { path: snapshot.pages.pathOf(pageId) } : {}),
  };
}

type AttributesOf<Type extends ContentDifference['type']> = Extract<
  ContentDifference,
  { type: Type; attributes: object }
>['attributes'];
type PageAttributes = AttributesOf<'page_edited'>;

/** The attributes of a page that are compared, as the API shows them. */
function attributesOf(view: RevisionView, pageId: string): Record<string, unknown> {
  const entry = view.snapshot.pages.find(pageId)?.entry as PageEntry;
  const page = presentPage(view, { entry, children: undefined });
  return page ? pickAttributes(page) : {};
}

function pickAttributes(page: Page): Record<string, unknown> {
  const common = { title: page.title, linkTitle: page.linkTitle, emoji: page.emoji };
  switch (page.type) {
    case 'document':
      return {
        ...common,
        slug: page.slug,
        document: page.documentId,
        description: page.description,
        icon: page.icon,
        cover: page.cover,
        layout: page.layout,
        variables: page.variables,
        hidden: page.hidden,
        noIndex: page.noIndex,
        noRobotsIndex: page.noRobotsIndex,
        condition: page.condition,
        tags: page.tags.flatMap(({ tag }) => (tag.kind === 'tag' ? tag.tag : [])),
      };
    case 'group':
      return { ...common, slug: page.slug };
    case 'link':
      return { ...common, target: page.href === undefined ? page.target : { kind: 'url', url: page.href } };
    case 'computed':
      return common;
  }
}

/** The attributes that differ, each with its values before and after. `Attributes` says which there are. */
function compareAttributes<Attributes extends object>(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Attributes {
  const changed: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, current] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(current)) continue;
    changed[name] = {
      ...(old === undefined ? {} : { before: old }),
      ...(current === undefined ? {} : { after: current }),
    };
  }
  return changed as Attributes;
}

function planEntries<Entry>(
  differences: ReadonlyMap<string, Difference<Entry>>,
  describe: (difference: Difference<Entry>, views: Sides<RevisionView>) => ContentDifference | undefined,
): PlannedChange[] {
  return [...differences.values()].map((difference) => ({
    describe: (views) => describe(difference, views),
  }));
}

function planFile(
  { before, after }: Difference<FileEntry>,
  views: Sides<RevisionView>,
): ContentDifference | undefined {
  const show = (view: RevisionView, entry: FileEntry) => {
    const { id, name, contentType, downloadURL } = presentFile(view, entry);
    return { id, name, contentType, downloadURL };
  };
  if (!before) return { type: 'file_created', file: show(views.after, after as FileEntry) };
  if (!after) return { type: 'file_deleted', file: show(views.before, before) };
  const attributes = compareAttributes<AttributesOf<'file_edited'>>(
    { ...show(views.before, before), id: undefined, size: before.size, dimensions: before.dimensions },
    { ...show(views.after, after), id: undefined, size: after.size, dimensions: after.dimensions },
  );
  if (Object.keys(attributes).length === 0) return undefined;
  return { type: 'file_edited', file: show(views.after, after), attributes };
}

function planReusable(
  { before, after }: Difference<ReusableEntry>,
  views: Sides<RevisionView>,
): ContentDifference | undefined {
  const show = (view: RevisionView, entry: ReusableEntry) => {
    const { id, title, document } = presentReusable(view, entry);
    return { id, title, document };
  };
  if (!before)
    return { type: 'reusable_content_created', reusableContent: show(views.after, after as ReusableEntry) };
  if (!after) return { type: 'reusable_content_deleted', reusableContent: show(views.before, before) };
  const attributes = compareAttributes<AttributesOf<'reusable_content_edited'>>(
    { ...show(views.before, before), id: undefined },
    { ...show(views.after, after), id: undefined },
  );
  if (Object.keys(attributes).length === 0) return undefined;
  return { type: 'reusable_content_edited', reusableContent: show(views.after, after), attributes };
}

function planSettings(before: OpenRevision, after: OpenRevision): PlannedChange[] {
  const [old, current] = [before.snapshot.settings, after.snapshot.settings];
  const variables: Record<string, { before?: string | number | boolean; after?: string | number | boolean }> =
    {};
  for (const name of new Set([...Object.keys(old.variables), ...Object.keys(current.variables)])) {
    const [from, to] = [old.variables[name], current.variables[name]];
    if (from === to) continue;
    variables[name] = {
      ...(from === undefined ? {} : { before: from }),
      ...(to === undefined ? {} : { after: to }),
    };
  }
  const changes: ContentDifference[] =
    Object.keys(variables).length > 0 ? [{ type: 'variables_edited', variables }] : [];
  const tags = new Map(old.tags.map((tag) => [tag.slug, tag]));
  for (const { slug, label } of current.tags) {
    const known = tags.get(slug);
    tags.delete(slug);
    if (!known) changes.push({ type: 'tag_created', tag: { slug, label } });
    else if (known.label !== label)
      changes.push({
        type: 'tag_edited',
        tag: { slug, label },
        attributes: { label: { before: known.label, after: label } },
      });
  }
  for (const { slug, label } of tags.values()) changes.push({ type: 'tag_deleted', tag: { slug, label } });
  return changes.map((change) => ({ describe: () => change }));
}
