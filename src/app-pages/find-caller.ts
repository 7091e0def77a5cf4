import type { Actor } from '../access/actor.ts';
import type { Caller } from '../access/role-sql.ts';
import { findStanding } from '../access/space-role.ts';
import type { Context } from '../context.ts';

/** The caller with the role in the organization, where the URL names something in it. */
export async function findCaller(
  { pointers }: Pick<Context, 'pointers'>,
  actor: Actor,
  organizationId: string,
): Promise<Caller> {
  const standing = await findStanding(pointers, actor, organizationId);
  return { organizationId, actor, role: standing?.role ?? null };
}
