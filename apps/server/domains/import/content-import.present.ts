import type { ImportProblem } from '@lectern/import/imported-content';
import { maskUrl, maskUrlsIn } from '../../platform/http/mask-url.ts';
import type { ImportRow, ListedImportRow } from './content-import.repository.ts';
import type { ImportProgress, ImportRun } from './content-import.schemas.ts';
import type { ImportOutcome, PreviewOutcome, StoredImport } from './content-import.service.ts';
import type { StoredActor } from './stored-actor.ts';

interface Shown {
  baseUrl: string;
  /** Whether the caller may import. Others do not see the secrets that the address of the source contains. */
  canImport: boolean;
  /** Whether the caller may edit the space, and so could look at the source. */
  canEdit: boolean;
}

export function presentImport(
  row: ImportRow | ListedImportRow,
  { baseUrl, canImport, canEdit }: Shown,
): ImportRun {
  const { source, url, format, dryRun } = row.request as unknown as StoredImport;
  const ended = row.outcome as unknown as ImportOutcome | PreviewOutcome | null;
  const outcome = ended && 'revision' in ended ? ended : null;
  const preview = ended && 'preview' in ended ? ended.preview : undefined;
  const progress = row.progress as unknown as Partial<ImportProgress>;
  const actor = row.actor as unknown as StoredActor;
  const named = ended?.format ?? format;
  const showText = (text: string): string => (canImport ? text : maskUrlsIn(text));
  return {
    object: 'import-run',
    id: row.import_id,
    status: row.status as ImportRun['status'],
    ...(dryRun ? { dryRun } : {}),
    createdAt: row.created_at.toISOString(),
    ...(row.started_at ? { startedAt: row.started_at.toISOString() } : {}),
    updatedAt: row.updated_at.toISOString(),
    ...(row.ended_at ? { completedAt: row.ended_at.toISOString() } : {}),
    source: { type: source, url: canImport ? url : maskUrl(url), ...(named ? { format: named } : {}) },
    target: {
      space: row.space_id,
      ...(row.change_request_id ? { changeRequest: row.change_request_id } : {}),
      ...(row.page_id ? { page: row.page_id } : {}),
    },
    createdBy: actor.kind === 'user' ? actor.userId : actor.tokenId,
    ...(progress.stage ? { progress: { ...progress, stage: progress.stage } } : {}),
    ...(outcome
      ? {
          revision: outcome.revision,
          counts: outcome.counts,
          totalResources: outcome.total,
          pages: outcome.pages.map((id) => ({ id, type: 'page' as const, status: 'complete' as const })),
        }
      : {}),
    ...(preview && canEdit ? { preview } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
    ...(row.message ? { message: showText(row.message) } : {}),
    ...('problems' in row
      ? {
          problems: (row.problems as unknown as ImportProblem[]).map((problem) =>
            presentProblem(problem, showText),
          ),
        }
      : {}),
    problemCount: row.problem_count,
    urls: { location: `${baseUrl}/v1/spaces/${row.space_id}/content/imports/${row.import_id}` },
  };
}

const presentProblem = (
  { path, line, reason, message }: ImportProblem,
  showText: (text: string) => string,
) => ({
  path: showText(path),
  ...(line === undefined ? {} : { line }),
  reason,
  message: showText(message),
});
