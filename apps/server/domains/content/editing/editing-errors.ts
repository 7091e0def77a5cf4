import type { Conflict } from '@lectern/content/merge/conflicts';
import { defineError, type ErrorDetail } from '../../../platform/http/errors.ts';

/** The current content does not allow a change. `details` lists each refused change by its position in the request. */
export const changesRefused = defineError(
  { status: 409, reason: 'changes-refused' },
  (details: ErrorDetail[]) => {
    const [first, ...others] = details;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return {
      message: `Nothing was changed, because a change cannot be applied: ${first?.path ?? ''} ${first?.message ?? ''}${more}.`,
      details,
    };
  },
);

export const changeRefused = (path: string, message: string) => changesRefused([{ path, message }]);

/** Content that could only be shown as it is written. `details` name the fields that contain it. */
export const pageTooLarge = defineError(
  { status: 413, reason: 'page-too-large' },
  (details: ErrorDetail[]) => ({
    message: `Nothing was changed: ${details[0]?.path} ${details[0]?.message}. Split the page into several.`,
    details,
  }),
);

/** Others changed the same place since the revision that the caller knew. `details` hold both versions. */
export const editConflicts = defineError(
  { status: 409, reason: 'edit-conflicts' },
  (conflicts: readonly Conflict[]) => ({
    message:
      'Nothing was changed, because others have changed the same places in the meantime. Read the current revision and repeat the change.',
    details: conflicts.slice(0, MAX_CONFLICTS).map(toDetail),
  }),
);

const MAX_CONFLICTS = 50;

function toDetail(conflict: Conflict): ErrorDetail {
  const { base, ours, theirs } = conflict;
  const place = conflict.kind === 'document' ? { place: conflict.place } : {};
  return { path: pathOf(conflict), message: 'was changed on both sides', ...place, base, ours, theirs };
}

function pathOf(conflict: Conflict): string {
  switch (conflict.kind) {
    case 'document':
      return `documents/${conflict.targetId}/${conflict.place.kind}`;
    case 'page-field':
      return `pages/${conflict.pageId}/${conflict.field}`;
    case 'page-deleted':
      return `pages/${conflict.pageId}`;
    case 'page-position':
      return `pages/${conflict.pageId}/into`;
    case 'file':
      return `files/${conflict.fileId}/${conflict.field}`;
    case 'reusable-content':
      return `reusableContents/${conflict.reusableContentId}/${conflict.field}`;
    case 'setting':
      return `${conflict.setting}/${conflict.key}`;
  }
}
