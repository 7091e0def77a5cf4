import { assertNever } from '@lectern/markdown/assert-never';
import {
  type ApiError,
  type ErrorDetail,
  invalidFields,
  invalidRequest,
} from '../../../platform/http/errors.ts';
import type { ContentChange } from './content-changes.schemas.ts';
import type { ContentDraft } from './content-draft.ts';
import type { EditTools } from './edit-tools.ts';
import { changesRefused } from './editing-errors.ts';
import { deleteFile, insertFiles, updateFile } from './file-changes.ts';
import { deletePage, insertPage, updatePage } from './page-changes.ts';
import { deleteReusable, insertReusable, updateReusable } from './reusable-changes.ts';
import { revertPage } from './revert-page.ts';

/** Applies changes to a draft in order. Throws one error that lists every refused change; discard the draft then. */
export async function applyChanges(
  draft: ContentDraft,
  changes: readonly ContentChange[],
  toolsOf: (path: string) => EditTools,
): Promise<void> {
  const refused: ApiError[] = [];
  for (const [index, change] of changes.entries()) {
    try {
      await applyChange(draft, change, toolsOf(`changes.${index}`));
    } catch (error) {
      if (!(changesRefused.matches(error) || invalidRequest.matches(error))) throw error;
      refused.push(error);
    }
  }
  if (refused.length === 0) return;
  const details = refused.flatMap((error): ErrorDetail[] => error.details ?? []);
  // Changes that can never be applied are reported before those that only the current content refuses.
  throw refused.some((error) => invalidRequest.matches(error))
    ? invalidFields(details)
    : changesRefused(details);
}

function applyChange(draft: ContentDraft, change: ContentChange, tools: EditTools): Promise<void> | void {
  switch (change.operation) {
    case 'update_page':
      return updatePage(draft, change, tools);
    case 'insert_page':
      return insertPage(draft, change, tools);
    case 'delete_page':
      return deletePage(draft, change, tools);
    case 'revert_page':
      return revertPage(draft, change, tools);
    case 'insert_files':
      return insertFiles(draft, change, tools);
    case 'update_file':
      return updateFile(draft, change, tools);
    case 'delete_file':
      return deleteFile(draft, change, tools);
    case 'insert_reusable_content':
      return insertReusable(draft, change, tools);
    case 'update_reusable_content':
      return updateReusable(draft, change, tools);
    case 'delete_reusable_content':
      return deleteReusable(draft, change, tools);
    default:
      return assertNever(change);
  }
}
