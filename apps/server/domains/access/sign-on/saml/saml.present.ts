import type { Static } from 'typebox';
import type { Standing } from '../../../../platform/access/space-role.ts';
import { presentTeam } from '../../../identity/teams/teams.present.ts';
import type { TeamRow } from '../../../identity/teams/teams.queries.ts';
import { loginUrl } from '../login-url.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { isActive, keyOf, type ProviderRow } from '../providers.queries.ts';
import type { SamlProviderSchema, SsoLoginsSchema } from './saml.schemas.ts';
import { serviceUrls } from './service-urls.ts';

/** A provider with the team that newcomers join. */
export interface ShownProvider {
  row: ProviderRow;
  team: TeamRow | undefined;
}

/** The SAML provider object as a caller with this standing in its organization sees it. */
export function presentProvider(
  { row, team }: ShownProvider,
  viewer: Pick<Standing, 'role' | 'teams'>,
  baseUrl: string,
): Static<typeof SamlProviderSchema> {
  const urls = serviceUrls(baseUrl, keyOf(row));
  const location = providerLocation(keyOf(row), baseUrl);
  return {
    object: 'saml-provider' as const,
    id: row.provider_id,
    label: row.label,
    ssoURL: row.sso_url ?? location,
    entityID: row.entity_id ?? '',
    certificate: row.certificate ?? '',
    ...(team ? { defaultTeam: presentTeam(team, viewer, baseUrl) } : {}),
    defaultRole: row.default_role,
    createdAt: row.created_at.toISOString(),
    status: isActive(row) ? ('active' as const) : ('pending' as const),
    service: { acsURL: urls.acs, startURL: urls.start, entityID: urls.entityId },
    urls: { location },
  };
}

type Login = Static<typeof SsoLoginsSchema>['items'][number];

/** Presents the details that an unauthenticated user needs to sign in. */
export const presentLogin = (row: ProviderRow, baseUrl: string): Login => ({
  id: row.provider_id,
  label: row.label,
  startURL: loginUrl(baseUrl, row),
});

export const providerLocation = ({ organizationId, providerId }: ProviderKey, baseUrl: string): string =>
  `${baseUrl}/v1/orgs/${organizationId}/saml/${providerId}`;
