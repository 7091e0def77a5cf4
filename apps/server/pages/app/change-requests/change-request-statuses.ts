import type { ChangeRequest } from '../../../domains/review/change-requests/change-requests.schemas.ts';

export type Status = ChangeRequest['status'];

export const STATUSES = ['open', 'draft', 'merged', 'archived'] as const satisfies readonly Status[];

export const STATUS_LABELS: Record<Status, string> = {
  open: 'Open',
  draft: 'Draft',
  merged: 'Merged',
  archived: 'Archived',
};
