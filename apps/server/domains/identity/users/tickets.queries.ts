/** Links that allow something once: to accept an invitation, set a password, prove an address. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId, newId } from '@lectern/std/ids';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { KeyRing } from '../../../platform/access/keys.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';

export type TicketRow = Selectable<DB['user_ticket']>;

interface NewTicket {
  userId: string;
  /** `invitation`: of an organization; `password`: to set one; `email`: proves `email`. */
  purpose: 'invitation' | 'password' | 'email';
  organizationId?: string;
  /** The address that it is sent to, and that using it proves. */
  email?: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Takes the place of earlier tickets of the user for the same purpose (and organization). Returns its id. */
export async function issueTicket(trx: Transaction<DB>, ticket: NewTicket): Promise<string> {
  const [issued] = await issueTickets(trx, ticket, [ticket]);
  return issued?.ticketId as string;
}

/** The same for many users at once, in two statements. Returns the ids in the order of the users. */
export async function issueTickets(
  trx: Transaction<DB>,
  same: Omit<NewTicket, 'userId' | 'email'>,
  users: Pick<NewTicket, 'userId' | 'email'>[],
): Promise<{ userId: string; ticketId: string }[]> {
  if (users.length === 0) return [];
  const { purpose, organizationId = null, createdAt, expiresAt } = same;
  await trx
    .deleteFrom('user_ticket')
    .where(sql<boolean>`user_id = any(${users.map(({ userId }) => userId)}::uuid[])`)
    .where('purpose', '=', purpose)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .execute();
  const rows = users.map(({ userId, email = null }) => ({
    ticket_id: newId(),
    user_id: userId,
    purpose,
    organization_id: organizationId,
    email,
    created_at: createdAt,
    expires_at: expiresAt,
  }));
  await trx.insertInto('user_ticket').values(rows).execute();
  return rows.map((row) => ({ userId: row.user_id, ticketId: row.ticket_id }));
}

/** Returns the secret text of a ticket for a link: it is derived, so that no secret is stored. */
export const ticketText = (keyRing: KeyRing, ticketId: string): string =>
  `${ticketId}.${macOf(keyRing.keys('tickets')[0] as Buffer, ticketId).toString('base64url')}`;

/** The ticket, when the text is its secret and it is neither used nor expired. */
export async function findTicket(
  db: Database,
  keyRing: KeyRing,
  { text, purpose, now }: { text: string; purpose: TicketRow['purpose']; now: Date },
): Promise<TicketRow | undefined> {
  const [ticketId = '', signature = ''] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isOurs =
    isId(ticketId) &&
    keyRing.keys('tickets').some((key) => {
      const mac = macOf(key, ticketId);
      return mac.length === given.length && timingSafeEqual(mac, given);
    });
  return isOurs ? findTicketById(db, { ticketId, purpose, now }) : undefined;
}

/** The ticket, when it is neither used nor expired. */
export async function findTicketById(
  db: Database,
  { ticketId, purpose, now }: { ticketId: string; purpose: TicketRow['purpose']; now: Date },
): Promise<TicketRow | undefined> {
  return db
    .selectFrom('user_ticket')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Marks the ticket as used; returns false if another request was faster. */
export async function useTicket(trx: Transaction<DB>, ticketId: string): Promise<boolean> {
  const result = await trx.deleteFrom('user_ticket').where('ticket_id', '=', ticketId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const macOf = (key: Buffer, ticketId: string): Buffer => createHmac('sha256', key).update(ticketId).digest();

export async function deleteExpiredTickets(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('user_ticket').where('expires_at', '<=', now).execute();
}

/** Invalidates the links of a user for these purposes, in one organization or in all. Returns whether there was one. */
export async function deleteTickets(
  trx: Transaction<DB>,
  tickets: { userId: string; purposes?: NewTicket['purpose'][]; organizationId?: string },
): Promise<boolean> {
  const { userId, purposes, organizationId } = tickets;
  let query = trx.deleteFrom('user_ticket').where('user_id', '=', userId);
  if (purposes) query = query.where('purpose', 'in', purposes);
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  const result = await query.executeTakeFirst();
  return result.numDeletedRows > 0n;
}
