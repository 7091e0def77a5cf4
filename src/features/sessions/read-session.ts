import type { Static } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import { defineError } from '../../http/errors.ts';
import { presentUser } from '../users/users.present.ts';
import type { UserSchema } from '../users/users.schemas.ts';
import { getVisibleUser } from '../users/users.service.ts';
import type { SessionRow } from './sessions.queries.ts';
import { findSessionRow } from './sessions.repository.ts';

export const noSession = defineError(
  { status: 404, reason: 'no-session' },
  'You called with a token, which has no session. Browsers get one by signing in.',
);

/** The session that calls, with who it acts as. Throws a 404 for a call by a token. */
export async function readSession(
  { db, config }: Pick<Context, 'db' | 'config'>,
  actor: Actor,
): Promise<{ row: SessionRow; user: Static<typeof UserSchema> | undefined }> {
  const row = actor.sessionId === undefined ? undefined : await findSessionRow(db, actor.sessionId);
  if (!row) throw noSession();
  if (actor.kind === 'service') return { row, user: undefined };
  return { row, user: presentUser(await getVisibleUser(db, actor, 'me'), config.baseUrl) };
}

/** Returns the actor of a session opened a moment ago. */
export async function getActor({ pointers }: Pick<Context, 'pointers'>, secret: string): Promise<Actor> {
  const actor = await pointers.tokens.find(secret);
  if (!actor) throw noSession();
  return actor;
}
