import { ApiError } from '@lectern/client/api-error';
import { api, createId } from '../api/client.ts';
import type { TextPlace } from '../api/place.ts';
import { repeat } from '../api/repeat.ts';
import { uploadFile } from '../api/upload-file.ts';
import type { SendFile } from '../editor/input/sent-file.ts';

/** Uploads a file, and makes it a file of the space or the change request. */
export const sendFile =
  (place: TextPlace): SendFile =>
  async (file, onProgress) => {
    const key = createId();
    const { spaceId, changeRequestId } = place;
    const below = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`;
    const uploaded = await repeat(() =>
      uploadFile(`/v1/spaces/${spaceId}${below}/files`, { file, key, onProgress }),
    );
    const body = {
      changes: [
        { operation: 'insert_files' as const, files: [{ name: uploaded.name, upload: uploaded.id }] },
      ],
    };
    const headers = { 'Idempotency-Key': uploaded.id };
    await repeat<unknown>(() =>
      changeRequestId === undefined
        ? api.post('/v1/spaces/{spaceId}/content', { path: { spaceId }, headers, body })
        : api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
            path: { spaceId, changeRequestId },
            headers,
            body,
          }),
    ).catch(ignoreLost);
    return { id: uploaded.id, isPicture: uploaded.contentType.startsWith('image/') };
  };

/** The file was added, although the response was lost. */
function ignoreLost(error: unknown): void {
  if (!(error instanceof ApiError) || error.reason !== 'response-lost') throw error;
}
