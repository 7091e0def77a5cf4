/** Every list of people and access that is measured: add one here, by the request that a client sends. */
import { EVENT_LISTS } from './people-events.ts';
import { PERMISSION_LISTS } from './people-permissions.ts';
import type { PeopleSetup } from './people-setup.ts';

export interface NamedList {
  name: string;
  path: (setup: PeopleSetup) => string;
  /** The caller; the administrator by default. */
  as?: 'reader';
  /** Reads on from so many thousand items behind the beginning. */
  behind?: number;
}

const members =
  (query = '') =>
  ({ organizationId }: PeopleSetup) =>
    `/v1/orgs/${organizationId}/members?${query}`;

const ofMember =
  (who: 'reader' | 'guest', rest: string) =>
  ({ organizationId, reader, guestId }: PeopleSetup) =>
    `/v1/orgs/${organizationId}/members/${who === 'guest' ? guestId : reader.userId}/${rest}`;

const teams =
  (query = '') =>
  ({ organizationId }: PeopleSetup) =>
    `/v1/orgs/${organizationId}/teams?${query}`;

const ofTeam =
  (which: 'largestTeamId' | 'teamId', rest = '') =>
  (setup: PeopleSetup) =>
    `/v1/orgs/${setup.organizationId}/teams/${setup[which]}${rest}`;

export const LISTS: NamedList[] = [
  { name: 'members', path: members() },
  { name: 'members, asc', path: members('order=asc') },
  { name: 'members, 25,000 behind', path: members(), behind: 25 },
  { name: 'members by last seen', path: members('sort=lastSeenAt') },
  {
    name: 'members by last seen, asc, 20,000 behind',
    path: members('sort=lastSeenAt&order=asc'),
    behind: 20,
  },
  { name: 'members by name', path: members('sort=name&order=asc') },
  { name: 'members by name, 25,000 behind', path: members('sort=name&order=asc'), behind: 25 },
  ...['admin', 'read', 'guest'].flatMap((role) =>
    ['joinedAt', 'lastSeenAt', 'name'].map((sort) => ({
      name: `members, ${role}, by ${sort}`,
      path: members(`role=${role}&sort=${sort}`),
    })),
  ),
  { name: 'members, guest, 4,000 behind', path: members('role=guest'), behind: 4 },
  ...['a', 'mar', 'x4711@corp', 'no such name'].flatMap((search) =>
    ['joinedAt', 'lastSeenAt', 'name'].map((sort) => ({
      name: `members with “${search}”, by ${sort}`,
      path: members(`search=${encodeURIComponent(search)}&sort=${sort}`),
    })),
  ),
  { name: 'members with “a”, 20,000 behind', path: members('search=a'), behind: 20 },
  { name: 'members with “a”, of the role edit', path: members('search=a&role=edit') },
  { name: 'members with “a”, asked by a reader', path: members('search=a'), as: 'reader' },
  {
    name: 'a member',
    path: ({ organizationId, reader }) => `/v1/orgs/${organizationId}/members/${reader.userId}`,
  },
  { name: 'spaces of a member', path: ofMember('reader', 'spaces') },
  { name: 'spaces of a member, asc', path: ofMember('reader', 'spaces?order=asc') },
  { name: 'spaces of a guest', path: ofMember('guest', 'spaces') },
  { name: 'teams of a member', path: ofMember('reader', 'teams') },
  { name: 'teams of a member with “ma”', path: ofMember('reader', 'teams?title=ma') },
  { name: 'teams', path: teams() },
  { name: 'teams with “ma”', path: teams('title=ma') },
  { name: 'teams, 1,000 behind', path: teams(), behind: 1 },
  { name: 'teams, 1,000 at once', path: teams('limit=1000') },
  { name: 'teams with “anjo”', path: teams('title=anjo') },
  { name: 'teams with “no such title”', path: teams('title=no%20such%20title') },
  { name: 'teams of an owner', path: (setup) => teams(`owner=${setup.reader.userId}`)(setup) },
  { name: 'the largest team', path: ofTeam('largestTeamId') },
  { name: 'members of the largest team', path: ofTeam('largestTeamId', '/members') },
  {
    name: 'members of the largest team, 25,000 behind',
    path: ofTeam('largestTeamId', '/members'),
    behind: 25,
  },
  { name: 'members of a team', path: ofTeam('teamId', '/members') },
  ...PERMISSION_LISTS,
  ...EVENT_LISTS,
];
