import { ApiError } from '@lectern/client/api-error';
import { api, createId, PREFIX } from '../api/client.ts';
import type { TextPlace } from '../api/place.ts';
import { repeat } from '../api/repeat.ts';
import type { SendFile } from '../editor/input/sent-file.ts';
import { t } from '../messages/messages.ts';

interface Uploaded {
  id: string;
  name: string;
  contentType: string;
}

/** Uploads a file, and makes it a file of the space or the change request. */
export const sendFile =
  (place: TextPlace): SendFile =>
  async (file, onProgress) => {
    const key = createId();
    const uploaded = await repeat(() => upload(place, { file, key }, onProgress));
    const body = {
      changes: [
        { operation: 'insert_files' as const, files: [{ name: uploaded.name, upload: uploaded.id }] },
      ],
    };
    const headers = { 'Idempotency-Key': uploaded.id };
    const { spaceId, changeRequestId } = place;
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

/** `fetch` does not report the progress of uploads. */
async function upload(
  { spaceId, changeRequestId }: TextPlace,
  { file, key }: { file: File; key: string },
  onProgress: (part: number) => void,
): Promise<Uploaded> {
  const { csrfToken } = await api.get('/v1/session');
  const below = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`;
  const name = encodeURIComponent(file.name || 'file');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${PREFIX}/v1/spaces/${spaceId}${below}/files?name=${name}`);
    request.setRequestHeader('x-lectern-csrf', csrfToken);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.setRequestHeader('idempotency-key', key);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => reject(new TypeError(t('errorOffline'))));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response as Uploaded);
      const { error } = (request.response ?? {}) as { error?: ConstructorParameters<typeof ApiError>[1] };
      reject(new ApiError(request.status, error));
    });
    request.send(file);
  });
}
