import type { Static } from 'typebox';
import type { RedirectWarning } from './edit-redirects.ts';
import type { ListedRedirect } from './list-redirects.queries.ts';
import type { StoredRedirect } from './redirects.repository.ts';
import type { SiteRedirectSchema } from './redirects.schemas.ts';

export const presentRedirect = (
  redirect: StoredRedirect,
  warnings: readonly RedirectWarning[] = [],
): Static<typeof SiteRedirectSchema> => ({
  object: 'site-redirect',
  id: redirect.redirectId,
  source: redirect.source,
  draft: redirect.isDraft,
  captureWildcard: redirect.capturesWildcard,
  permanent: redirect.isPermanent,
  destination: redirect.destination,
  createdAt: redirect.createdAt.toISOString(),
  ...(redirect.updatedAt > redirect.createdAt ? { updatedAt: redirect.updatedAt.toISOString() } : {}),
  ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
});

export const presentListedRedirect = (redirect: ListedRedirect): Static<typeof SiteRedirectSchema> => ({
  ...presentRedirect(redirect),
  uses: redirect.used?.times ?? 0,
  ...(redirect.used ? { lastUsedAt: redirect.used.lastAt.toISOString() } : {}),
});
