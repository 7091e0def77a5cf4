import { api, createId, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { askFirst } from './dialogs.tsx';
import { fullTime } from './time.tsx';
import { showToast } from './toasts.tsx';

/** Asks for confirmation, restores a space or page to an earlier revision, and opens it. */
export function askRestore(
  {
    spaceId,
    revisionId,
    pageId,
    createdAt,
  }: { spaceId: string; revisionId: string; pageId: string | undefined; createdAt: string },
  go: (to: string) => void,
): void {
  const headers = repeatable(createId());
  const restore = async (): Promise<void> => {
    if (pageId === undefined)
      await api.post('/v1/spaces/{spaceId}/revisions/{revisionId}/rollback', {
        path: { spaceId, revisionId },
        headers,
      });
    else
      await api.post('/v1/spaces/{spaceId}/content', {
        path: { spaceId },
        headers,
        body: { changes: [{ operation: 'revert_page', page: pageId, revision: revisionId }] },
      });
    await queries.invalidateQueries({ queryKey: ['space', spaceId] });
    showToast(t('versionRestored'));
    go(pageId === undefined ? `/s/${spaceId}/revisions` : `/s/${spaceId}/${pageId}`);
  };
  askFirst(
    {
      title: t('restoreVersion'),
      text: t(pageId === undefined ? 'restoreSpaceText' : 'restorePageText', { time: fullTime(createdAt) }),
      submit: t('restore'),
    },
    restore,
  );
}
