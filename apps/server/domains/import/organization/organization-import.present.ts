import { hasScope } from '../../../platform/access/actor.ts';
import type { Granted } from '../../../platform/access/grant.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import { maskUrl, maskUrlsIn } from '../../../platform/http/mask-url.ts';
import type { JobProgress } from '../import-job.ts';
import type { OrganizationImportRow } from './organization-import.repository.ts';
import type { ImportRoot, OrganizationImport } from './organization-import.schemas.ts';
import type { StoredOutcome, StoredRequest } from './organization-import.service.ts';

/** Whether the caller could start such an import, and so may see secrets in the address of its source. */
export const maySeeAddress = ({ actor, role }: Pick<Granted, 'actor' | 'role'>): boolean =>
  hasScope(actor, 'write') && isAtLeast(role, 'admin');

export function presentOrganizationImport(
  row: OrganizationImportRow,
  { baseUrl, isOpen, isListed }: { baseUrl: string; isOpen: boolean; isListed: boolean },
): OrganizationImport {
  const request = row.request as unknown as StoredRequest;
  const outcome = row.outcome as unknown as StoredOutcome;
  const progress = row.progress as unknown as Partial<JobProgress>;
  const source = outcome.source ?? request;
  const { upload, ref, directory } = source;
  const showText = (text: string): string => (isOpen ? text : maskUrlsIn(text));
  const type = source.source;
  const parent = outcome.collectionId ?? request.parentId;
  return {
    object: 'organization-import',
    id: row.import_id,
    status: row.status as OrganizationImport['status'],
    ...(row.is_dry_run ? { dryRun: true as const } : {}),
    createdAt: row.created_at.toISOString(),
    ...(row.started_at ? { startedAt: row.started_at.toISOString() } : {}),
    updatedAt: row.updated_at.toISOString(),
    ...(row.ended_at ? { completedAt: row.ended_at.toISOString() } : {}),
    createdBy: row.author_id,
    source: {
      ...(type ? { type } : {}),
      ...(upload
        ? { file: upload.name, upload: upload.id }
        : { url: isOpen ? source.url : maskUrl(source.url) }),
      ...(ref ? { ref } : {}),
      ...(directory ? { repoProjectDirectory: directory } : {}),
    },
    ...(progress.stage ? { progress: { ...progress, stage: progress.stage } } : {}),
    ...(outcome.product ? { product: outcome.product } : {}),
    roots: (outcome.roots ?? []).map((root) => presentRoot(root, { showText, isListed })),
    rootCount: outcome.rootCount ?? 0,
    problemCount: (outcome.roots ?? []).reduce((sum, { problemCount = 0 }) => sum + problemCount, 0),
    ...(request.spaceId ? { space: request.spaceId } : {}),
    ...(parent ? { parent } : {}),
    ...(outcome.siteId ? { site: outcome.siteId } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
    ...(row.message ? { message: showText(row.message) } : {}),
    urls: { location: `${baseUrl}/v1/orgs/${row.organization_id}/imports/${row.import_id}` },
  };
}

function presentRoot(
  { problems, pages, fileCount, counts, message, ...root }: ImportRoot,
  { showText, isListed }: { showText: (text: string) => string; isListed: boolean },
): ImportRoot {
  return {
    ...root,
    ...(counts ? { counts } : { fileCount: fileCount ?? 0 }),
    ...(message ? { message: showText(message) } : {}),
    ...(isListed || !pages ? {} : { pages }),
    ...(isListed || !problems
      ? {}
      : {
          problems: problems.map(({ path, line, reason, message: said }) => ({
            path: showText(path),
            ...(line === undefined ? {} : { line }),
            reason,
            message: showText(said),
          })),
        }),
  };
}
