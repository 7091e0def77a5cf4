import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import { planTeamChanges, type TeamChanges, type TeamMemberChange } from './plan-team-changes.ts';

const USERS = ['a', 'b', 'c', 'd', 'e'];
const user = fc.constantFrom(...USERS);
const role = fc.constantFrom<TeamRole>('owner', 'member');
const roles = fc.array(fc.tuple(user, role)).map((entries) => new Map(entries));
const changes = fc.record({ add: fc.array(user), remove: fc.array(user), roles });

function apply(present: ReadonlyMap<string, TeamRole>, changes: TeamMemberChange[]): Map<string, TeamRole> {
  const result = new Map(present);
  for (const { userId, after } of changes) {
    if (after) result.set(userId, after);
    else result.delete(userId);
  }
  return result;
}

describe('whatever is asked for', () => {
  test('a removed user is out, a user with a requested role has it, and everyone else joins or keeps their role', () => {
    fc.assert(
      fc.property(roles, changes, (present, asked) => {
        const after = apply(present, planTeamChanges(present, asked));
        for (const userId of USERS) {
          let expected = present.get(userId);
          if (asked.add.includes(userId)) expected ??= 'member';
          if (asked.roles.has(userId)) expected = asked.roles.get(userId);
          if (asked.remove.includes(userId)) expected = undefined;
          expect(after.get(userId)).toBe(expected);
        }
      }),
    );
  });

  test('a user is listed once, with the former role, and only if something changes', () => {
    fc.assert(
      fc.property(roles, changes, (present, asked) => {
        const changes = planTeamChanges(present, asked);
        expect(new Set(changes.map(({ userId }) => userId)).size).toBe(changes.length);
        for (const { userId, before, after } of changes) {
          expect(before).toBe(present.get(userId));
          expect(after).not.toBe(before);
        }
      }),
    );
  });

  test('the second time there is nothing left to do', () => {
    fc.assert(
      fc.property(roles, changes, (present, asked) => {
        const after = apply(present, planTeamChanges(present, asked));
        expect(planTeamChanges(after, asked)).toEqual([]);
      }),
    );
  });
});

const owner = new Map([['a', 'owner' as const]]);

test.each<[string, ReadonlyMap<string, TeamRole>, Partial<TeamChanges>, TeamMemberChange[]]>([
  ['joins as a member', new Map(), { add: ['a'] }, [{ userId: 'a', before: undefined, after: 'member' }]],
  ['stays an owner', owner, { add: ['a'] }, []],
  [
    'is removed after all',
    owner,
    { add: ['a'], remove: ['a'] },
    [{ userId: 'a', before: 'owner', after: undefined }],
  ],
  ['does not join', new Map(), { add: ['a'], roles: owner, remove: ['a'] }, []],
  ['joins with a role', new Map(), { roles: owner }, [{ userId: 'a', before: undefined, after: 'owner' }]],
])('somebody %s', (_name, present, asked, expected) => {
  expect(planTeamChanges(present, { add: [], remove: [], roles: new Map(), ...asked })).toEqual(expected);
});
