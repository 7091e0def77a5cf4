import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { queries } from '../../api/queries.ts';
import { patchLists } from '../../api/request-lists.ts';
import type { ListedRequest } from '../../api/request-page.ts';
import { announce } from '../../app/announce.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import { subjectOf } from './subject-of.ts';

export interface RequestActions {
  /** Archives a change request, or reopens it. A merged one stays as it is. */
  toggleArchived(request: ListedRequest): Promise<void>;
  markSeen(request: ListedRequest): Promise<void>;
}

/** What can be done with the change requests of a list. */
export function useRequestActions(): RequestActions {
  return useMemo(
    () => ({
      async toggleArchived(request) {
        const { status } = request;
        if (status === 'merged') return announce(t('requestMergedStays'));
        const isArchived = status === 'archived';
        const title = subjectOf(request);
        await setStatus(request, isArchived ? 'open' : 'archived', () =>
          showToast(t(isArchived ? 'requestReopened' : 'titleArchived', { title }), {
            action: { label: t('undo'), run: () => void setStatus(request, status) },
          }),
        );
      },
      async markSeen({ id, space: spaceId, unread, revision }) {
        if (unread !== true) return;
        patchLists((item) => (item.id === id ? { ...item, unread: false } : item));
        try {
          await api.put('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/seen', {
            path: { spaceId, changeRequestId: id },
            body: { revision },
          });
        } catch (error) {
          showError(explain(error));
        }
      },
    }),
    [],
  );
}

async function setStatus(
  { id, space: spaceId }: ListedRequest,
  status: 'draft' | 'open' | 'archived',
  onDone?: () => void,
): Promise<void> {
  try {
    await api.patch('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
      path: { spaceId, changeRequestId: id },
      body: { status },
    });
    // The row stays where it is, so that the next key finds its neighbors.
    patchLists((item) => (item.id === id ? { ...item, status } : item));
    void queries.invalidateQueries({ queryKey: ['space', spaceId], exact: true });
    onDone?.();
  } catch (error) {
    showError(explain(error));
  }
}
