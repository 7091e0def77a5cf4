import type { Static } from 'typebox';
import type { ImportReport } from './archive-format.ts';
import type { ExportRow, ImportRow } from './archives.repository.ts';
import type { ArchiveImportSchema, OrganizationExportSchema } from './archives.schemas.ts';

const errorOf = ({ reason, message }: { reason: string | null; message: string | null }) =>
  reason === null ? {} : { error: { reason, message: message ?? '' } };

const timesOf = ({ created_at, ended_at }: { created_at: Date; ended_at: Date | null }) => ({
  createdAt: created_at.toISOString(),
  ...(ended_at ? { endedAt: ended_at.toISOString() } : {}),
});

/** `exports`: the address of the exports, for the caller. */
export function presentExport(row: ExportRow, exports: string): Static<typeof OrganizationExportSchema> {
  const location = `${exports}/${row.export_id}`;
  return {
    object: 'organization-export',
    id: row.export_id,
    status: row.status as Static<typeof OrganizationExportSchema>['status'],
    ...timesOf(row),
    ...(row.expires_at ? { expiresAt: row.expires_at.toISOString() } : {}),
    ...(row.size === null ? {} : { size: Number(row.size) }),
    ...(row.counts === null ? {} : { counts: row.counts as { rows: number; files: number; people: number } }),
    ...errorOf(row),
    urls: { location, ...(row.hash ? { archive: `${location}/archive` } : {}) },
  };
}

export function presentImport(row: ImportRow, baseUrl: string): Static<typeof ArchiveImportSchema> {
  const report = row.report as ImportReport | null;
  return {
    object: 'archive-import',
    id: row.organization_id,
    status: row.status as Static<typeof ArchiveImportSchema>['status'],
    ...timesOf(row),
    size: Number(row.size ?? 0),
    administrator: row.administrator_id,
    ...(report === null
      ? {}
      : {
          report: {
            title: report.title,
            rows: report.rows,
            files: report.files,
            people: { invited: report.people.invited, unmatched: report.people.unmatched },
            changedIds: report.changedIds,
            notes: report.notes,
            enterAgain: [...report.enterAgain],
          },
        }),
    ...errorOf(row),
    urls: { location: `${baseUrl}/v1/instance/organization-imports/${row.organization_id}` },
  };
}
