import type { Conflict, ConflictAnswer } from '@lectern/content/merge/conflicts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import {
  type MergedRevisions,
  mergeRevisions,
  type RevisionsToMerge,
} from '../../content/editing/merge-revisions.ts';

type Sides = Omit<RevisionsToMerge, 'answers'>;

export interface MergedSides {
  merged: MergedRevisions;
  /** The places that both sides changed differently, whichever version the merge keeps. */
  conflicts: readonly Conflict[];
}

/** Answers can lead to other conflicts, for instance of the pages below one that is kept. */
const MAX_ROUNDS = 5;

/** Merges two revisions; where they conflict, one side is kept. */
export async function mergeSides(
  parts: EditingParts,
  sides: Sides,
  kept: 'ours' | 'theirs' | ((conflict: Conflict) => 'ours' | 'theirs'),
): Promise<MergedSides> {
  const responses = new Map<string, ConflictAnswer>();
  const conflicts: Conflict[] = [];
  for (let round = 1; ; round += 1) {
    const merged = await mergeRevisions(parts, { ...sides, answers: responses });
    if (merged.conflicts.length === 0) return { merged, conflicts };
    if (round > MAX_ROUNDS) throw new Error('The conflicts of a merge could not be resolved.');
    for (const conflict of merged.conflicts) {
      responses.set(conflict.id, { choice: typeof kept === 'string' ? kept : kept(conflict) });
      if (!isAboutGit(conflict)) conflicts.push(conflict);
    }
  }
}

/** The place of a file in the repository is not anybody’s text. */
const isAboutGit = (conflict: Conflict): boolean =>
  ('field' in conflict && conflict.field === 'git') ||
  (conflict.kind === 'setting' && conflict.setting === 'repository');
