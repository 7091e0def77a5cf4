import type { Static } from 'typebox';
import type { GitOutcome, GitProgress, GitReport } from '../../content/spaces/spaces.schemas.ts';
import type { ShownOperationRow } from './operations.repository.ts';
import type {
  GitChange,
  GitChangeCounts,
  GitOperationDetailsSchema,
  GitOperationSchema,
  SYNC_TRIGGERS,
} from './operations.schemas.ts';

/** The outcome of an operation, as it is stored when it ends; unknown fields are absent. */
export type StoredOutcome = Partial<GitOutcome> & {
  /** Why it failed, as a stable name. */
  reason?: string;
  report?: GitReport;
  changeCounts?: GitChangeCounts;
  /** The first changes; `changesTotal` counts all. */
  changes?: GitChange[];
  changesTotal?: number;
};

/** The fields of requests that are shown. */
interface ShownRequest {
  trigger?: (typeof SYNC_TRIGGERS)[number];
  authorId?: string | null;
}

export const operationsLocation = (row: { space_id: string }, baseUrl: string): string =>
  `${baseUrl}/v1/spaces/${row.space_id}/git/operations`;

export function presentOperation(row: ShownOperationRow, baseUrl: string): Static<typeof GitOperationSchema> {
  const { trigger, authorId } = row.request as ShownRequest;
  const { report: _report, changes: _changes, changesTotal: _total, ...outcome } = outcomeOf(row);
  return {
    ...(row.progress as GitProgress),
    ...outcome,
    object: 'git-operation',
    id: row.operation_id,
    direction: row.direction,
    state: row.state,
    ...(trigger ? { trigger } : {}),
    startedAt: row.started_at.toISOString(),
    ...(row.ended_at ? { endedAt: row.ended_at.toISOString() } : {}),
    ...(authorId ? { startedBy: authorId } : {}),
    ...(row.error === null ? {} : { error: row.error }),
    urls: { location: `${operationsLocation(row, baseUrl)}/${row.operation_id}` },
  };
}

export function presentOperationDetails(
  row: ShownOperationRow,
  baseUrl: string,
): Static<typeof GitOperationDetailsSchema> {
  const { report, changes, changesTotal } = outcomeOf(row);
  return {
    ...presentOperation(row, baseUrl),
    ...(changes ? { changes } : {}),
    ...(changesTotal === undefined ? {} : { changesTotal }),
    ...(report ? { report } : {}),
  };
}

const outcomeOf = ({ outcome }: ShownOperationRow): StoredOutcome => (outcome ?? {}) as StoredOutcome;
