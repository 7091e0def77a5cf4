/** The measured lists of permissions. */
import { LADDER } from '../apps/server/platform/access/roles.ts';
import type { NamedList } from './people-lists.ts';
import type { PeopleSetup } from './people-setup.ts';

const permissions =
  (on: (setup: PeopleSetup) => string, rest: string) =>
  (setup: PeopleSetup): string =>
    `/v1/${on(setup)}/permissions/${rest}`;

/** Closed or open by default, with a team that has everybody, or many grants to single members. */
const PLACES = {
  'an open collection': ({ collectionId }: PeopleSetup) => `collections/${collectionId}`,
  'a closed collection': ({ closedId }: PeopleSetup) => `collections/${closedId}`,
  'a space': ({ spaceId }: PeopleSetup) => `spaces/${spaceId}`,
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
