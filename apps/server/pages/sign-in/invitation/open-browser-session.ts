import type { FastifyReply, FastifyRequest } from 'fastify';
import { endSession, openSession } from '../../../domains/identity/sessions/sessions.service.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';

/** Signs the browser in as the user who has just set their first password; an earlier session of the browser ends. */
export async function openBrowserSession(
  context: Pick<Context, 'clock'>,
  unit: UnitOfWork,
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
): Promise<void> {
  const { cookie } = request.server.sessions;
  const previous = cookie.read(request);
  if (previous !== undefined) await endSession(unit, previous);
  const { secret, expiresAt } = await openSession(context, unit.trx, {
    userId,
    method: 'password',
    address: request.ip,
    userAgent: request.headers['user-agent'],
  });
  reply.header('set-cookie', cookie.issue(secret, expiresAt));
}
