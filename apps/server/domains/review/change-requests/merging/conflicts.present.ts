import { type Conflict, conflictIdOf } from '@lectern/content/merge/conflicts';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { Static } from 'typebox';
import type { RevisionView } from '../../../../content/revisions/revision-view.ts';
import { type Authors, authorOf } from '../../../identity/users/authors.queries.ts';
import { presentUser } from '../../../identity/users/users.present.ts';
import type { AnswerRow } from './answers.repository.ts';
import type { ConflictSchema } from './conflicts.schemas.ts';
import type { MetConflict } from './merge-with-space.ts';

type ConflictObject = Static<typeof ConflictSchema>;

/** Fields of an entry that name stored bytes: they mean nothing outside. */
const INTERNAL = new Set(['document', 'blob', 'git']);

/** Identifies an answer, or that there is none. */
export const versionOf = (row: AnswerRow | undefined): string =>
  row ? conflictIdOf([row.answer, row.answered_by, row.answered_at?.getTime()]) : 'open';

interface Shown {
  /** Those in which what conflicts is named, the first that has it. */
  snapshots: readonly Snapshot[];
  authors: Authors;
  fileUrl: RevisionView['fileUrl'];
  html?: ConflictObject['html'];
}

export function presentConflict(
  { conflict, answer: row }: MetConflict,
  { snapshots, authors, fileUrl, html }: Shown,
  baseUrl: string,
): ConflictObject {
  return {
    object: 'change-request-conflict',
    id: conflict.id,
    kind: conflict.kind,
    ...presentSubject(conflict, snapshots),
    base: toShown(conflict.base),
    ours: toShown(conflict.ours),
    theirs: toShown(conflict.theirs),
    canKeepBoth: conflict.kind === 'document' && conflict.canKeepBoth,
    ...(html && Object.keys(html).length > 0 ? { html } : {}),
    ...presentFiles(conflict, snapshots, fileUrl),
    version: versionOf(row),
    ...(row ? presentAnswer(row, authors, baseUrl) : {}),
  };
}

const presentAnswer = (
  { answer, answered_by: answeredBy, answered_at: answeredAt }: AnswerRow,
  authors: Authors,
  baseUrl: string,
): Pick<ConflictObject, 'answer' | 'answeredBy' | 'answeredAt'> => ({
  answer,
  ...(answeredBy === null ? {} : { answeredBy: presentUser(authorOf(authors, answeredBy), baseUrl) }),
  ...(answeredAt === null ? {} : { answeredAt: answeredAt.toISOString() }),
});

/** The file in each version, if its content conflicts or one side deleted it. */
function presentFiles(
  conflict: Conflict,
  snapshots: readonly Snapshot[],
  fileUrl: RevisionView['fileUrl'],
): Pick<ConflictObject, 'files'> {
  if (conflict.kind !== 'file' || !['content', 'deleted'].includes(conflict.field)) return {};
  const { fileId: id } = conflict;
  const named = snapshots.map((snapshot) => snapshot.findFile(id)).find((file) => file !== undefined);
  const files: NonNullable<ConflictObject['files']> = {};
  for (const side of ['base', 'ours', 'theirs'] as const) {
    const { name = named?.name ?? '', contentType, size, blob, dimensions } = conflict[side] ?? {};
    if (contentType === undefined || size === undefined || blob === undefined) continue;
    const downloadURL = fileUrl({ id, name, contentType, size, blob });
    files[side] = { name, contentType, size, downloadURL, ...(dimensions ? { dimensions } : {}) };
  }
  return { files };
}

type Subject = Pick<
  ConflictObject,
  'page' | 'file' | 'reusableContent' | 'field' | 'place' | 'deletedBy' | 'changedPages'
>;

function presentSubject(conflict: Conflict, snapshots: readonly Snapshot[]): Subject {
  const named = (id: string): { id: string; title?: string } => ({
    id,
    ...titleOf(snapshots, (snapshot) => snapshot.pages.find(id)?.entry.title),
  });
  const page = (id: string): Subject => ({ page: named(id) });
  const reusable = (id: string): Subject => ({
    reusableContent: { id, ...titleOf(snapshots, (snapshot) => snapshot.findReusable(id)?.title) },
  });
  switch (conflict.kind) {
    case 'document': {
      const isPage = snapshots.some(({ pages }) => pages.find(conflict.targetId));
      const owner = isPage ? page(conflict.targetId) : reusable(conflict.targetId);
      return { ...owner, place: conflict.place };
    }
    case 'page-field':
      return { ...page(conflict.pageId), field: conflict.field };
    case 'page-deleted':
      return {
        ...page(conflict.pageId),
        deletedBy: conflict.deletedBy,
        changedPages: conflict.changedPageIds.map(named),
      };
    case 'page-position':
      return page(conflict.pageId);
    case 'file':
      return {
        file: {
          id: conflict.fileId,
          ...titleOf(snapshots, (snapshot) => snapshot.findFile(conflict.fileId)?.name),
        },
        field: conflict.field,
      };
    case 'reusable-content':
      return { ...reusable(conflict.reusableContentId), field: conflict.field };
    case 'setting':
      return { field: `${conflict.setting}.${conflict.key}` };
  }
}

function titleOf(
  snapshots: readonly Snapshot[],
  find: (snapshot: Snapshot) => string | undefined,
): { title?: string } {
  for (const snapshot of snapshots) {
    const title = find(snapshot);
    if (title !== undefined) return { title };
  }
  return {};
}

function toShown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !INTERNAL.has(name)));
}
