import type { Static } from 'typebox';
import { sessionEnded } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { presentOwnUser } from '../users/users.present.ts';
import { findVisibleUserRow } from '../users/users.queries.ts';
import type { UserSchema } from '../users/users.schemas.ts';
import type { SessionRow } from './sessions.queries.ts';
import { findSessionRow } from './sessions.repository.ts';

export const noSession = defineError(
  { status: 404, reason: 'no-session' },
  'A token has no session. Only a browser that has signed in has one.',
);

/** Reads the calling session and its user. Throws a 404 for a call by a token, a 401 for a session that just ended. */
export async function readSession(
  { db, config }: Pick<Context, 'db' | 'config'>,
  actor: Actor,
): Promise<{ row: SessionRow; user: Static<typeof UserSchema> | undefined }> {
  if (actor.sessionId === undefined) throw noSession();
  const row = await findSessionRow(db, actor.sessionId);
  if (!row) throw sessionEnded();
  if (actor.kind === 'service') return { row, user: undefined };
  const user = await findVisibleUserRow(db, actor, actor.userId);
  if (!user) throw sessionEnded();
  return { row, user: presentOwnUser(user, { actor, baseUrl: config.baseUrl }) };
}

/** Returns the actor of a session opened a moment ago, which a change of the password may already have ended. */
export async function getActor({ pointers }: Pick<Context, 'pointers'>, secret: string): Promise<Actor> {
  const actor = await pointers.tokens.find(secret);
  if (!actor) throw sessionEnded();
  return actor;
}
