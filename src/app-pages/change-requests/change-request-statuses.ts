import type { ChangeRequestRow } from '../../features/change-requests/change-requests.repository.ts';

export type Status = ChangeRequestRow['status'];

export const STATUSES = ['open', 'draft', 'merged', 'archived'] as const satisfies readonly Status[];

export const STATUS_LABELS: Record<Status, string> = {
  open: 'Open',
  draft: 'Draft',
  merged: 'Merged',
  archived: 'Archived',
};
