import { expiredToken, unknownToken } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidRequest } from '../../../platform/http/errors.ts';
import { endSession, type OpenedSession, openSession, type SignInDetails } from './sessions.service.ts';

/** Opens a session with the access of a token. `previous` is the secret of the browser's former session, which ends. */
export async function signInByToken(
  context: Pick<Context, 'clock' | 'pointers' | 'transact'>,
  token: string,
  { previous, ...place }: Pick<SignInDetails, 'address' | 'userAgent'> & { previous: string | undefined },
): Promise<OpenedSession> {
  const { tokenId } = await findToken(context, token);
  return context.transact(async (unit) => {
    if (previous !== undefined) await endSession(unit, previous);
    return openSession(context, unit.trx, { tokenId, method: 'token', ...place });
  });
}

/** Returns the actor of the token, which must not be a session secret. Throws the token's error. */
async function findToken(
  { clock, pointers }: Pick<Context, 'clock' | 'pointers'>,
  token: string,
): Promise<Actor> {
  if (token === '') throw invalidRequest('Enter a token.');
  const actor = token.length <= 1024 ? await pointers.tokens.find(token) : undefined;
  if (!actor || actor.sessionId !== undefined) throw unknownToken();
  if (actor.expiresAt && actor.expiresAt <= clock()) throw expiredToken();
  return actor;
}
