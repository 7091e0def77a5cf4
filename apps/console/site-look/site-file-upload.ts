import type { Schemas } from '@lectern/client/schema';
import { api } from '../api/client.ts';
import { sendPicture } from '../api/send-picture.ts';
import type { SiteKey } from '../sites/site-queries.ts';

export type SiteFile = Schemas['SiteFile'];

/** Stores a picture or a font with the site. */
export async function uploadSiteFile(site: SiteKey, file: File): Promise<SiteFile> {
  const { organizationId, siteId } = site;
  const name = encodeURIComponent(file.name || 'file');
  const response = await sendPicture(`/v1/orgs/${organizationId}/sites/${siteId}/files?name=${name}`, file);
  return (await response.json()) as SiteFile;
}

/** Has the service fetch a picture of another host, and store it with the site. */
export const fetchPicture = (site: SiteKey, url: string): Promise<SiteFile> =>
  api.post('/v1/orgs/{organizationId}/sites/{siteId}/fetched-files', { path: site, body: { url } });
