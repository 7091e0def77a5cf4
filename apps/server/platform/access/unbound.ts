import { passwordSignInRequired } from './access-errors.ts';
import type { Actor } from './actor.ts';

/**
 * For actions on an account as a whole, or on other organizations: throws a 403 for a user signed in through the single
 * sign-on of one organization, which vouches for them only there.
 */
export function assertUnbound(actor: Actor): void {
  if (actor.kind === 'user' && actor.onlyIn !== undefined) {
    throw passwordSignInRequired();
  }
}
