import { readApiError } from '@lectern/client/api-error';
import { api, PREFIX } from './client.ts';
import { fetchAndNote } from './connection.ts';

/** Sends a picture to a path of the API. Returns the response. */
export async function sendPicture(path: string, picture: Blob): Promise<Response> {
  const { csrfToken } = await api.get('/v1/session');
  const response = await fetchAndNote(`${location.origin}${PREFIX}${path}`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'x-lectern-csrf': csrfToken, 'content-type': picture.type || 'application/octet-stream' },
    body: picture,
  });
  if (!response.ok) throw await readApiError(response);
  return response;
}
