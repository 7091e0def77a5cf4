import type { Static } from 'typebox';
import type { Standing } from '../../../../platform/access/space-role.ts';
import { presentTeam } from '../../../identity/teams/teams.present.ts';
import type { TeamRow } from '../../../identity/teams/teams.queries.ts';
import { keyOf, type ProviderKey } from '../providers.queries.ts';
import { toProviderKey } from './connected-provider.ts';
import type { OidcProviderSchema, OidcTestSchema } from './oidc.schemas.ts';
import type { OidcClient } from './oidc-clients.ts';
import type { OidcProviderRow } from './oidc-providers.queries.ts';
import { afterLogoutUrl, backChannelLogoutUrl, callbackUrl, startUrl } from './oidc-urls.ts';

/** A provider with the teams that it names and that exist. */
export interface ShownOidcProvider {
  row: OidcProviderRow;
  teams: ReadonlyMap<string, TeamRow>;
}

/** The provider object as a caller with this standing in its organization sees it. */
export function presentOidcProvider(
  { row, teams }: ShownOidcProvider,
  viewer: Pick<Standing, 'role' | 'teams'>,
  baseUrl: string,
): Static<typeof OidcProviderSchema> {
  const provider = { key: toProviderKey(keyOf(row)) };
  const team = row.default_team_id === null ? undefined : teams.get(row.default_team_id);
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
    ...(team ? { defaultTeam: presentTeam(team, viewer, baseUrl) } : {}),
    defaultRole: row.default_role,
    groupTeams: row.group_teams
      .filter(({ teamId }) => teams.has(teamId))
      .map(({ group, teamId }) => ({ group, team: teamId })),
    groupRoles: row.group_roles.map(({ group, role }) => ({ group, role })),
    endsProviderSession: row.ends_provider_session,
    createdAt: row.created_at.toISOString(),
    service: {
      redirectURL: callbackUrl(baseUrl, provider),
      startURL: startUrl(baseUrl, provider),
      backChannelLogoutURL: backChannelLogoutUrl(baseUrl, provider),
      postLogoutRedirectURL: afterLogoutUrl(baseUrl),
    },
    urls: { location: oidcProviderLocation(keyOf(row), baseUrl) },
  };
}

export const oidcProviderLocation = ({ organizationId, providerId }: ProviderKey, baseUrl: string): string =>
  `${baseUrl}/v1/orgs/${organizationId}/oidc/${providerId}`;

export const presentTest = (tested: OidcClient | { problem: string }): Static<typeof OidcTestSchema> => {
  if ('problem' in tested) return { object: 'oidc-test', isUsable: false, problem: tested.problem };
  const { metadata } = tested.discovery;
  const { authorization_endpoint, token_endpoint, end_session_endpoint } = metadata;
  return {
    object: 'oidc-test',
    isUsable: true,
    authorizationURL: authorization_endpoint as string,
    tokenURL: token_endpoint as string,
    ...(end_session_endpoint === undefined ? {} : { endSessionURL: end_session_endpoint }),
    supportsBackChannelLogout: metadata.backchannel_logout_supported === true,
  };
};
