import { api, createId, PREFIX } from '../api/client.ts';
import type { SendFile } from '../editor/input/sent-file.ts';
import { t } from '../messages/messages.ts';
import type { Place } from '../saving/journal.ts';

interface Uploaded {
  id: string;
  name: string;
  contentType: string;
}

/** Uploads a file, and makes it a file of the space or the change request. */
export const sendFile =
  (place: Place): SendFile =>
  async (file, onProgress) => {
    const uploaded = await upload(place, file, onProgress);
    const body = {
      changes: [
        { operation: 'insert_files' as const, files: [{ name: uploaded.name, upload: uploaded.id }] },
      ],
    };
    const headers = { 'Idempotency-Key': uploaded.id };
    const { spaceId, changeRequestId } = place;
    if (changeRequestId === undefined)
      await api.post('/v1/spaces/{spaceId}/content', { path: { spaceId }, headers, body });
    else
      await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
        path: { spaceId, changeRequestId },
        headers,
        body,
      });
    return { id: uploaded.id, isPicture: uploaded.contentType.startsWith('image/') };
  };

/** With progress, of which `fetch` knows nothing. */
async function upload(
  { spaceId, changeRequestId }: Place,
  file: File,
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
    request.setRequestHeader('idempotency-key', createId());
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => reject(new Error(t('errorOffline'))));
    request.addEventListener('load', () => {
      const { error } = (request.response ?? {}) as { error?: { message: string } };
      if (request.status >= 200 && request.status < 300) resolve(request.response as Uploaded);
      else reject(new Error(error?.message ?? t('errorOffline')));
    });
    request.send(file);
  });
}
