import { isId, newUserId } from '@lectern/std/ids';
import { findUnstorable } from '@lectern/std/well-formed';
import type { Transaction } from 'kysely';
import { LADDER, type RoleOrGuest } from '../../../platform/access/roles.ts';
import { foldEmail, foldName } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { insertMembers } from '../../identity/members/insert-members.queries.ts';
import { insertUnclaimedUsers } from '../../identity/users/unclaimed-users.queries.ts';
import { archiveInvalid, PEOPLE } from './archive-format.ts';
import type { ArchivedPerson } from './archive-rows.queries.ts';
import { findAccounts, insertPlaceholders } from './place-rows.repository.ts';
import type { ReadableArchive } from './read-archive.ts';

export interface PlacedPeople {
  /** The account on this instance of each person of the archive. */
  accountOf: ReadonlyMap<string, string>;
  /** The accounts that are members, invited ones included. */
  memberIds: ReadonlySet<string>;
  invited: number;
  /** Addresses of members whose account here has not proven the address: they are not invited. */
  unmatched: string[];
}

const BATCH = 500;
const MAX_PEOPLE = 1_000_000;

/**
 * Gives each person of an archive an account. A member whose address is that of an account which has proven it is that
 * account; one whose address is unknown gets an account as by an invitation. Both are invited, and have no access
 * before they accept. Everybody else becomes an account without an address, which nobody can use. Only the chosen
 * administrator is a member at once.
 */
export async function placePeople(
  trx: Transaction<DB>,
  archive: ReadableArchive,
  { organizationId, administratorId, at }: { organizationId: string; administratorId: string; at: Date },
): Promise<PlacedPeople> {
  const accountOf = new Map<string, string>();
  const memberIds = new Set<string>([administratorId]);
  const unmatched: string[] = [];
  await insertMembers(trx, [{ organizationId, userId: administratorId, role: 'admin', joinedAt: at }]);
  const used = new Set<string>();
  let invited = 0;
  let batch: ArchivedPerson[] = [];
  const flush = async (): Promise<void> => {
    const placed = await placeBatch(trx, batch, { organizationId, at, used });
    for (const [userId, account] of placed.accountOf) accountOf.set(userId, account);
    for (const userId of placed.memberIds) memberIds.add(userId);
    invited += placed.invited;
    unmatched.push(...placed.unmatched);
    batch = [];
  };
  for await (const line of archive.readLines(PEOPLE)) {
    batch.push(readPerson(line));
    if (batch.length >= BATCH) await flush();
    if (accountOf.size > MAX_PEOPLE) throw archiveInvalid('it has too many people.');
  }
  await flush();
  if (accountOf.size !== archive.manifest.people) throw archiveInvalid(`${PEOPLE} is not complete.`);
  return { accountOf, memberIds, invited, unmatched };
}

/** `used`: the accounts that are those of people of the archive; the ones that are matched are added. */
async function placeBatch(
  trx: Transaction<DB>,
  people: readonly ArchivedPerson[],
  { organizationId, at, used }: { organizationId: string; at: Date; used: Set<string> },
): Promise<PlacedPeople> {
  const members = people.filter((person) => person.member !== null && person.email !== null);
  const foldedOf = (person: ArchivedPerson): string => foldEmail(person.email as string);
  await insertUnclaimedUsers(
    trx,
    members.map((person) => {
      const email = person.email as string;
      return {
        userId: newUserId(),
        email,
        folded: foldedOf(person),
        displayName: person.name,
        nameFolded: foldName(person.name),
      };
    }),
    at,
  );
  const accounts = new Map(
    (await findAccounts(trx, members.map(foldedOf))).map((account) => [account.folded, account]),
  );
  const accountOf = new Map<string, string>();
  const joining = members.flatMap((person) => {
    const account = accounts.get(foldedOf(person));
    const isMatch =
      account &&
      !account.isBlocked &&
      (account.isVerified || account.isUnclaimed) &&
      !used.has(account.userId);
    if (!isMatch) return [];
    used.add(account.userId);
    accountOf.set(person.userId, account.userId);
    return [{ person, userId: account.userId }];
  });
  const isAdded = await insertMembers(
    trx,
    joining.map(({ person: { member }, userId }) => ({
      organizationId,
      userId,
      role: member?.role as RoleOrGuest,
      disabled: true,
      isInvited: true,
      joinedAt: new Date(member?.joinedAt ?? at),
    })),
  );
  const unmatched = members.filter(({ userId }) => !accountOf.has(userId)).map(foldedOf);
  const others = people
    .filter(({ userId }) => !accountOf.has(userId))
    .map(({ userId, name }) => ({ formerId: userId, userId: newUserId(), name }));
  await insertPlaceholders(trx, others, at);
  for (const { formerId, userId } of others) accountOf.set(formerId, userId);
  return {
    accountOf,
    memberIds: new Set(joining.map(({ userId }) => userId)),
    invited: isAdded.size,
    unmatched,
  };
}

const MAX_NAME_LENGTH = 256;
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

function readPerson(line: unknown): ArchivedPerson {
  const { userId, name, email, member } = (line ?? {}) as ArchivedPerson;
  const isPerson =
    typeof userId === 'string' &&
    isId(userId) &&
    typeof name === 'string' &&
    name.length <= MAX_NAME_LENGTH &&
    findUnstorable(name) === undefined &&
    (email === null ||
      (typeof email === 'string' && ADDRESS.test(email) && findUnstorable(email) === undefined)) &&
    (member === null ||
      ((member?.role === null || (LADDER as readonly (string | null)[]).includes(member?.role)) &&
        !Number.isNaN(Date.parse(member?.joinedAt))));
  if (!isPerson) throw archiveInvalid(`${PEOPLE} has a person who is not described correctly.`);
  return { userId, name, email, member };
}
