import type { Static } from 'typebox';
import { presentTeam, type TeamViewer } from '../../identity/teams/teams.present.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import type { Source } from './deciding-source.ts';
import type { PersonWithRole } from './list-aggregate.ts';
import type { TeamGrant, UserGrant } from './list-permissions.ts';
import type { PersonOnSite } from './list-site-access.ts';
import type {
  PersonOnSiteSchema,
  PersonWithRoleSchema,
  RoleSourceSchema,
  TeamPermissionSchema,
  UserPermissionSchema,
} from './permissions.schemas.ts';

export const presentTeamPermission = (
  { team, role }: TeamGrant,
  viewer: TeamViewer,
  baseUrl: string,
): Static<typeof TeamPermissionSchema> => ({
  permission: role,
  team: presentTeam(team, viewer, baseUrl),
});

export const presentUserPermission = (
  { person, role }: UserGrant,
  baseUrl: string,
): Static<typeof UserPermissionSchema> => ({
  permission: role,
  user: presentUser(person, baseUrl),
});

type PresentedPerson = Static<typeof PersonWithRoleSchema>;

/** Presents a member with the effective role and its source. */
export const presentPerson = ({ person, decided }: PersonWithRole, baseUrl: string): PresentedPerson => ({
  permission: decided.role,
  user: presentUser(person, baseUrl),
  source: presentSource(decided.source),
});

export function presentSource(source: Source): Static<typeof RoleSourceSchema> {
  if (source.type === 'organization') return { type: source.type };
  const { type, on } = source;
  return { type, ...(type === 'team' ? { team: source.team } : {}), [on.kind]: on.id };
}

type OnSite = Static<typeof PersonOnSiteSchema>;

/** Presents a member with the effective role on a site, in the shape of the client. */
export const presentPersonOnSite = (
  { person, decided, lastSeenAt }: PersonOnSite,
  { organizationId, baseUrl }: { organizationId: string; baseUrl: string },
): OnSite => ({
  permission: decided.role,
  user: presentUser(person, baseUrl),
  origin: presentOrigin(decided.source, organizationId),
  disabled: false,
  ...(lastSeenAt ? { lastSeenAt: lastSeenAt.toISOString() } : {}),
});

function presentOrigin(source: Source, organizationId: string): OnSite['origin'] {
  if (source.type === 'organization') return { type: 'organization', organization: organizationId };
  const site = source.on.id;
  if (source.type === 'team') return { type: 'site', site, reason: 'team', team: source.team };
  return { type: 'site', site, reason: source.type === 'user' ? 'member' : 'default' };
}
