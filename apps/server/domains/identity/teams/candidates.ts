/** Finds the members of an organization whom a request names by ids or email addresses. */

import { isId } from '@lectern/std/ids';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { invalidFields } from '../../../platform/http/errors.ts';
import { type CandidateRow, lockCandidateRows } from './team-members.repository.ts';
import type { TeamKey } from './teams.queries.ts';

/** Members of the organization, by their ids and addresses. */
export interface Candidates {
  find(userKey: string): CandidateRow | undefined;
  /** Returns the ids of those that are members of the organization. */
  idsOf(userKeys: readonly string[]): string[];
  /** The candidates who are already in the team, with their roles. */
  present: ReadonlyMap<string, TeamRole>;
}

export async function findCandidates(
  { trx }: UnitOfWork,
  team: TeamKey,
  userKeys: readonly string[],
): Promise<Candidates> {
  const userIds = [...new Set(userKeys.filter(isId))];
  const emails = [...new Set(userKeys.filter((userKey) => userKey.includes('@')).map(foldEmail))];
  const rows = await lockCandidateRows(trx, team, { userIds, emails });
  const byId = new Map(rows.map((row) => [row.user_id, row]));
  const byEmail = new Map(rows.map((row) => [row.email_folded, row]));
  const find = (userKey: string) => byId.get(userKey) ?? byEmail.get(foldEmail(userKey));
  return {
    find,
    idsOf: (asked) => asked.flatMap((userKey) => find(userKey)?.user_id ?? []),
    present: new Map(rows.flatMap((row) => (row.team_role ? [[row.user_id, row.team_role] as const] : []))),
  };
}

/** Reports every key that names no member, without revealing whether an account exists elsewhere. */
export function assertAllKnown(
  candidates: Candidates,
  asked: readonly { userKey: string; path: string }[],
): void {
  const message = 'is not a member of the organization';
  const details = asked
    .filter(({ userKey }) => !candidates.find(userKey))
    .map(({ path }) => ({ path, message }));
  if (details.length > 0) throw invalidFields(details);
}
