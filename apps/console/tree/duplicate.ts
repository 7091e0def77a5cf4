import { api, createId } from '../api/client.ts';
import type { Place } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { announce } from '../app/announce.tsx';
import { t } from '../messages/messages.ts';
import { type Change, listBelow, sendChanges } from './operations.ts';
import { findPage, type Position, pagesBelow } from './pages.ts';
import type { TreeState } from './tree-state.ts';

/** The most changes of one request. */
const MOST_CHANGES = 50;
/** The most pages that are duplicated at once: each is read by itself. */
const MOST_PAGES = 200;

/**
 * Makes a copy of a page, with all pages below it, after the original. Returns the id of the copy. All of it is one
 * request if it fits into one. Otherwise, a copy that is not finished is deleted: at once after an error, and at the next
 * visit if the tab is closed.
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
  const changes = await copiesOf(state.place, originals, found);
  const copies = new Map<string, string>();
  const send = async (from: number): Promise<string[]> => {
    const batch = changes.slice(from, from + MOST_CHANGES).map((change) => {
      const parent = change.into && copies.get(change.into);
      return parent === undefined ? change : { ...change, into: parent };
    });
    const done = await sendChanges(state.place, batch, { revision: state.revision, key: createId() });
    if (done.revision) state.noteRevision(done.revision, true);
    for (const [at, id] of done.made.entries()) copies.set(batch[at]?.ref ?? '', id);
    return done.made;
  };
  const [copyId] = await send(0);
  if (copyId === undefined) {
    await state.refresh();
    return undefined;
  }
  const removal = { kind: 'delete', pageId: copyId } as const;
  const forget = changes.length > MOST_CHANGES ? await state.noteForLater(removal) : undefined;
  try {
    for (let from = MOST_CHANGES; from < changes.length; from += MOST_CHANGES) await send(from);
  } catch (error) {
    await state.run(removal);
    throw error;
  } finally {
    await forget?.();
  }
  state.noteDone(removal);
  await state.refresh();
  return copyId;
}

/** The changes that copy a page and those below it, each parent before its children. */
async function copiesOf(
  place: Place,
  originals: readonly ContentPage[],
  { into, at }: Position,
): Promise<Insertion[]> {
  const parents = new Map(
    originals.flatMap((parent) => pagesBelow(parent).map((below) => [below.id, parent.id] as const)),
  );
  const changes: Insertion[] = [];
  for (const original of originals) {
    const fields = await copyOf(place, original);
    const parent = parents.get(original.id);
    const ref = refOf(original.id);
    if (parent !== undefined) changes.push({ ...fields, ref, into: refOf(parent) });
    else
      changes.push({
        ...fields,
        ref,
        title: t('copyOf', { title: original.title }),
        at: at + 1,
        ...(into === null ? {} : { into }),
      });
  }
  return changes;
}

/** By which the pages below refer to a copy that has no id yet. */
const refOf = (pageId: string): string => `copy-${pageId}`;

type Insertion = Extract<Change, { operation: 'insert_page' }>;

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
