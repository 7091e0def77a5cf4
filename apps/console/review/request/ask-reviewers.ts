import { type RequestPlace, refreshRequest } from '../../api/change-request.ts';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { showError } from '../../app/toasts.tsx';

/** Somebody, or a team, who is asked for a review. */
export type Asked = { userId: string } | { teamId: string };

/** Requests a review, or requests it again. Returns whether that was possible. */
export const askReviewer = (place: RequestPlace, asked: Asked): Promise<boolean> =>
  attempt(place, () =>
    api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', {
      path: { ...place },
      headers: repeatable(),
      body: 'userId' in asked ? { users: [asked.userId] } : { users: [], teams: [asked.teamId] },
    }),
  );

/** Withdraws the request for a review. */
export const withdrawReviewer = (place: RequestPlace, asked: Asked): Promise<boolean> =>
  attempt(place, () =>
    'userId' in asked
      ? api.delete('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}', {
          path: { ...place, ...asked },
        })
      : api.delete('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-teams/{teamId}', {
          path: { ...place, ...asked },
        }),
  );

async function attempt(place: RequestPlace, deed: () => Promise<unknown>): Promise<boolean> {
  let isDone = true;
  try {
    await deed();
  } catch (error) {
    isDone = false;
    showError(explain(error));
  }
  await refreshRequest(place, ['reviewers', 'checks']);
  return isDone;
}
