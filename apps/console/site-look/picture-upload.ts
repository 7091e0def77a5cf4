import { readApiError } from '@lectern/client/api-error';
import type { Schemas } from '@lectern/client/schema';
import { api, PREFIX } from '../api/client.ts';
import { fetchAndNote } from '../api/connection.ts';
import type { SiteKey } from '../sites/site-queries.ts';

export type SiteFile = Schemas['SiteFile'];

/** Stores a picture with the site. */
export async function uploadPicture(site: SiteKey, file: File): Promise<SiteFile> {
  const { csrfToken } = await api.get('/v1/session');
  const { organizationId, siteId } = site;
  const name = encodeURIComponent(file.name || 'picture');
  const response = await fetchAndNote(
    `${location.origin}${PREFIX}/v1/orgs/${organizationId}/sites/${siteId}/files?name=${name}`,
    {
      method: 'POST',
      credentials: 'include',
      headers: { 'x-lectern-csrf': csrfToken, 'content-type': file.type || 'application/octet-stream' },
      body: file,
    },
  );
  if (response.ok) return (await response.json()) as SiteFile;
  throw await readApiError(response);
}

/** Has the service fetch a picture of another host, and store it with the site. */
export const fetchPicture = (site: SiteKey, url: string): Promise<SiteFile> =>
  api.post('/v1/orgs/{organizationId}/sites/{siteId}/fetched-files', { path: site, body: { url } });
