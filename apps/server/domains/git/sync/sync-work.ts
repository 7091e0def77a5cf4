import type { ReportEntry } from '@lectern/git/layout/repository-files';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { GitProgress } from '../../content/spaces/spaces.schemas.ts';
import type { FileChange } from '../export/written-files.ts';
import type { ImportCounts, ImportOutcome } from '../import/run-import.ts';

/** A change of a file in the connected branch, or in that of a change request. */
export type SyncChange = FileChange & { branch?: string };

/** A text that both sides had changed. */
export interface SyncConflict {
  path: string;
  /** The branch of a change request; undefined: the connected one. */
  branch?: string;
  pageId?: string;
  title?: string;
  /** The side whose text was replaced; absent: the space. */
  side?: 'space' | 'repository';
  changeRequestId?: string;
}

/** The results of a run so far. */
export interface SyncOutcome {
  /** The revision that the space is at. */
  revisionId: string;
  /** The commit that the branch is at. */
  commit: string | undefined;
  /** Counts of the content that was read; undefined if nothing was read. */
  counts: ImportCounts | undefined;
  report: ReportEntry[];
  /** The changes that the space received. */
  received: SyncChange[];
  /** The changes in the commits that were pushed. */
  sent: SyncChange[];
  conflicts: SyncConflict[];
  /** Whether neither side changed. */
  isUnchanged: boolean;
}

export interface SyncWork {
  signal: AbortSignal;
  onProgress(progress: GitProgress): void;
  /**
   * Runs last in the transaction of each step. `landed` is the outcome of a step that brought content into the space.
   * Throws if the sync was ended meanwhile, so that the step is rolled back.
   */
  onStep(unit: UnitOfWork, landed?: ImportOutcome): Promise<void>;
}
