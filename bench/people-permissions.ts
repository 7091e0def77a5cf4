/** The measured lists of permissions. */
import { LADDER } from '../apps/server/platform/access/roles.ts';
import type { PeopleGround } from './people-ground.ts';
import type { NamedList } from './people-lists.ts';

const permissions =
  (on: (ground: PeopleGround) => string, rest: string) =>
  (ground: PeopleGround): string =>
    `/v1/${on(ground)}/permissions/${rest}`;

/** Closed or open by default, with a team that has everybody, or many grants to single members. */
const PLACES = {
  'an open collection': ({ collectionId }: PeopleGround) => `collections/${collectionId}`,
  'a closed collection': ({ closedId }: PeopleGround) => `collections/${closedId}`,
  'a space': ({ spaceId }: PeopleGround) => `spaces/${spaceId}`,
};

export const PERMISSION_LISTS: NamedList[] = Object.entries(PLACES).flatMap(([place, on]) => [
  { name: `permissions of teams on ${place}`, path: permissions(on, 'teams') },
  { name: `permissions of users on ${place}`, path: permissions(on, 'users') },
  { name: `permissions on ${place}`, path: permissions(on, 'aggregate') },
  { name: `permissions on ${place}, 20,000 behind`, path: permissions(on, 'aggregate'), behind: 20 },
  ...LADDER.map((role) => ({
    name: `permissions on ${place}, ${role}`,
    path: permissions(on, `aggregate?role=${role}`),
  })),
]);
