import type { Transaction } from 'kysely';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { enqueueMails } from '../../../platform/mail/enqueue-mail.ts';
import { ticketAddress } from '../../../platform/mail/ticket-address.ts';
import { issueTickets, ticketText } from '../../identity/users/tickets.queries.ts';
import { findDisplayName } from '../../identity/users/users.queries.ts';

const DAY_MS = 24 * 3_600_000;
const VALID_DAYS = 14;

export interface IssuedInvitation {
  userId: string;
  email: string;
  ticketId: string;
  expiresAt: Date;
}

/**
 * Makes a new link for each, in place of an earlier one, and mails it where the instance sends mail. Only a mailed link
 * proves an address: one that an administrator can read proves nothing.
 */
export async function issueInvitations(
  { config }: Pick<Context, 'config'>,
  unit: UnitOfWork,
  invitation: {
    organization: { organization_id: string; title: string };
    inviterId: string | null;
    invitees: { userId: string; email: string }[];
    at: Date;
  },
): Promise<IssuedInvitation[]> {
  const { organization, inviterId, invitees, at } = invitation;
  const isMailed = config.smtpUrl !== undefined;
  const expiresAt = new Date(at.getTime() + VALID_DAYS * DAY_MS);
  const issued = await issueTickets(
    unit.trx,
    { purpose: 'invitation', organizationId: organization.organization_id, createdAt: at, expiresAt },
    invitees.map(({ userId, email }) => (isMailed ? { userId, email } : { userId })),
  );
  if (isMailed) {
    const names = { organization: organization.title, ...(await nameInviter(unit.trx, inviterId)) };
    const mails = issued.map(({ ticketId }, n) => ({
      to: invitees[n]?.email as string,
      template: 'invitation' as const,
      ticketId,
      names,
    }));
    await enqueueMails(unit, mails, at);
  }
  return issued.map((ticket, n) => ({ ...ticket, email: invitees[n]?.email as string, expiresAt }));
}

/** Returns the address of the link. Only the invited person may see the address of a ticket that was mailed. */
export const invitationAddress = (
  { config, keyRing }: Pick<Context, 'config' | 'keyRing'>,
  ticketId: string,
): string => ticketAddress(config.baseUrl, 'invitation', ticketText(keyRing, ticketId));

async function nameInviter(trx: Transaction<DB>, inviterId: string | null): Promise<{ inviter?: string }> {
  const inviter = inviterId === null ? undefined : await findDisplayName(trx, inviterId);
  return inviter === undefined ? {} : { inviter };
}
