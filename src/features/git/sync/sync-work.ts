import type { UnitOfWork } from '../../../access/transaction.ts';
import type { GitProgress } from '../../spaces/spaces.schemas.ts';
import type { FileChange } from '../export/plan-export.ts';
import type { ImportCounts } from '../import/run-import.ts';
import type { ReportEntry } from '../layout/repository-files.ts';

/** What a run did so far. */
export interface SyncOutcome {
  /** The revision that the space is at. */
  revisionId: string;
  /** The commit that the branch is at. */
  commit: string | undefined;
  /** Counts of what was read; undefined if nothing was. */
  counts: ImportCounts | undefined;
  report: ReportEntry[];
  /** What the commits that were pushed change. */
  sent: FileChange[];
  /** Whether neither side changed. */
  isUnchanged: boolean;
  /** The change request that holds the space's text where the remote's was kept. */
  changeRequestNumber?: number;
}

export interface SyncWork {
  signal: AbortSignal;
  onProgress(progress: GitProgress): void;
  /** Runs in the transaction of each step that changes something. Throws if the operation may not go on. */
  requireRunning(unit: UnitOfWork): Promise<void>;
}
