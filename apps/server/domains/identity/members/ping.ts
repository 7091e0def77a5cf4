import type { Context } from '../../../platform/context.ts';
import { updateLastSeen } from './member-states.queries.ts';
import type { MemberKey } from './members.queries.ts';
import { signVisitorClaims } from './visitor-claims/visitor-claims.service.ts';

/** Limits how often a page that pings continuously causes a write. */
const MINUTE_MS = 60_000;

/** Notes that the member is here. Answers with a token of a visitor where the organization has such made. */
export async function ping(
  context: Pick<Context, 'db' | 'clock' | 'keyRing'>,
  member: MemberKey,
): Promise<string | undefined> {
  await noteSeen(context, member);
  return signVisitorClaims(context, member);
}

export async function noteSeen(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  member: MemberKey,
): Promise<void> {
  const now = clock();
  await updateLastSeen(db, member, { now, since: new Date(now.getTime() - MINUTE_MS) });
}
