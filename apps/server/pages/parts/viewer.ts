import type { FastifyInstance } from 'fastify';
import { noteSeen } from '../../domains/identity/members/ping.ts';
import { getTokenRow } from '../../domains/identity/tokens/tokens.service.ts';
import { getVisibleUser } from '../../domains/identity/users/users.service.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, as the frame of a page names them; undefined for visitors. */
    viewer: Viewer | undefined;
  }
}

export interface Viewer {
  name: string;
  /** False for service accounts, which have no account page. */
  hasAccount: boolean;
}

/** Finds out who is signed in, for pages to which access was granted. */
export function useViewer(app: FastifyInstance, context: Pick<Context, 'db' | 'clock'>): void {
  app.decorateRequest('viewer', undefined);
  app.addHook('preHandler', async (request) => {
    if (!request.granted) return;
    const { actor, organizationId } = request.granted;
    request.viewer = await findViewer(context.db, actor);
    // Viewing a page counts as activity, like a ping: an administrator must not read “never” for this user.
    if (organizationId && actor.kind === 'user') {
      await noteSeen(context, { organizationId, userId: actor.userId });
    }
  });
}

async function findViewer(db: Context['db'], actor: Actor): Promise<Viewer> {
  if (actor.kind === 'service') {
    return { name: (await getTokenRow(db, actor, actor.tokenId)).title, hasAccount: false };
  }
  return { name: (await getVisibleUser(db, actor, 'me')).display_name, hasAccount: true };
}
