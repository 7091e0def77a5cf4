import { api, createId } from '../api/client.ts';
import type { Place } from '../api/place.ts';
import type { ContentPage } from '../api/queries.ts';
import { announce } from '../app/announce.tsx';
import { t } from '../messages/messages.ts';
import { type Change, listBelow, sendChanges } from './operations.ts';
import { findPage, pagesBelow } from './pages.ts';
import type { TreeState } from './tree-state.ts';

/** The most changes of one request. */
const MOST_CHANGES = 50;
/** The most pages that are duplicated at once: each is read by itself. */
const MOST_PAGES = 200;

/** Makes a copy of a page, with all pages below it, after the original. Returns the id of the copy. */
export async function duplicatePage(
  state: TreeState,
  pages: readonly ContentPage[],
  page: ContentPage,
): Promise<string | undefined> {
  const found = findPage(pages, page.id);
  if (!found) return undefined;
  if (listBelow(page).length >= MOST_PAGES) throw new Error(t('tooManyToDuplicate', { count: MOST_PAGES }));
  announce(t('duplicating'));
  const copies = new Map<string, string>();
  const send = async (
    originals: ContentPage[],
    parentOf: (one: ContentPage) => string | null,
  ): Promise<void> => {
    for (let from = 0; from < originals.length; from += MOST_CHANGES) {
      const batch = originals.slice(from, from + MOST_CHANGES);
      const changes: Change[] = [];
      for (const original of batch) {
        const isRoot = original.id === page.id;
        const into = parentOf(original);
        const fields = await copyOf(state.place, original);
        changes.push({
          ...fields,
          ...(isRoot ? { title: t('copyOf', { title: original.title }), at: found.at + 1 } : {}),
          ...(into === null ? {} : { into }),
        });
      }
      const done = await sendChanges(state.place, changes, { revision: state.revision, key: createId() });
      if (done.revision) state.noteRevision(done.revision, true);
      for (const [at, id] of done.made.entries()) copies.set((batch[at] as ContentPage).id, id);
    }
  };
  await send([page], () => found.into);
  const copyId = copies.get(page.id);
  try {
    for (let parents = [page]; parents.length > 0; ) {
      const above = new Map(
        parents.flatMap((parent) => pagesBelow(parent).map((one) => [one.id, parent.id])),
      );
      const level = parents.flatMap(pagesBelow).filter(({ type }) => type !== 'computed');
      await send(level, ({ id }) => copies.get(above.get(id) ?? '') ?? null);
      parents = level;
    }
  } finally {
    if (copyId !== undefined) state.noteDone({ kind: 'delete', pageId: copyId });
    await state.refresh();
  }
  return copyId;
}

type Insertion = Extract<Change, { operation: 'insert_page' }>;

/** What makes another page like this one. Its address is made from its title. */
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
