import type { UnitOfWork } from '../../../access/transaction.ts';
import type { GitProgress } from '../../spaces/spaces.schemas.ts';
import type { FileChange } from '../export/plan-export.ts';
import type { ImportCounts, ImportOutcome } from '../import/run-import.ts';
import type { ReportEntry } from '../layout/repository-files.ts';

/** A change of a file in the connected branch, or in that of a change request. */
export type SyncChange = FileChange & { branch?: string };

/** A text that both sides had changed. */
export interface SyncConflict {
  path: string;
  /** The branch of a change request; undefined: the connected one. */
  branch?: string;
  pageId?: string;
  title?: string;
}

/** What a run did so far. */
export interface SyncOutcome {
  /** The revision that the space is at. */
  revisionId: string;
  /** The commit that the branch is at. */
  commit: string | undefined;
  /** Counts of what was read; undefined if nothing was. */
  counts: ImportCounts | undefined;
  report: ReportEntry[];
  /** What changed in the space. */
  received: SyncChange[];
  /** What the commits that were pushed change. */
  sent: SyncChange[];
  conflicts: SyncConflict[];
  /** Whether neither side changed. */
  isUnchanged: boolean;
  /** The change request that holds the space's text where the remote's was kept. */
  changeRequestId?: string;
}

export interface SyncWork {
  signal: AbortSignal;
  onProgress(progress: GitProgress): void;
  /**
   * Runs last in the transaction of each step. `landed`: what the step brought into the space. Throws if the step may
   * not be made anymore.
   */
  onStep(unit: UnitOfWork, landed?: ImportOutcome): Promise<void>;
}
