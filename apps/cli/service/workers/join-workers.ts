import type { Metrics } from '../../../server/platform/http/metrics.ts';
import { joinSharedCounts } from '../../../server/platform/shared-counts.ts';
import type { Assignment, FromPrimary, FromWorker, Started } from './messages.ts';

export interface StopRequest {
  drainSeconds: number;
  /** Whether another worker serves in its place already. */
  isReplaced: boolean;
}

/** The connection of a worker to the primary process of its service. */
export interface WorkerLink {
  assignment: Assignment;
  /** Has the primary process release the ports, right before this worker listens on them. */
  release(): Promise<void>;
  /** Answers for the metrics of this worker, and returns those of all workers when `/metrics` is asked for. */
  shareMetrics(metrics: Metrics): void;
  ready(started: Started): void;
  fail(reason: string): void;
  /** Resolves when the primary process ends this worker. */
  stopped: Promise<StopRequest>;
}

/** Whoever scrapes waits for ten seconds at most. */
const GATHER_MS = 5000;

/** Waits until the primary process has told this worker what it is. */
export async function joinWorkers(): Promise<WorkerLink> {
  const listeners = new Set<(message: FromPrimary) => void>();
  process.on('message', (message: FromPrimary) => {
    for (const listener of listeners) listener(message);
  });
  const next = <Kind extends FromPrimary['kind']>(
    kind: Kind,
    matches: (message: Extract<FromPrimary, { kind: Kind }>) => boolean = () => true,
  ): Promise<Extract<FromPrimary, { kind: Kind }>> =>
    new Promise((resolve) => {
      const listener = (message: FromPrimary): void => {
        const found = message as Extract<FromPrimary, { kind: Kind }>;
        if (message.kind !== kind || !matches(found)) return;
        listeners.delete(listener);
        resolve(found);
      };
      listeners.add(listener);
    });
  const send = (message: FromWorker): void => {
    // The primary process may have ended; then this one does, too.
    if (process.connected) process.send?.(message);
  };

  const assigned = next('assignment');
  send({ kind: 'joined' });
  const assignment = await assigned;
  const applyCounts = joinSharedCounts((counts) => send({ kind: 'counts', counts }));
  listeners.add((message) => {
    if (message.kind === 'counts') applyCounts(message.counts);
  });
  // The terminal sends these to all processes, and the primary process decides. SIGTERM is sent to one of them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, () => {});
  process.removeAllListeners('SIGTERM').on('SIGTERM', () => send({ kind: 'terminated' }));
  process.on('SIGUSR2', () => {});
  let questions = 0;

  return {
    assignment,
    async release() {
      const released = next('released');
      send({ kind: 'release' });
      await released;
    },
    shareMetrics(metrics) {
      listeners.add((message) => {
        if (message.kind !== 'render') return;
        const { id, hasInstance } = message;
        void metrics.read({ hasInstance }).then((read) => send({ kind: 'rendered', id, metrics: read }));
      });
      metrics.gatherWith(async () => {
        questions += 1;
        const id = questions;
        const gathered = next('gathered', (message) => message.id === id);
        send({ kind: 'gather', id });
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new Error('The primary process does not respond.')), GATHER_MS);
        });
        return Promise.race([gathered.then(({ text }) => text), late]).finally(() => clearTimeout(timer));
      });
    },
    ready: (started) => send({ kind: 'ready', ...started }),
    fail: (reason) => send({ kind: 'failed', reason }),
    stopped: next('stop'),
  };
}
