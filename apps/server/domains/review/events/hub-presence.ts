import type { Context } from '../../../platform/context.ts';
import { listPresencesIn, type SharedPresenceRow } from '../presence/presence.queries.ts';
import type { EventStream } from './event-stream.ts';
import { presentTab, writeFrame } from './frames.ts';
import type { SpaceHub } from './space-hub.ts';

/** Carets move often, so their changes are read in batches. */
const MIN_INTERVAL_MS = 100;

/** The presence list of a space for the streams of this process. */
export class HubPresence {
  readonly #context: Pick<Context, 'db' | 'clock' | 'log'>;
  readonly #hub: Pick<SpaceHub, 'space' | 'streams'>;
  #tabs = new Map<string, SharedPresenceRow>();
  #readings = 0;
  #applied = 0;
  #isReading = false;
  #isWanted = false;
  /** Resolves after the first reading. */
  readonly started: Promise<void>;
  #noteStart: () => void = () => {};

  constructor(context: Pick<Context, 'db' | 'clock' | 'log'>, hub: Pick<SpaceHub, 'space' | 'streams'>) {
    this.#context = context;
    this.#hub = hub;
    this.started = new Promise((resolve) => {
      this.#noteStart = resolve;
    });
    void this.hear();
  }

  /** If nobody is present, nobody can leave. */
  get isEmpty(): boolean {
    return this.#tabs.size === 0;
  }

  /** Call when somebody came, moved or left. */
  async hear(): Promise<void> {
    this.#isWanted = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        const apply = this.beginReading();
        apply(await listPresencesIn(this.#context.db, [this.#hub.space], this.#context.clock()));
        this.#noteStart();
        await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS).unref());
      }
    } catch (error) {
      // The next reading reports it.
      this.#context.log.warn({ err: error }, 'Presence could not be read.');
    } finally {
      this.#isReading = false;
      this.#noteStart();
    }
  }

  /** Returns the function that takes the result, unless a later reading was faster. */
  beginReading(): (rows: readonly SharedPresenceRow[]) => void {
    this.#readings += 1;
    const reading = this.#readings;
    return (rows) => {
      if (reading < this.#applied) return;
      this.#applied = reading;
      this.#apply(rows);
    };
  }

  /** Sends a stream the presence list. Later it receives only changes. */
  tellAll(stream: EventStream): void {
    const present = [...this.#tabs.values()].filter((row) => sees(stream, row)).map(presentTab);
    stream.write(writeFrame({ type: 'presence', change: 'all', present }));
    stream.knowsPresence = true;
  }

  #apply(rows: readonly SharedPresenceRow[]): void {
    const before = this.#tabs;
    this.#tabs = new Map(rows.map((row) => [`${row.author_id}\n${row.tab}`, row]));
    for (const [key, row] of this.#tabs) {
      const old = before.get(key);
      if (!old || describe(old) !== describe(row)) this.#tell(old, row);
    }
    for (const [key, old] of before) if (!this.#tabs.has(key)) this.#tell(old, undefined);
  }

  #tell(old: SharedPresenceRow | undefined, row: SharedPresenceRow | undefined): void {
    const { author_id: user, tab } = (row ?? old) as SharedPresenceRow;
    const here = row && writeFrame({ type: 'presence', change: 'here', ...presentTab(row) });
    const gone = writeFrame({ type: 'presence', change: 'gone', user, ...(tab === '' ? {} : { tab }) });
    for (const stream of this.#hub.streams) {
      if (stream.isHeld) stream.knowsPresence = false;
      if (!stream.knowsPresence) continue;
      if (here !== undefined && sees(stream, row)) stream.write(here);
      else if (old && sees(stream, old)) stream.write(gone);
    }
  }
}

/** The part of a tab's presence that others see, and the fields that decide who sees it. */
const describe = (row: SharedPresenceRow): string => JSON.stringify([presentTab(row), row.draftAuthorId]);

function sees(stream: EventStream, row: SharedPresenceRow | undefined): boolean {
  if (!row) return false;
  if (stream.changeRequestId !== undefined && row.change_request_id !== stream.changeRequestId) return false;
  return row.draftAuthorId === null || stream.seesDraftOf(row.draftAuthorId);
}
