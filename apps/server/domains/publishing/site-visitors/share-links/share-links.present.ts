import type { Static } from 'typebox';
import type { KeyRing } from '../../../../platform/access/keys.ts';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import { openSecret } from '../../../../platform/access/secrets.ts';
import { type SitesOrigin, siteUrl } from '../../../../platform/http/site-url.ts';
import type { ShareLinkRow } from './share-links.repository.ts';
import type { ShareLinkSchema } from './share-links.schemas.ts';

export function presentShareLink(
  row: ShareLinkRow,
  site: SitePointer,
  { config, keyRing }: { config: SitesOrigin; keyRing: KeyRing },
): Static<typeof ShareLinkSchema> {
  const key = openSecret(keyRing, row.sealed_key);
  return {
    object: 'share-link',
    id: row.share_link_id,
    createdAt: row.created_at.toISOString(),
    name: row.name,
    active: row.is_active,
    urls: site.isPublished ? { published: `${siteUrl(config, site)}${key}/` } : {},
  };
}
