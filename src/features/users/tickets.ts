/** Links that allow something once: to accept an invitation, set a password, prove an address. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { KeyRing } from '../../access/keys.ts';
import type { DB } from '../../db/schema.ts';
import { isId, newId } from '../../http/ids.ts';

type Database = Kysely<DB> | Transaction<DB>;

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
  const { userId, purpose, organizationId = null, email = null, createdAt, expiresAt } = ticket;
  const ticketId = newId();
  await trx
    .deleteFrom('user_ticket')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .execute();
  await trx
    .insertInto('user_ticket')
    .values({
      ticket_id: ticketId,
      user_id: userId,
      purpose,
      organization_id: organizationId,
      email,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
  return ticketId;
}

/** The secret text of a ticket, for a link: derived, so that nothing secret is stored. */
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
  if (!isOurs) return undefined;
  return db
    .selectFrom('user_ticket')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses it up; false: somebody was faster. */
export async function useTicket(trx: Transaction<DB>, ticketId: string): Promise<boolean> {
  const result = await trx.deleteFrom('user_ticket').where('ticket_id', '=', ticketId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const macOf = (key: Buffer, ticketId: string): Buffer => createHmac('sha256', key).update(ticketId).digest();
