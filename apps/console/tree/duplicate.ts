import { api } from '../api/client.ts';
import type { Place } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { announce } from '../app/announce.tsx';
import { t } from '../messages/messages.ts';
import { listBelow } from './operations.ts';
import { findPage, pagesBelow } from './pages.ts';
import type { Insertion } from './tree-operation.ts';
import type { TreeState } from './tree-state.ts';

/** The most pages that are duplicated at once: each is read by itself. */
const MOST_PAGES = 200;

/**
 * Makes a copy of a page, with all pages below it, after the original. Returns the id of the copy; undefined if it was
 * refused, which the user is told. If the tab is closed, the copy is completed at the next visit.
 */
export async function duplicatePage(
  state: TreeState,
  pages: readonly ContentPage[],
  page: ContentPage,
): Promise<string | undefined> {
  const found = findPage(pages, page.id);
  if (!found) return undefined;
  const originals = [page, ...listBelow(page).filter(({ type }) => type !== 'computed')];
  if (originals.length > MOST_PAGES) throw new Error(t('tooManyToDuplicate', { count: MOST_PAGES }));
  announce(t('duplicating'));
  const done = await state.run({
    kind: 'copy',
    pages: await copiesOf(state.place, originals),
    position: { into: found.into, at: found.at + 1 },
  });
  return done?.made[0];
}

/** The pages that are made of a page and those below it, each parent before its children. */
async function copiesOf(place: Place, originals: readonly ContentPage[]): Promise<Insertion[]> {
  const parents = new Map(
    originals.flatMap((parent) => pagesBelow(parent).map((below) => [below.id, parent.id] as const)),
  );
  const copies: Insertion[] = [];
  for (const original of originals) {
    const fields = await copyOf(place, original);
    const parent = parents.get(original.id);
    const ref = refOf(original.id);
    if (parent !== undefined) copies.push({ ...fields, ref, into: refOf(parent) });
    else copies.push({ ...fields, ref, title: t('copyOf', { title: original.title }) });
  }
  return copies;
}

/** By which the pages below refer to a copy that has no id yet. */
const refOf = (pageId: string): string => `copy-${pageId}`;

/** The fields of a copy of this page. Its address is made from its title. */
async function copyOf({ spaceId, changeRequestId }: Place, page: ContentPage): Promise<Insertion> {
  const base = {
    operation: 'insert_page' as const,
    title: page.title,
    ...(page.emoji ? { emoji: page.emoji } : {}),
  };
  if (page.type === 'group') return { ...base, type: 'group' };
  if (page.type === 'link') return { ...base, type: 'link', target: targetOf(page) };
  const pageId = page.id;
  const query = { format: 'document' } as const;
  const whole = await (changeRequestId === undefined
    ? api.get('/v1/spaces/{spaceId}/content/page/{pageId}', { path: { spaceId, pageId }, query })
    : api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
        path: { spaceId, changeRequestId, pageId },
        query,
      }));
  if (whole.type !== 'document') return base;
  return {
    ...base,
    ...(whole.icon ? { icon: whole.icon } : {}),
    ...(whole.description ? { description: whole.description } : {}),
    ...(whole.condition ? { condition: whole.condition } : {}),
    layout: whole.layout,
    hidden: whole.hidden,
    noIndex: whole.noIndex,
    noRobotsIndex: whole.noRobotsIndex,
    document: whole.document ? ({ document: whole.document } as Insertion['document'] & object) : {},
  };
}

/** The target of a link as it is written. */
function targetOf({ target, href = '' }: ContentPage): string {
  if (target?.kind === 'page') return `/pages/${target.page}`;
  return target?.kind === 'url' ? target.url : href;
}
