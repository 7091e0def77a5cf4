import { readPageSettings } from '@lectern/markdown/page-settings';
import type { Static } from 'typebox';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { Condition, Scope } from '../../../../content/revisions/evaluate-conditions.ts';
import {
  collectPageConditions,
  judgePages,
  type VisiblePages,
} from '../../../../content/revisions/visible-pages.ts';
import type { Claims } from '../../../../platform/access/visitor.ts';
import type { OpenSite } from '../../site-visitors/open-site.ts';
import { type HiddenPart, type HiddenReason, viewSite } from '../../site-visitors/site-view.ts';
import {
  idOf,
  itemsBelow,
  listSiteSpaces,
  type SiteSpaceEntry,
  type StructureItem,
  titleOfSiteSpace,
} from '../../sites/site-structure.ts';
import { MAX_LISTED, type VisitorPreviewSchema } from './visitor-preview.schemas.ts';

type VisitorView = Static<typeof VisitorPreviewSchema>['visitor'];
type Part = VisitorView['structure'][number];
type SpaceContent = VisitorView['spaces'][number];
type Reason = NonNullable<Part['reason']>;

export interface VisitorToPreview {
  claims: Claims;
  seesDrafts: boolean;
  now: Date;
  /** The site spaces whose pages are previewed. */
  isPreviewed(entry: SiteSpaceEntry, position: number): boolean;
  /** The current revision of a space; undefined if the caller may not read it. */
  openSpace(spaceId: string): Promise<OpenRevision | undefined>;
}

/** Lists the parts of a site that a visitor with these claims sees, and the reasons why the others are hidden. */
export async function previewVisitor(
  store: ContentStore,
  open: OpenSite,
  visitor: VisitorToPreview,
): Promise<VisitorView> {
  const { claims, seesDrafts, now } = visitor;
  const view = viewSite(open.structure, { claims, seesDrafts, now });
  const reasons = new Map(view.hidden.map((hidden) => [hidden.part, hidden]));
  const explain = createExplain(store, { audience: { claims, isVisitor: true, now }, spaceVariables: {} });
  const structure = [...itemsBelow(open.structure.items), ...listSiteSpaces(open.structure)].map((part) =>
    presentPart(part, reasons.get(part), explain),
  );
  const spaces: SpaceContent[] = [];
  const shown = listSiteSpaces(view.structure);
  for (const [position, entry] of shown.entries())
    if (visitor.isPreviewed(entry, position)) spaces.push(await previewSpace(store, entry, visitor));
  return { claims, structure, spaces };
}

type Explain = (kind: Reason['kind'], condition?: Condition) => Reason;

const createExplain =
  ({ conditions }: Pick<ContentStore, 'conditions'>, scope: Scope): Explain =>
  (kind, condition) =>
    condition
      ? { kind, condition: condition.expression, values: conditions.explain(condition, scope) }
      : { kind };

function presentPart(
  part: StructureItem | SiteSpaceEntry,
  hidden: HiddenPart | undefined,
  explain: Explain,
): Part {
  return {
    type: part.kind,
    id: part.kind === 'site-space' ? part.siteSpaceId : idOf(part),
    title: part.kind === 'site-space' ? titleOfSiteSpace(part) : part.title,
    shown: hidden === undefined,
    ...(hidden ? { reason: explain(hidden.reason, conditionOf(part, hidden.reason)) } : {}),
  };
}

function conditionOf(part: StructureItem | SiteSpaceEntry, reason: HiddenReason): Condition | undefined {
  const expression = part.kind === 'site-section-group' ? null : part.condition;
  return reason === 'condition' && expression !== null ? { expression } : undefined;
}

async function previewSpace(
  store: ContentStore,
  { siteSpaceId, spaceId }: SiteSpaceEntry,
  { claims, now, openSpace }: VisitorToPreview,
): Promise<SpaceContent> {
  const place = { siteSpace: siteSpaceId, space: spaceId };
  const open = await openSpace(spaceId);
  if (!open) return { ...place, restricted: true, visiblePages: 0, hiddenPages: [], blocks: [], more: false };
  const scope: Scope = {
    audience: { claims, isVisitor: true, now },
    spaceVariables: open.snapshot.settings.variables,
  };
  const explain = createExplain(store, scope);
  const pages = judgePages(store.conditions, await collectPageConditions(store, open), scope).see(
    open.snapshot,
  );
  const hiddenPages: SpaceContent['hiddenPages'] = [];
  let visiblePages = 0;
  for (const { entry } of open.snapshot.pages.pages()) {
    const why = pages.whyHidden(entry.id);
    if (!why) visiblePages += 1;
    else
      hiddenPages.push({
        id: entry.id,
        title: entry.title,
        path: open.snapshot.pages.pathOf(entry.id),
        reason: explainPage(why, entry.id, explain),
      });
  }
  const blocks = await listBlocks(store, open, { pages, scope });
  return {
    ...place,
    restricted: false,
    visiblePages,
    hiddenPages: hiddenPages.slice(0, MAX_LISTED),
    blocks: blocks.slice(0, MAX_LISTED),
    more: hiddenPages.length > MAX_LISTED || blocks.length > MAX_LISTED,
  };
}

function explainPage(
  why: NonNullable<ReturnType<VisiblePages['whyHidden']>>,
  pageId: string,
  explain: Explain,
): Reason {
  if (why.kind !== 'condition') return explain(why.kind);
  return explain(why.pageId === pageId ? 'condition' : 'parent', why.condition);
}

/** Lists the conditions of the blocks of visible pages, each once for a page. */
async function listBlocks(
  { facts, conditions }: ContentStore,
  { space, snapshot }: OpenRevision,
  { pages, scope }: { pages: VisiblePages; scope: Scope },
): Promise<SpaceContent['blocks']> {
  const documents = [...snapshot.pages.pages()].flatMap(({ entry }) =>
    entry.type === 'document' && entry.document !== undefined && pages.isVisible(entry.id)
      ? [{ page: entry.id, hash: entry.document }]
      : [],
  );
  const factsOf = await facts.load(
    space.organizationId,
    'facts',
    documents.map(({ hash }) => hash),
  );
  const blocks: SpaceContent['blocks'] = [];
  for (const { page, hash } of documents) {
    const known = factsOf(hash);
    if (!known?.adaptive) continue;
    const { variables } = readPageSettings(known);
    for (const expression of known.adaptive.conditions) {
      if (blocks.length > MAX_LISTED) return blocks;
      const condition = { expression, variables };
      blocks.push({
        page,
        condition: expression,
        shown: conditions.evaluate(condition, scope).holds,
        values: conditions.explain(condition, scope),
      });
    }
  }
  return blocks;
}

type Difference = NonNullable<Static<typeof VisitorPreviewSchema>['differences']>[number];
type Item = Omit<Difference, 'visitor' | 'comparedWith'>;

/** Lists the parts that only one of two visitors sees. */
export function compareViews(one: VisitorView, other: VisitorView): Difference[] {
  const items = new Map<string, Item>();
  for (const item of [...listItems(one), ...listItems(other)]) items.set(JSON.stringify(item), item);
  const [first, second] = [createSees(one), createSees(other)];
  return [...items].flatMap(([name, item]) => {
    const [visitor, comparedWith] = [first(name, item), second(name, item)];
    return visitor === comparedWith ? [] : [{ ...item, visitor, comparedWith }];
  });
}

/** Lists the parts in a view whose visibility may depend on the visitor. */
function* listItems({ structure, spaces }: VisitorView): Generator<Item> {
  for (const { type, id } of structure) yield { type, id };
  for (const { space, hiddenPages, blocks } of spaces) {
    for (const { id } of hiddenPages) yield { type: 'page', id, space };
    for (const { page, condition } of blocks) yield { type: 'block', id: page, space, condition };
  }
}

/** Tells whether a visitor sees an item. Views list neither the pages that are seen, nor the blocks of hidden pages. */
function createSees({ structure, spaces }: VisitorView): (name: string, item: Item) => boolean {
  const nameOf = (item: Item): string => JSON.stringify(item);
  const shown = new Set<string>();
  const hiddenPages = new Set<string>();
  for (const { type, id, shown: isShown } of structure) if (isShown) shown.add(nameOf({ type, id }));
  for (const { space, blocks, ...content } of spaces) {
    for (const { id } of content.hiddenPages) hiddenPages.add(nameOf({ type: 'page', id, space }));
    for (const { page, condition, shown: isShown } of blocks)
      if (isShown) shown.add(nameOf({ type: 'block', id: page, space, condition }));
  }
  const seenSpaces = new Set(spaces.map(({ space }) => space));
  return (name, { type, space }) =>
    type === 'page' ? seenSpaces.has(space ?? '') && !hiddenPages.has(name) : shown.has(name);
}
