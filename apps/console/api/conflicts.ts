import type { ItemOf, RequestOf } from '@lectern/client/client';
import { queryOptions } from '@tanstack/react-query';
import { keyOf, type RequestPlace, refreshRequest } from './change-request.ts';
import { api, repeatable } from './client.ts';
import { queries } from './queries.ts';

const DECISION = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}/answer';

export type Conflict = ItemOf<'/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts'>;
export type ConflictDecision = RequestOf<typeof DECISION, 'put'>['body'];

/** The conflicts of a change request with its space, decided ones as well. */
export const conflictsQuery = (place: RequestPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'conflicts'],
    queryFn: async () =>
      (
        await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts', {
          path: { ...place },
          query: { html: true },
        })
      ).items,
    staleTime: 0,
  });

/** The text that would replace the conflicting texts. `nodes`: whether to return its blocks, too. */
export const previewDecision = (
  place: RequestPlace,
  conflictId: string,
  answer: ConflictDecision,
  nodes = false,
) =>
  api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}/preview', {
    path: { ...place, conflictId },
    query: { nodes },
    body: answer,
  });

/** Previews of a text that somebody is writing are not cached for long: each pause in writing makes another one. */
const KEPT_MS = 30_000;

export const decisionPreviewQuery = (place: RequestPlace, conflictId: string, answer: ConflictDecision) =>
  queryOptions({
    queryKey: [...keyOf(place), 'conflict-preview', conflictId, answer],
    queryFn: () => previewDecision(place, conflictId, answer),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });

/** The blocks of a text that would replace the conflicting texts. */
export const conflictBlocksQuery = (place: RequestPlace, conflictId: string, text: string) =>
  queryOptions({
    queryKey: [...keyOf(place), 'conflict-blocks', conflictId, text],
    queryFn: async () => {
      const { nodes } = await previewDecision(place, conflictId, { choice: 'text', text }, true);
      // Absent if the text does not consist of blocks.
      return nodes ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Decides a conflict, unless somebody else has since `version`. Undefined withdraws the decision. */
export async function decideConflict(
  place: RequestPlace,
  { id: conflictId, version }: Conflict,
  answer: ConflictDecision | undefined,
): Promise<void> {
  const request = { path: { ...place, conflictId }, headers: { 'If-Match': version } };
  try {
    if (answer) await api.put(DECISION, { ...request, body: answer });
    else await api.delete(DECISION, request);
  } finally {
    await Promise.all(
      ['conflicts', 'checks'].map((part) => queries.invalidateQueries({ queryKey: [...keyOf(place), part] })),
    );
  }
}

/** Brings the content of the space into a change request. Returns whether conflicts are left. */
export async function updateRequest(place: RequestPlace): Promise<boolean> {
  const { result } = await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update', {
    path: { ...place },
    headers: repeatable(),
  });
  await refreshRequest(place);
  return result === 'conflicts';
}
