import type { Conflict, ConflictAnswer } from '@lectern/content/merge/conflicts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import { type MergedRevisions, mergeRevisions } from '../../../content/editing/merge-revisions.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { baseOf, keyOf } from '../change-requests.service.ts';
import { type AnswerRow, findAnswers } from './answers.repository.ts';

export interface MergeSubject {
  space: SpacePointer;
  row: ChangeRequestRow;
}

/** Merges a change request with the present content of its space, by the answers so far. Stores nothing. */
export async function mergeWithSpace(parts: EditingParts, subject: MergeSubject): Promise<MergedRevisions> {
  return mergeByAnswers(parts, subject, toAnswers(await findAnswers(parts.context.db, keyOf(subject.row))));
}

/** A conflict with the present content of the space, and its answer. */
export interface MetConflict {
  conflict: Conflict;
  answer: AnswerRow | undefined;
}

/** Every conflict with the current content of the space, in the order of the merge. */
export async function findConflicts(parts: EditingParts, subject: MergeSubject): Promise<MetConflict[]> {
  if (subject.row.status === 'merged') return [];
  const rows = await findAnswers(parts.context.db, keyOf(subject.row));
  const { conflicts } = await mergeByAnswers(parts, subject, new Map());
  // Resolving a conflict can lead to further conflicts.
  const open = rows.size > 0 ? (await mergeByAnswers(parts, subject, toAnswers(rows))).conflicts : [];
  const met = new Map([...conflicts, ...open].map((conflict) => [conflict.id, conflict]));
  return [...met].map(([id, conflict]) => ({ conflict, answer: rows.get(id) }));
}

const toAnswers = (rows: ReadonlyMap<string, AnswerRow>): ReadonlyMap<string, ConflictAnswer> =>
  new Map([...rows].map(([id, { answer }]) => [id, answer]));

async function mergeByAnswers(
  parts: EditingParts,
  { space, row }: MergeSubject,
  answers: ReadonlyMap<string, ConflictAnswer>,
): Promise<MergedRevisions> {
  const { store } = parts;
  return mergeRevisions(parts, {
    space,
    ours: await store.open(space, row.revision_id),
    theirs: await store.open(space, space.revisionId),
    answers,
    // The change request of a branch may have begun before the space was connected to the repository.
    originId: baseOf(row),
  });
}
