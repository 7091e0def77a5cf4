import { api, createId, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { askFirst } from '../app/dialogs.tsx';
import { fullTime } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';

interface Restored {
  spaceId: string;
  revisionId: string;
  /** Undefined for the whole space. */
  pageId: string | undefined;
  /** The keys of the blocks; undefined for the whole page. */
  blocks?: string[];
}

/** Restores a space, a page or some of its blocks. Returns the revisions before and after. */
async function restore(
  { spaceId, revisionId, pageId, blocks }: Restored,
  { key, base }: { key: string; base?: string },
): Promise<{ before: string; after: string }> {
  const { revision: before } = await api.get('/v1/spaces/{spaceId}', { path: { spaceId } });
  if (pageId === undefined) {
    const { revision } = await api.post('/v1/spaces/{spaceId}/revisions/{revisionId}/rollback', {
      path: { spaceId, revisionId },
      headers: repeatable(key),
    });
    return { before, after: revision };
  }
  const change = { operation: 'revert_page' as const, page: pageId, revision: revisionId };
  const { revision } = await api.post('/v1/spaces/{spaceId}/content', {
    path: { spaceId },
    headers: { ...repeatable(key), ...(base === undefined ? {} : { 'If-Match': base }) },
    body: { changes: [blocks ? { ...change, block: blocks } : change] },
  });
  return { before, after: revision };
}

/** Restores, and offers to take that back. */
async function restoreAndTell(restored: Restored, key: string): Promise<void> {
  const { spaceId, pageId } = restored;
  const { before, after } = await restore(restored, { key });
  await refresh(spaceId);
  const undo = async (): Promise<void> => {
    try {
      // What others have changed since stays.
      await restore({ spaceId, revisionId: before, pageId }, { key: createId(), base: after });
      await refresh(spaceId);
      showToast(t('restoreUndone'));
    } catch (error) {
      showError(explain(error));
    }
  };
  const hasChanged = before !== after;
  showToast(t(restored.blocks ? 'blockRestored' : 'versionRestored'), {
    ...(hasChanged ? { action: { label: t('undo'), run: () => void undo() } } : {}),
  });
}

const refresh = (spaceId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['space', spaceId] });

/** Asks for confirmation, restores a space or page to an earlier revision, and opens it. */
export function askRestore(
  { createdAt, ...restored }: Omit<Restored, 'blocks'> & { createdAt: string },
  go: (to: string) => void,
): void {
  const { spaceId, pageId } = restored;
  const key = createId();
  askFirst(
    {
      title: t('restoreVersion'),
      text: t(pageId === undefined ? 'restoreSpaceText' : 'restorePageText', { time: fullTime(createdAt) }),
      submit: t('restore'),
    },
    async () => {
      await restoreAndTell(restored, key);
      go(pageId === undefined ? `/s/${spaceId}/revisions` : `/s/${spaceId}/${pageId}`);
    },
  );
}

/** Brings one block of a page back to an earlier revision. */
export async function restoreBlock(restored: Omit<Restored, 'blocks'> & { block: string }): Promise<void> {
  const { block, ...page } = restored;
  try {
    await restoreAndTell({ ...page, blocks: [block] }, createId());
  } catch (error) {
    showError(explain(error));
  }
}
