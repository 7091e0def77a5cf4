import { hasScope } from './actor.ts';
import type { Granted } from './grant.ts';
import { type Action, RULES, type Rule } from './policy.ts';
import { isAtLeast } from './roles.ts';

/**
 * Whether the caller's role on the resource allows another action on it, so that a page can offer it. The action is
 * checked again when it is called.
 */
export function mayDo({ actor, role }: Pick<Granted, 'actor' | 'role'>, action: Action): boolean {
  const rule: Rule = RULES[action];
  if (!hasScope(actor, rule.scope)) return false;
  if (rule.on === 'instance') return actor.kind === 'user' && actor.isInstanceAdministrator === true;
  if ((rule.on === 'person' || rule.personal) && actor.kind !== 'user') return false;
  return rule.role === 'guest' || isAtLeast(role, rule.role);
}
