import { cutText } from '@lectern/std/cut-text';
import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { endOfSession } from '../../../platform/access/session-lifetime.ts';
import { newSessionSecret } from '../../../platform/access/token.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { noSession } from './read-session.ts';
import type { SessionOwner } from './sessions.queries.ts';
import {
  deleteSession,
  deleteSessionBySecret,
  deleteSessions,
  insertSession,
  type NewSession,
} from './sessions.repository.ts';

export const sessionNotFound = defineNotFound('session-not-found', 'session');
export const signInRevoked = defineError(
  { status: 401, reason: 'sign-in-revoked' },
  'You can no longer sign in with this: the account was blocked or deleted, or the token was revoked. Ask the operator of the service.',
);

/** Only as much of the User-Agent header as lists show. */
const MAX_USER_AGENT_LENGTH = 256;

/** The party that signs in: a user, or the holder of a token, as which the session then acts. */
export type SignInDetails = ({ userId: string } | { tokenId: string }) & {
  /** The only organization that the session acts in: its single sign-on opened it. */
  organizationId?: string;
  method: NewSession['method'];
  address: string | null;
  userAgent: string | undefined;
};

export interface OpenedSession {
  /** The secret for the cookie; it is shown only once. */
  secret: string;
  sessionId: string;
  expiresAt: Date;
}

/** Opens a session with a separate secret at every sign-in. The caller must have verified the user. */
export async function openSession(
  { clock }: Pick<Context, 'clock'>,
  trx: Transaction<DB>,
  who: SignInDetails,
): Promise<OpenedSession> {
  const createdAt = clock();
  const expiresAt = endOfSession(createdAt);
  const secret = newSessionSecret();
  const sessionId = newId();
  const isOpened = await insertSession(trx, {
    secret,
    sessionId,
    owner: 'userId' in who ? { userId: who.userId } : { tokenId: who.tokenId },
    organizationId: who.organizationId ?? null,
    method: who.method,
    address: who.address,
    userAgent: toPlainText(who.userAgent),
    createdAt,
    expiresAt,
  });
  if (!isOpened) throw signInRevoked();
  return { secret, sessionId, expiresAt };
}

/** Signs the browser that calls out. Throws a 404 for a call by a token. */
export async function closeSession(
  { transact }: Pick<Context, 'transact'>,
  { sessionId }: Actor,
): Promise<void> {
  if (sessionId === undefined) throw noSession();
  await transact(async ({ trx, announce }) => {
    if (await deleteSession(trx, sessionId)) announce({ kind: 'session', sessionId });
  });
}

/** A step of a transaction: the session with this secret ends, if there is one. */
export async function endSession({ trx, announce }: UnitOfWork, secret: string): Promise<void> {
  const sessionId = await deleteSessionBySecret(trx, secret);
  if (sessionId !== undefined) announce({ kind: 'session', sessionId });
}

/** Signs one of the owner's browsers out; one that is not theirs is not found. */
export async function revokeSession(
  { transact }: Pick<Context, 'transact'>,
  owner: SessionOwner,
  sessionId: string,
): Promise<void> {
  await transact((unit) => endOwnSession(unit, owner, sessionId));
}

/** A step of a transaction: signs one of the owner's browsers out; one that is not theirs is not found. */
export async function endOwnSession(unit: UnitOfWork, owner: SessionOwner, sessionId: string): Promise<void> {
  const ended = isId(sessionId) ? await deleteSessions(unit.trx, owner, { only: sessionId }) : [];
  if (ended.length === 0) throw sessionNotFound();
  announceEnd(unit, ended);
}

export async function endOtherSessions(
  { transact }: Pick<Context, 'transact'>,
  owner: SessionOwner,
  ownId: string | undefined,
): Promise<void> {
  await transact(async (unit) => {
    await endSessions(unit, owner, ownId);
  });
}

/**
 * A step of a transaction: signs all browsers of the owner out but the one that asks for it. Returns how many there
 * were.
 */
export async function endSessions(
  unit: UnitOfWork,
  owner: SessionOwner,
  except: string | undefined,
): Promise<number> {
  const ended = await deleteSessions(unit.trx, owner, { except });
  announceEnd(unit, ended);
  return ended.length;
}

function announceEnd({ announce }: UnitOfWork, sessionIds: string[]): void {
  for (const sessionId of sessionIds) announce({ kind: 'session', sessionId });
}

/** Removes characters that would break a line or a terminal. */
function toPlainText(userAgent: string | undefined): string | null {
  const text = cutText((userAgent ?? '').replace(/\p{C}/gu, ''), MAX_USER_AGENT_LENGTH).trim();
  return text === '' ? null : text;
}
