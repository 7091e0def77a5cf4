import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DatabaseConnection } from '../../../server/platform/db/connect.ts';
import { StartError } from '../../../server/platform/db/start-error.ts';
import type { MetricsText } from '../../../server/platform/http/metrics.ts';
import { labelMetrics } from './label-metrics.ts';
import type { FromPrimary, FromWorker, Started } from './messages.ts';

/** The pauses before a worker that ended is started again; a worker that ran for a while has all of them again. */
const PAUSES_MS = [0, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 30_000, 30_000];
const STEADY_MS = 60_000;
/** Longer than a worker takes to end in good order after its drain. */
const END_MS = 30_000;
/** A worker that is busy for longer is left out of a scrape. */
const RENDER_MS = 2000;

/** A process that serves, has served or is about to. */
interface Child {
  number: number;
  worker: Worker;
  startedAt: number;
  /** Rejects with a `StartError` if it ends before it serves. */
  ready: Promise<Started>;
  isReady: boolean;
  /** Whether it was asked to end. */
  isEnding: boolean;
  ended: Promise<void>;
}

interface Slot {
  number: number;
  /** What serves under this number, or is to. */
  child: Child | undefined;
  /** How often in a row it has ended by itself. */
  attempts: number;
  restarts: number;
}

interface Options {
  count: number;
  connection: DatabaseConnection | undefined;
  log: Logger;
  releasePorts(): Promise<void>;
}

/** Runs the workers of a service, and starts another process in the place of each that ends by itself. */
export class Workers {
  readonly #options: Options;
  readonly #slots: Slot[];
  readonly #children = new Set<Child>();
  readonly #renderings = new Map<number, (metrics: MetricsText) => void>();
  readonly #stopping = new AbortController();
  #renderingId = 0;
  #replacing: Promise<void> = Promise.resolve();
  #givenUp: string | undefined;
  #reportGivenUp: ((reason: string) => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, (_, index) => ({
      number: index + 1,
      child: undefined,
      attempts: 0,
      restarts: 0,
    }));
  }

  /** The first worker migrates the database and creates the administrator. */
  async startFirst(): Promise<Started> {
    const [slot] = this.#slots as [Slot];
    const child = this.#start(slot.number);
    slot.child = child;
    const started = await child.ready;
    void this.#keep(slot);
    return started;
  }

  startOthers(): void {
    for (const slot of this.#slots.slice(1)) {
      slot.child = this.#start(slot.number);
      void this.#keep(slot);
    }
  }

  onGivenUp(report: (reason: string) => void): void {
    this.#reportGivenUp = report;
    if (this.#givenUp !== undefined) report(this.#givenUp);
  }

  signal(signal: NodeJS.Signals): void {
    for (const { worker } of this.#children) worker.process.kill(signal);
  }

  /** Replaces one worker after the other, so that all but one serve at any time. */
  async replaceAll(): Promise<void> {
    this.#options.log.info('Replacing the workers one after the other.');
    await Promise.all(this.#slots.map((slot) => this.#replace(slot)));
    if (!this.#stopping.signal.aborted) this.#options.log.info('The workers have been replaced.');
  }

  async stop(drainSeconds: number): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      [...this.#children].map((child) => this.#end(child, { drainSeconds, isReplaced: false })),
    );
  }

  /** Starts another process in the place of each that ends by itself, until the service stops. */
  async #keep(slot: Slot): Promise<void> {
    const { log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted && slot.child) {
      const { child } = slot;
      const failure = await child.ready.then(
        () => undefined,
        (error: Error) => error.message,
      );
      await child.ended;
      if (signal.aborted || slot.child !== child) return;
      if (performance.now() - child.startedAt > STEADY_MS) slot.attempts = 0;
      const pause = PAUSES_MS[slot.attempts];
      const reason = failure ?? `It ended ${describeEnd(child.worker)}.`;
      if (pause === undefined) {
        this.#giveUp(
          `Worker ${slot.number} was started ${PAUSES_MS.length + 1} times, but ended again each time. ${reason} Correct the cause, then start Lectern again.`,
        );
        return;
      }
      log.error({ worker: slot.number }, `A worker has ended and is being started again. ${reason}`);
      slot.attempts += 1;
      slot.restarts += 1;
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted || slot.child !== child) return;
      slot.child = this.#start(slot.number);
    }
  }

  #giveUp(reason: string): void {
    this.#givenUp = reason;
    this.#reportGivenUp?.(reason);
  }

  /** One replacement after the other. */
  #replace(slot: Slot): Promise<void> {
    this.#replacing = this.#replacing.then(() => this.#replaceNow(slot));
    return this.#replacing;
  }

  async #replaceNow(slot: Slot): Promise<void> {
    const former = slot.child;
    if (this.#stopping.signal.aborted || !former?.isReady) return;
    const next = this.#start(slot.number);
    try {
      await next.ready;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      const reason = (error as Error).message;
      this.#options.log.error(
        { worker: slot.number },
        `The worker goes on, because none can be started in its place. ${reason}`,
      );
      return;
    }
    if (slot.child !== former) {
      // The former one ended by itself meanwhile, and has a successor.
      await this.#end(next, { drainSeconds: 0, isReplaced: true });
      return;
    }
    slot.child = next;
    void this.#keep(slot);
    await this.#end(former, { drainSeconds: 0, isReplaced: true });
  }

  async #end(child: Child, request: { drainSeconds: number; isReplaced: boolean }): Promise<void> {
    child.isEnding = true;
    tell(child.worker, { kind: 'stop', ...request });
    const kill = setTimeout(() => child.worker.process.kill('SIGKILL'), request.drainSeconds * 1000 + END_MS);
    // It cannot hear before it serves.
    if (!child.isReady) child.worker.process.kill('SIGKILL');
    await child.ended;
    clearTimeout(kill);
  }

  #start(number: number): Child {
    const { log } = this.#options;
    const worker = cluster.fork();
    let onReady: (started: Started) => void = () => {};
    let onFailed: (error: Error) => void = () => {};
    const child: Child = {
      number,
      worker,
      startedAt: performance.now(),
      isReady: false,
      isEnding: false,
      ready: new Promise<Started>((resolve, reject) => {
        onReady = resolve;
        onFailed = reject;
      }),
      ended: new Promise((resolve) => {
        worker.once('exit', () => {
          this.#children.delete(child);
          onFailed(new StartError(`A worker ended ${describeEnd(worker)} before it served.`));
          resolve();
        });
      }),
    };
    // Whoever waits for it is told; nobody need wait.
    child.ready.catch(() => {});
    this.#children.add(child);
    worker.on('error', (error) => log.debug({ err: error, worker: number }, 'a message was not sent'));
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        child.isReady = true;
        onReady({ first: message.first, unusedAdministrator: message.unusedAdministrator });
      } else if (message.kind === 'failed') onFailed(new StartError(message.reason));
      else this.#answer(child, message);
    });
    return child;
  }

  #answer(child: Child, message: Exclude<FromWorker, { kind: 'ready' | 'failed' }>): void {
    const { worker } = child;
    if (message.kind === 'joined') {
      const { count, connection } = this.#options;
      tell(worker, { kind: 'assignment', number: child.number, count, connection });
    } else if (message.kind === 'release') {
      void this.#options.releasePorts().then(() => tell(worker, { kind: 'released' }));
    } else if (message.kind === 'counts') {
      for (const other of this.#children) if (other !== child) tell(other.worker, message);
    } else if (message.kind === 'gather') {
      void this.#gather(child).then((text) => tell(worker, { kind: 'gathered', id: message.id, text }));
    } else if (message.kind === 'rendered') this.#renderings.get(message.id)?.(message.metrics);
    else {
      const slot = this.#slots.find(({ child: own }) => own === child);
      if (slot && !this.#stopping.signal.aborted) void this.#replace(slot);
    }
  }

  /** The metrics of all workers; what covers the whole database is read by the one that was asked. */
  async #gather(asked: Child): Promise<string> {
    const serving = this.#slots.flatMap(({ child }) => (child?.isReady ? [child] : []));
    // One that was replaced, and still serves its last requests, stands for its number.
    const children = serving.map((child) => (child.number === asked.number ? asked : child));
    const rendered = await Promise.all(children.map((child) => this.#render(child, child === asked)));
    const parts = children.flatMap(({ number }, at) => {
      const metrics = rendered[at];
      return metrics ? [{ text: metrics.process, worker: number }, { text: metrics.instance }] : [];
    });
    const up = this.#slots.map(({ number }) => {
      const at = children.findIndex((child) => child.number === number);
      return `lectern_worker_up{worker="${number}"} ${Number(at >= 0 && rendered[at] !== undefined)}`;
    });
    const restarts = this.#slots.map(
      ({ number, restarts: count }) => `lectern_worker_restarts_total{worker="${number}"} ${count}`,
    );
    const own = [
      '# HELP lectern_worker_up Whether a worker serves and responds.',
      '# TYPE lectern_worker_up gauge',
      ...up,
      '# HELP lectern_worker_restarts_total How often a worker that ended by itself was started again.',
      '# TYPE lectern_worker_restarts_total counter',
      ...restarts,
    ].join('\n');
    return labelMetrics([...parts, { text: own }]);
  }

  async #render({ worker }: Child, hasInstance: boolean): Promise<MetricsText | undefined> {
    this.#renderingId += 1;
    const id = this.#renderingId;
    const rendered = new Promise<MetricsText>((resolve) => this.#renderings.set(id, resolve));
    tell(worker, { kind: 'render', id, hasInstance });
    const end = new AbortController();
    const late = sleep(RENDER_MS, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
    try {
      return await Promise.race([rendered, late]);
    } finally {
      this.#renderings.delete(id);
      end.abort();
    }
  }
}

function tell(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message);
}

const describeEnd = ({ process: { exitCode, signalCode } }: Worker): string =>
  signalCode ? `by ${signalCode}` : `with the exit code ${exitCode}`;
