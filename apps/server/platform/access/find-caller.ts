import type { Actor } from './actor.ts';
import type { Pointers } from './pointers.ts';
import type { Caller } from './role-sql.ts';
import { findStanding } from './space-role.ts';

/** The caller with the role in the organization, where the URL names something in it. */
export async function findCaller(
  { pointers }: { pointers: Pointers },
  actor: Actor,
  organizationId: string,
): Promise<Caller> {
  const standing = await findStanding(pointers, actor, organizationId);
  return { organizationId, actor, role: standing?.role ?? null };
}
