import { type Conflict, type ConflictAnswer, type ConflictDraft, conflictIdOf } from './conflicts.ts';

/** Collects the conflicts of a merge that have no answer. */
export interface ConflictReport {
  conflicts: Conflict[];
  /** Returns the answer to a conflict. Without one, the conflict is noted and undefined returned. */
  resolve(draft: ConflictDraft): ConflictAnswer | undefined;
}

export function createConflictReport(
  answerOf: (conflict: Conflict) => ConflictAnswer | undefined,
): ConflictReport {
  const conflicts: Conflict[] = [];
  return {
    conflicts,
    resolve(draft) {
      const { base, ours, theirs, ...place } = draft;
      const id = conflictIdOf([place, withoutTimes(base), withoutTimes(ours), withoutTimes(theirs)]);
      const conflict: Conflict = { ...draft, id };
      const response = answerOf(conflict);
      if (response) return response;
      conflicts.push(conflict);
      return undefined;
    },
  };
}

/** The time of a change is not what conflicts. */
function withoutTimes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('updatedAt' in value)) return value;
  const { updatedAt: _, ...rest } = value;
  return rest;
}
