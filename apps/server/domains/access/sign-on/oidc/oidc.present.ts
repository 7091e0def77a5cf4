import type { Static } from 'typebox';
import { keyOf, type ProviderKey } from '../providers.queries.ts';
import { type ConnectedProvider, toProviderKey } from './connected-provider.ts';
import type { OidcProviderSchema, OidcServiceSchema } from './oidc.schemas.ts';
import type { OidcProviderRow } from './oidc-providers.queries.ts';
import { afterLogoutUrl, backChannelLogoutUrl, callbackUrl, startUrl } from './oidc-urls.ts';

/** A provider, and the teams that it names and that exist. */
export interface ShownOidcProvider {
  row: OidcProviderRow;
  teamIds: ReadonlySet<string>;
}

export function presentOidcProvider(
  { row, teamIds }: ShownOidcProvider,
  baseUrl: string,
): Static<typeof OidcProviderSchema> {
  const provider = { key: toProviderKey(keyOf(row)) };
  return {
    object: 'oidc-provider',
    id: row.provider_id,
    label: row.label,
    issuer: row.issuer,
    clientId: row.client_id,
    hasClientSecret: row.client_secret !== null,
    scopes: row.scopes,
    groupsClaim: row.groups_claim,
    emailDomains: row.email_domains,
    defaultTeam: row.default_team_id,
    defaultRole: row.default_role,
    groupTeams: row.group_teams
      .filter(({ teamId }) => teamIds.has(teamId))
      .map(({ group, teamId }) => ({ group, team: teamId })),
    groupRoles: row.group_roles.map(({ group, role }) => ({ group, role })),
    endsProviderSession: row.ends_provider_session,
    createdAt: row.created_at.toISOString(),
    service: presentService(provider, baseUrl),
    urls: { location: oidcProviderLocation(keyOf(row), baseUrl) },
  };
}

export const presentService = (
  provider: Pick<ConnectedProvider, 'key'>,
  baseUrl: string,
): Static<typeof OidcServiceSchema> => ({
  redirectURL: callbackUrl(baseUrl, provider),
  startURL: startUrl(baseUrl, provider),
  backChannelLogoutURL: backChannelLogoutUrl(baseUrl, provider),
  postLogoutRedirectURL: afterLogoutUrl(baseUrl),
});

export const oidcProviderLocation = ({ organizationId, providerId }: ProviderKey, baseUrl: string): string =>
  `${baseUrl}/v1/orgs/${organizationId}/oidc/${providerId}`;
