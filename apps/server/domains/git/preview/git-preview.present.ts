import type { Static } from 'typebox';
import type { GitProgress } from '../../content/spaces/spaces.schemas.ts';
import { cutReport } from '../git.jobs.ts';
import type { GitChange } from '../operations/operations.schemas.ts';
import { countChanges, listChanges, MAX_CHANGES } from '../sync/end-sync.ts';
import type { PreviewRow, PreviewState } from './git-preview.repository.ts';
import type { GitPreviewSchema, PreviewResult } from './git-preview.schemas.ts';
import type { StoredPreview } from './git-preview.service.ts';
import type { SyncPreview } from './preview-sync.ts';

export function presentPreview(row: PreviewRow, baseUrl: string): Static<typeof GitPreviewSchema> {
  const { authorId, connection } = row.request as StoredPreview;
  return {
    ...(row.progress as GitProgress),
    object: 'git-preview',
    id: row.preview_id,
    state: row.state as PreviewState,
    connection: {
      url: connection.url,
      ref: connection.ref,
      repoProjectDirectory: connection.project_directory,
      direction: connection.direction,
      initialDirection: connection.initial_direction,
      onConflict: connection.on_conflict,
    },
    startedAt: row.started_at.toISOString(),
    ...(row.ended_at ? { endedAt: row.ended_at.toISOString() } : {}),
    ...(authorId ? { startedBy: authorId } : {}),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.result === null ? {} : { result: row.result as PreviewResult }),
    urls: { location: `${baseUrl}/v1/spaces/${row.space_id}/git/previews/${row.preview_id}` },
  };
}

/** The result as it is stored: the changes with their counts and titles, and both lists cut. */
export function toResult(found: SyncPreview): PreviewResult {
  const changes = listChanges(found);
  const nameChange = createNamer(found);
  const on = (side: GitChange['side']) => countChanges(changes.filter((change) => change.side === side));
  return {
    ...(found.commit === undefined ? {} : { commit: found.commit }),
    ...(found.counts ? { counts: found.counts } : {}),
    changeCounts: { space: on('space'), repository: on('repository') },
    changes: changes.slice(0, MAX_CHANGES).map(nameChange),
    changesTotal: changes.length,
    report: cutReport(found.report),
    reportTotal: found.report.length,
  };
}

/** Adds the titles of pages. Pages that would be created have no ids yet. */
function createNamer({ before, after }: SyncPreview): (change: GitChange) => GitChange {
  const titles = new Map<string, string>();
  for (const snapshot of [before, after])
    for (const { entry } of snapshot.pages.pages())
      if (entry.type === 'document' && entry.git) titles.set(entry.git.path, entry.title);
  return (change) => {
    const title = change.title ?? titles.get(change.path);
    return title === undefined ? change : { ...change, title };
  };
}
