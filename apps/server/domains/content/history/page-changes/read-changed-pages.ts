import type { PageEntry } from '@lectern/content/tree/entries';
import type { Static } from 'typebox';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import { presentPage } from '../../../../content/revisions/page.present.ts';
import { type RevisionView, viewRevision } from '../../../../content/revisions/revision-view.ts';
import type { Context } from '../../../../platform/context.ts';
import { CHANGES_FLAGS, changedPage, documentOf, planPage, type Sides } from '../describe-changes.ts';
import type { ChangedWords, DocumentPair } from './changed-words.ts';
import type { ChangedEntry } from './list-changed-pages.ts';
import type { ChangedPageSummary } from './page-changes.schemas.ts';

type Summary = Static<typeof ChangedPageSummary>;

/** Describes how pages changed, without their texts. */
export async function readChangedPages(
  {
    context,
    store,
    words,
  }: {
    context: Pick<Context, 'config' | 'keyRing'>;
    store: ContentStore;
    words: ChangedWords;
  },
  { before, after }: Sides<OpenRevision>,
  entries: readonly ChangedEntry[],
): Promise<Summary[]> {
  const pairs = entries.map(documentsOf);
  const view = (open: OpenRevision, side: keyof DocumentPair): Promise<RevisionView> =>
    viewRevision(
      context,
      store,
      open,
      CHANGES_FLAGS,
      pairs.flatMap((pair) => pair[side] ?? []),
    );
  const views = { before: await view(before, 'before'), after: await view(after, 'after') };
  const counts = await words.count(after.space.organizationId, pairs);
  return entries.map((entry, at) => summarize(entry, views, counts[at]));
}

const documentsOf = ({ difference: { before, after } }: ChangedEntry): DocumentPair => ({
  before: before && documentOf(before),
  after: after && documentOf(after),
});

const KINDS = {
  page_created: 'created',
  page_edited: 'edited',
  page_moved: 'moved',
  page_deleted: 'deleted',
} as const;

function summarize(
  { pageId, difference, isMoved }: ChangedEntry,
  views: Sides<RevisionView>,
  words: Summary['words'],
): Summary {
  const kinds: Summary['kinds'] = [];
  const attributes: string[] = [];
  for (const { describe } of planPage(pageId, difference, isMoved)) {
    const change = describe(views);
    const kind = change && KINDS[change.type as keyof typeof KINDS];
    if (kind) kinds.push(kind);
    if (change?.type === 'page_edited') attributes.push(...Object.keys(change.attributes));
  }
  const view = difference.after ? views.after : views.before;
  return {
    page: {
      ...changedPage(view, pageId),
      ...symbolsOf(view, (difference.after ?? difference.before) as PageEntry),
    },
    kinds,
    attributes,
    ...(words ? { words } : {}),
  };
}

/** The emoji and the icon of a page. */
function symbolsOf(view: RevisionView, { id }: PageEntry): { emoji?: string; icon?: string } {
  const node = view.snapshot.pages.find(id);
  const page = node && presentPage(view, { entry: node.entry, children: undefined });
  if (!page) return {};
  return {
    ...(page.emoji ? { emoji: page.emoji } : {}),
    ...('icon' in page && page.icon ? { icon: page.icon } : {}),
  };
}
