import type { Static } from 'typebox';
import type { ShownBranchRow } from './branches.repository.ts';
import type { GitBranchSchema } from './branches.schemas.ts';

export const presentBranch = (row: ShownBranchRow, baseUrl: string): Static<typeof GitBranchSchema> => ({
  object: 'git-branch',
  ref: row.ref,
  commit: row.imported_oid,
  isDeleted: row.is_deleted,
  changeRequest: {
    id: row.change_request_id,
    number: row.number,
    subject: row.subject,
    status: row.status,
  },
  updatedAt: row.updated_at.toISOString(),
  urls: { changeRequest: `${baseUrl}/v1/spaces/${row.space_id}/change-requests/${row.change_request_id}` },
});
