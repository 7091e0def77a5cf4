import { passwordSignInRequired } from './access-errors.ts';
import type { Actor } from './actor.ts';

/**
 * For what concerns an account as a whole, or other organizations: throws a 403 for who was let in by the single sign-on
 * of one organization, which vouches for them there alone.
 */
export function assertUnbound(actor: Actor): void {
  if (actor.kind === 'user' && actor.onlyIn !== undefined) {
    throw passwordSignInRequired();
  }
}
