import { ApiError } from '@lectern/client/api-error';
import { t } from '../messages/messages.ts';
import { api, PREFIX } from './client.ts';
import { loadRefusals } from './refusals.ts';

interface Uploaded {
  id: string;
  name: string;
  contentType: string;
}

interface Sending {
  file: File;
  /** Makes the request safe to repeat. */
  key: string;
  /** `part`: from 0 to 1. */
  onProgress: (part: number) => void;
}

/** Sends a file to a path of the API. `fetch` does not report the progress of uploads. */
export async function uploadFile(path: string, { file, key, onProgress }: Sending): Promise<Uploaded> {
  const { csrfToken } = await api.get('/v1/session');
  const name = encodeURIComponent(file.name || 'file');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${PREFIX}${path}${path.includes('?') ? '&' : '?'}name=${name}`);
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
      void loadRefusals().then(() => reject(new ApiError(request.status, error)));
    });
    request.send(file);
  });
}
