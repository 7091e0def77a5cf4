import { refreshRequest } from '../../api/change-request.ts';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { queries, spaceQuery } from '../../api/queries.ts';
import { askFirst } from '../../app/dialogs.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import type { OpenRequest } from './request-parts.ts';

const PATH = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';

/** Does something with a change request, shows why it failed, and reads the change request again in any case. */
async function attempt({ place }: OpenRequest, deed: () => Promise<void>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    showError(explain(error));
  }
  await refreshRequest(place);
  void queries.invalidateQueries({ queryKey: spaceQuery(place.spaceId).queryKey, exact: true });
}

/** Opens a change request for review, makes it a draft, or archives it. */
export const setStatus = (opened: OpenRequest, status: 'draft' | 'open' | 'archived'): Promise<void> =>
  attempt(opened, async () => {
    await api.patch(PATH, { path: { ...opened.place }, body: { status } });
  });

/** Brings what has changed in the space into the change request. */
export const updateFromSpace = (opened: OpenRequest): Promise<void> =>
  attempt(opened, async () => {
    const { result } = await api.post(`${PATH}/update`, {
      path: { ...opened.place },
      headers: repeatable(),
    });
    if (result === 'conflicts') showError(t('conflictsFirst'));
    else showToast(t('updatedFromSpace'));
  });

async function merge(opened: OpenRequest): Promise<void> {
  const { result } = await api.post(`${PATH}/merge`, { path: { ...opened.place }, headers: repeatable() });
  if (result === 'conflicts') throw new Error(t('conflictsFirst'));
  showToast(t('requestMerged', { number: opened.request.number }));
  // The space has other pages now.
  void queries.invalidateQueries({ queryKey: ['space', opened.place.spaceId] });
}

/** Merges a change request. `warning`: what is unusual about it, which is asked about first. */
export function mergeRequest(opened: OpenRequest, warning: string | undefined): Promise<void> | void {
  if (warning === undefined) return attempt(opened, () => merge(opened));
  askFirst({ title: t('mergeAnyway'), text: warning, submit: t('merge') }, async () => {
    await merge(opened);
    await refreshRequest(opened.place);
  });
}

/** Archives a change request, which can be reopened at any time. */
export const archive = (opened: OpenRequest): Promise<void> =>
  attempt(opened, async () => {
    const { status } = opened.request;
    const before = status === 'draft' ? 'draft' : 'open';
    await api.patch(PATH, { path: { ...opened.place }, body: { status: 'archived' } });
    showToast(t('requestArchived'), {
      action: { label: t('undo'), run: () => void setStatus(opened, before) },
    });
  });

/** Takes back that a change request is merged by itself. */
export const cancelSchedule = (opened: OpenRequest): Promise<void> =>
  attempt(opened, async () => {
    await api.delete(`${PATH}/schedule`, { path: { ...opened.place } });
    showToast(t('scheduleCancelled'));
  });

/** Creates a change request that takes a merged one back. Returns its number; undefined if that failed. */
export async function revert({ place }: OpenRequest): Promise<number | undefined> {
  try {
    const { number } = await api.post(`${PATH}/revert`, {
      path: { ...place },
      headers: repeatable(),
      body: {},
    });
    return number;
  } catch (error) {
    showError(explain(error));
    return undefined;
  }
}
