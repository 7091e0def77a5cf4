import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { collectionsQuery } from '../api/queries.ts';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { teamQuery } from './people-queries.ts';

/** Null is a guest. */
export type Role = Schemas['Member']['role'];
export type PlaceRole = NonNullable<Role>;

/** From the highest role down. */
const PLACE_ROLES: PlaceRole[] = ['admin', 'create', 'review', 'edit', 'comment', 'read'];

const NAMES: Record<PlaceRole | 'guest', keyof Messages> = {
  admin: 'roleAdmin',
  create: 'roleCreate',
  review: 'roleReview',
  edit: 'roleEdit',
  comment: 'roleComment',
  read: 'roleRead',
  guest: 'roleGuest',
};

const HELP: Record<PlaceRole | 'guest', keyof Messages> = {
  admin: 'roleAdminHelp',
  create: 'roleCreateHelp',
  review: 'roleReviewHelp',
  edit: 'roleEditHelp',
  comment: 'roleCommentHelp',
  read: 'roleReadHelp',
  guest: 'roleGuestHelp',
};

export const nameOfRole = (role: Role): string => t(NAMES[role ?? 'guest']);

export const isRole = (text: unknown): text is PlaceRole => PLACE_ROLES.includes(text as PlaceRole);

/** The value of a select of roles: guests have the role null. */
export const roleOfValue = (value: string): Role => (isRole(value) ? value : null);

/** The roles to choose from on a place. */
export const placeRoleOptions = (): { value: PlaceRole; label: string; help: string }[] =>
  PLACE_ROLES.map((role) => ({ value: role, label: t(NAMES[role]), help: t(HELP[role]) }));

/** The roles to choose from in an organization, guests included. */
export const roleOptions = (): { value: PlaceRole | 'guest'; label: string; help: string }[] => [
  ...placeRoleOptions(),
  { value: 'guest', label: t('roleGuest'), help: t('roleGuestHelp') },
];

/** The source of a role, as the API names it. */
export interface RoleSource {
  type: 'organization' | 'default' | 'user' | 'team';
  team?: string;
  space?: string;
  collection?: string;
}

/** Says where a role comes from. `here`: the id of the place on which the role is. */
export function SourceOfRole({
  organizationId,
  source,
  here,
}: {
  organizationId: string;
  source: RoleSource;
  here: string;
}) {
  const { type, team: teamId, collection: collectionId } = source;
  const { data: collections = [] } = useQuery({
    ...collectionsQuery(organizationId),
    enabled: collectionId !== undefined && collectionId !== here,
  });
  const { data: team } = useQuery({
    ...teamQuery(organizationId, teamId ?? ''),
    enabled: teamId !== undefined,
  });
  if (type === 'organization') return t('sourceOrganization');
  const isAbove = collectionId !== undefined && collectionId !== here;
  const found = collections.find(({ id }) => id === collectionId);
  const collection = found
    ? t('roleQuoted', { text: found.title || t('untitled') })
    : t('roleHiddenCollection');
  if (type === 'default') return isAbove ? t('sourceDefaultAbove', { collection }) : t('sourceDefaultHere');
  if (type === 'user') return isAbove ? t('sourceDirectAbove', { collection }) : t('sourceDirectHere');
  const name = team ? t('roleQuoted', { text: team.title }) : t('roleHiddenTeam');
  return isAbove ? t('sourceTeamAbove', { team: name, collection }) : t('sourceTeamHere', { team: name });
}
