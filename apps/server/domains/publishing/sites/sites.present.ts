import type { Static } from 'typebox';
import { showVisibility } from '../../../platform/access/pointers.ts';
import { isAtLeast, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Config } from '../../../platform/config.ts';
import { type NamedSite, type SitesOrigin, siteUrl } from '../../../platform/http/site-url.ts';
import type { SiteRow } from './sites.queries.ts';
import type { SiteSchema } from './sites.schemas.ts';

export type SiteSettings = Pick<Config, 'baseUrl'> & SitesOrigin;

/** The features of every site, by the names of the public client. */
const FEATURES = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-public-visibility',
  'sites-redirects',
  'sites-sections',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
].map((id) => ({ id, plan: 'ultimate' as const, frozen: false }));

/** Presents the Site object for a caller with this role on the site. */
export function presentSite(
  row: SiteRow,
  role: RoleOrGuest,
  { baseUrl, ...origin }: SiteSettings,
): Static<typeof SiteSchema> {
  const { organization_id: organizationId, site_id: siteId } = row;
  const app = `${baseUrl}/app/o/${organizationId}/sites/${siteId}`;
  const canEdit = isAtLeast(role, 'create');
  // Readers of the site learn neither what it is to become nor its history.
  const isForMembers = isAtLeast(role, 'read');
  return {
    object: 'site',
    id: siteId,
    type: 'ultimate',
    appliedType: 'ultimate',
    title: row.title,
    ...(row.hostname !== null && row.hostname_verified_at ? { hostname: row.hostname } : {}),
    ...(isForMembers && row.hostname !== null && !row.hostname_verified_at
      ? { pendingHostname: row.hostname }
      : {}),
    basename: row.basename,
    visibility: showVisibility(row.visibility),
    ...presentReaders(row),
    defaultLevel: row.default_level as Static<typeof SiteSchema>['defaultLevel'],
    permissions: {
      view: isAtLeast(role, 'read'),
      access: isAtLeast(role, 'read'),
      edit: canEdit,
      create: canEdit,
      admin: isAtLeast(role, 'admin'),
      // There are no integrations, as for spaces.
      installIntegration: false,
      viewAdaptiveSchema: isAtLeast(role, 'read'),
      editAdaptiveSchema: canEdit,
    },
    published: row.published_at !== null,
    ...(isForMembers && row.published_at ? { publishedAt: row.published_at.toISOString() } : {}),
    siteSpaces: row.site_spaces,
    createdAt: row.created_at.toISOString(),
    adaptiveContent: { enabled: row.adaptive },
    apiRequests: { enabled: row.allows_api_requests, ownServers: row.allows_own_servers },
    agentsContext: 'excluded',
    features: FEATURES,
    urls: {
      location: `${baseUrl}/v1/orgs/${organizationId}/sites/${siteId}`,
      app,
      ...(row.published_at ? { published: siteUrl(origin, nameOf(row)) } : {}),
      preview: `${app}/preview`,
    },
  };
}

function presentReaders({
  visibility,
  reader_team_ids: teams,
  password_changed_at: changedAt,
}: SiteRow): Pick<Static<typeof SiteSchema>, 'readers'> {
  if (visibility === 'members') return { readers: { kind: 'members' } };
  if (visibility === 'teams') return { readers: { kind: 'teams', teams } };
  if (visibility !== 'password' || !changedAt) return {};
  return { readers: { kind: 'password', passwordChangedAt: changedAt.toISOString() } };
}

/** The names in the addresses at which readers reach the site. */
const nameOf = ({ basename, hostname, hostname_verified_at }: SiteRow): NamedSite => ({
  basename,
  hostname: hostname_verified_at ? hostname : null,
});
