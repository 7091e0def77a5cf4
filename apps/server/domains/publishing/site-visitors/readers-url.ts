import { type SitesOrigin, siteUrl } from '../../../platform/http/site-url.ts';
import type { OpenSite } from './open-site.ts';

/** The address of a site for readers who came by a share link; another text than an active key has no effect. */
export const readersUrl = (
  origin: SitesOrigin,
  { site, readShareKey }: Pick<OpenSite, 'site' | 'readShareKey'>,
  text: string | undefined,
): string => {
  const key = readShareKey(text);
  return `${siteUrl(origin, site)}${key === undefined ? '' : `${key}/`}`;
};
