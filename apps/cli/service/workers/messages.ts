import type { DatabaseConnection } from '../../../server/platform/db/connect.ts';
import type { MetricsText } from '../../../server/platform/http/metrics.ts';
import type { SharedCount } from '../../../server/platform/shared-counts.ts';
import type { BootstrapResult } from '../bootstrap.ts';

/** What a start has to tell, once for the service. */
export interface Started {
  first: BootstrapResult | undefined;
  unusedAdministrator: string | undefined;
}

/** A service that runs, in this process or in several. */
export interface RunningService {
  started: Started;
  /** Called with the reason if it cannot go on. */
  onGivenUp(report: (reason: string) => void): void;
  /** Replaces the workers one after the other, if there are several. */
  replaceAll?: () => void;
  stop(options: { drainSeconds: number }): Promise<void>;
}

/** What a worker is, as the primary process tells it. */
export interface Assignment {
  /** From 1 to `count`. */
  number: number;
  count: number;
  /** The embedded server, which the primary process runs. */
  connection?: DatabaseConnection | undefined;
}

export type FromPrimary =
  | ({ kind: 'assignment' } & Assignment)
  /** The ports are free for the worker to listen on. */
  | { kind: 'released' }
  | { kind: 'stop'; drainSeconds: number; isReplaced: boolean }
  | { kind: 'counts'; counts: SharedCount[] }
  /** Asks for the worker's own metrics. */
  | { kind: 'render'; id: number; hasInstance: boolean }
  /** The metrics of all workers. */
  | { kind: 'gathered'; id: number; text: string };

export type FromWorker =
  /** The worker can hear. */
  | { kind: 'joined' }
  | { kind: 'release' }
  | ({ kind: 'ready' } & Started)
  | { kind: 'failed'; reason: string }
  /** Somebody asked this worker to end: another one takes its place first. */
  | { kind: 'terminated' }
  | { kind: 'counts'; counts: SharedCount[] }
  | { kind: 'gather'; id: number }
  | { kind: 'rendered'; id: number; metrics: MetricsText };
