import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordEvents } from '../../core/audit/record-event.ts';

/** Records the users whom an administrator invited; for users invited before, that there is a new link. */
export async function recordInvited(
  trx: Transaction<DB>,
  cause: Cause,
  invited: {
    organizationId: string;
    people: {
      userId: string;
      displayName: string;
      role: RoleOrGuest;
      sso: boolean;
      isAdded: boolean;
      isDisabled: boolean;
    }[];
    at: Date;
  },
): Promise<void> {
  const { organizationId, people, at } = invited;
  await recordEvents(
    trx,
    people.map(({ userId, displayName, role, sso, isAdded, isDisabled }) => ({
      organizationId,
      cause,
      action: 'member.invited' as const,
      target: { type: 'member' as const, id: userId, label: displayName },
      payload: isAdded ? { after: { role, sso, disabled: isDisabled } } : { isAgain: true },
      at,
    })),
  );
}
