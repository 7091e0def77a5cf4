import { contentChanged } from '../revisions/space-branch.ts';
import type { EditingParts } from './editing-parts.ts';

const MAX_ATTEMPTS = 10;

/** A line of revisions: of a space, or of a change request in it. */
interface CommitTarget {
  spaceId: string;
  /** The id of the space or the change request. */
  branchId: string;
  /** How often the commit is repeated if another process commits first. */
  maxAttempts?: number;
}

/**
 * Runs commits to one sequence of revisions one at a time. `commit` reads the current revision and replaces it; if
 * another process has replaced it meanwhile, `commit` runs again.
 */
export async function commitInTurn<Result>(
  { context, turns }: Pick<EditingParts, 'context' | 'turns'>,
  { spaceId, branchId, maxAttempts = MAX_ATTEMPTS }: CommitTarget,
  commit: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await turns.take(branchId, commit);
    } catch (error) {
      if (!contentChanged.matches(error) || attempt === maxAttempts) throw error;
      // The notification from the other process may not have arrived yet.
      context.pointers.spaces.invalidate(spaceId);
    }
  }
}
