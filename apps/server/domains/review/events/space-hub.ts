import { findLastNumbers, startCounter } from '../../../platform/access/space-events.queries.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { findChangeRequestRow } from '../change-requests/change-requests.service.ts';
import type { BlockFinder } from './changed-blocks.ts';
import { type LoggedEvent, listEvents } from './event-log.queries.ts';
import type { EventStream } from './event-stream.ts';
import { frameOf, writeFrame } from './frames.ts';

/** The events that are read in one statement. */
const BATCH = 500;
/** For one stream: they are in memory until its reader has taken them. */
const MISSED_BATCH = 100;
/** The last events are kept for streams that begin: most of them reconnect. */
const MAX_RECENT = 500;
const MAX_RECENT_BYTES = 1_000_000;
/** The most events that are kept per space. Readers that have missed more refetch everything, which costs less. */
export const MAX_MISSED = 5000;
/** The most that one write to a stream contains, unless a single event is longer. */
const MAX_BURST_BYTES = 32_768;
/** Few differ in what they hear: those who see drafts, those who do not, and those who listen to one change request. */
const MAX_JOINED = 16;
/** Under load, events are read together. */
const MIN_INTERVAL_MS = 20;
const RETRY_MS = 500;
export const HEARTBEAT_SECONDS = 15;

/** An encoded event. */
interface SharedEvent extends Pick<LoggedEvent, 'number' | 'changeRequestId' | 'userId'> {
  frame: Buffer;
}

/** The state of a change request; a later reading replaces an earlier one, in whatever order they arrive. */
interface KnownChangeRequest {
  status: string | null;
  authorId: string | null;
  reading: number;
}

/** Frames for several streams are concatenated once for all streams with the same access. */
class Burst {
  readonly #joined = new Map<string, Buffer>();

  join(events: readonly SharedEvent[]): Buffer {
    const [first] = events as [SharedEvent];
    if (events.length === 1) return first.frame;
    const name = events.map(({ number }) => number).join();
    let joined = this.#joined.get(name);
    if (!joined) {
      joined = Buffer.concat(events.map(({ frame }) => frame));
      if (this.#joined.size < MAX_JOINED) this.#joined.set(name, joined);
    }
    return joined;
  }

  forget(): void {
    this.#joined.clear();
  }
}

/** The streams of this process on one space. New events are read once for all of them. */
export class SpaceHub {
  /** Counted for the space. */
  readonly id: string;
  readonly space: SpaceKey;
  readonly streams = new Set<EventStream>();
  readonly #context: Pick<Context, 'db' | 'log'>;
  readonly #blocks: BlockFinder;
  readonly #started: Promise<void>;
  /** Called after events of change requests were read. */
  readonly #onChangeRequests: () => void;
  /**
   * Events up to this number may be sent. It follows the announcements, which tell the ends of access first: so
   * the end of an access that was committed before an event is known before the event is sent.
   */
  #announced = 0;
  /** The last events, without gaps, up to `#readTo`. */
  #recent: SharedEvent[] = [];
  #recentBytes = 0;
  #readTo = 0;
  #isReading = false;
  #readings = 0;
  #isClosed = false;
  readonly #changeRequests = new Map<string, KnownChangeRequest>();
  readonly #burst = new Burst();

  constructor(
    context: Pick<Context, 'db' | 'log'>,
    space: SpaceKey,
    { blocks, onChangeRequests }: { blocks: BlockFinder; onChangeRequests: () => void },
  ) {
    this.#context = context;
    this.#blocks = blocks;
    this.id = space.spaceId;
    this.space = { organizationId: space.organizationId, spaceId: space.spaceId };
    this.#onChangeRequests = onChangeRequests;
    this.#started = this.#start();
    this.#started.catch(() => {});
  }

  async #start(): Promise<void> {
    const number = await startCounter(this.#context.db, this.space);
    this.#readTo = number;
    this.#announced = Math.max(this.#announced, number);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Only after the stream was added, so that no later change is missed. */
  async #findChangeRequest(changeRequestId: string): Promise<void> {
    const note = this.#beginReading();
    const row = await findChangeRequestRow(this.#context.db, this.space, changeRequestId);
    note(changeRequestId, { status: row?.status ?? null, authorId: row?.author_id ?? null });
  }

  /** A later reading of change requests than all before. Returns the function that notes the result. */
  #beginReading(): (
    changeRequestId: string,
    state: { status: string | null; authorId: string | null },
  ) => void {
    this.#readings += 1;
    const reading = this.#readings;
    return (changeRequestId, { status, authorId }) => {
      const known = this.#changeRequests.get(changeRequestId);
      if (known === undefined || known.reading < reading)
        this.#changeRequests.set(changeRequestId, { status, authorId, reading });
    };
  }

  /** Adds a stream that has received everything up to `since`, or begins now. It waits until its access is checked. */
  async add(stream: EventStream, since: number | undefined): Promise<void> {
    this.streams.add(stream);
    try {
      await this.#started;
      const begin = since ?? this.#announced;
      const isKnown = begin <= this.#announced || begin <= (await this.#findLast());
      if (stream.changeRequestId !== undefined) await this.#findChangeRequest(stream.changeRequestId);
      stream.write(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n`);
      stream.moveTo(isKnown ? begin : this.#announced, true);
      stream.write(
        writeFrame(
          { type: 'open', id: String(stream.position), heartbeatSeconds: HEARTBEAT_SECONDS },
          stream.position,
        ),
      );
      if (!isKnown || this.#announced - stream.position > MAX_MISSED) this.#reset(stream);
    } catch (error) {
      this.streams.delete(stream);
      throw error;
    }
  }

  /** Another process may have told the reader of an event whose notification has not arrived here. */
  async #findLast(): Promise<number> {
    return (await findLastNumbers(this.#context.db, [this.space])).get(this.space.spaceId) ?? 0;
  }

  /** Events up to this number are stored. */
  hear(number: number): void {
    this.#announced = Math.max(this.#announced, number);
    void this.#read();
  }

  /** Whether the stream is up to date. */
  isCaughtUp({ position }: EventStream): boolean {
    return position >= this.#announced;
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      await this.#started;
      while (this.#readTo < this.#announced && !this.#isClosed) {
        const startedAt = performance.now();
        try {
          await this.#readBatch();
          for (const stream of this.streams) this.feed(stream);
          this.#burst.forget();
          await sleep(MIN_INTERVAL_MS - (performance.now() - startedAt));
        } catch (error) {
          this.#context.log.warn({ err: error }, 'Events could not be read. They are read again.');
          await sleep(RETRY_MS);
        }
      }
    } finally {
      this.#isReading = false;
    }
  }

  async #readBatch(): Promise<void> {
    const upTo = this.#announced;
    const events = await this.#list(this.#readTo, upTo, BATCH);
    // Events may have been swept in the meantime. The streams detect the gap when they catch up.
    if (events.length < BATCH && events[0]?.number !== this.#readTo + 1) this.#forgetRecent();
    for (const event of events) this.#keep(event);
    this.#readTo = events.length < BATCH ? upTo : (events.at(-1) as LoggedEvent).number;
    if (events.some(({ body }) => body.type === 'change_request')) this.#onChangeRequests();
  }

  async #list(after: number, upTo: number, limit: number): Promise<LoggedEvent[]> {
    const note = this.#beginReading();
    const events = await listEvents(this.#context.db, this.space, { after, upTo, limit });
    for (const event of events) if (event.changeRequestId !== null) note(event.changeRequestId, event);
    await this.#blocks.addTo(this.space.organizationId, events);
    return events;
  }

  #keep(event: LoggedEvent): void {
    const { number, changeRequestId, userId } = event;
    const frame = frameOf(event);
    this.#recent.push({ number, changeRequestId, userId, frame });
    this.#recentBytes += frame.length;
    while (this.#recent.length > MAX_RECENT || this.#recentBytes > MAX_RECENT_BYTES)
      this.#recentBytes -= this.#recent.shift()?.frame.length ?? 0;
  }

  #forgetRecent(): void {
    this.#recent = [];
    this.#recentBytes = 0;
  }

  /** Sends a stream what it has not been sent, as far as it is in memory; the rest follows when the reader takes it. */
  feed(stream: EventStream): void {
    if (stream.isHeld || stream.isCatchingUp || !stream.isOpen) return;
    if (this.#endIfHidden(stream) || stream.position >= this.#readTo) return;
    if (!this.#sendRecent(stream)) void this.#catchUp(stream);
  }

  /** Returns whether the stream has all that was read. */
  #sendRecent(stream: EventStream): boolean {
    if (!this.#isRecent(stream)) return false;
    const first = this.#recent[0]?.number ?? this.#readTo + 1;
    // Numbers have no gaps, so the place of an event follows from its number.
    let place = stream.position - first + 1;
    while (place < this.#recent.length) {
      if (stream.isFull) return false;
      const heard: SharedEvent[] = [];
      let bytes = 0;
      for (; place < this.#recent.length && bytes < MAX_BURST_BYTES; place += 1) {
        const event = this.#recent[place] as SharedEvent;
        if (!this.#mayHear(stream, event)) continue;
        heard.push(event);
        bytes += event.frame.length;
      }
      if (heard.length > 0) {
        stream.write(this.#burst.join(heard));
        stream.moveTo((heard.at(-1) as SharedEvent).number, true);
      }
      const { number } = this.#recent[place - 1] as SharedEvent;
      if (number > stream.position) stream.moveTo(number, false);
    }
    // It may be ahead, if another process was faster.
    if (stream.position < this.#readTo) stream.moveTo(this.#readTo, false);
    return true;
  }

  #send(stream: EventStream, event: SharedEvent): void {
    const isHeard = this.#mayHear(stream, event);
    if (isHeard) stream.write(event.frame);
    stream.moveTo(event.number, isHeard);
  }

  /** Sends events from the log to readers that are slow or further behind than the events in memory. */
  async #catchUp(stream: EventStream): Promise<void> {
    stream.isCatchingUp = true;
    try {
      while (stream.position < this.#announced) {
        await stream.drained();
        if (!this.#mayContinue(stream)) return;
        if (this.#announced - stream.position > MAX_MISSED) this.#reset(stream);
        else if (this.#isRecent(stream)) {
          // Then the next reading goes on.
          if (this.#sendRecent(stream)) return;
        } else if (!(await this.#sendMissed(stream))) return;
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, 'A stream could not read the events that it missed.');
      stream.end();
    } finally {
      stream.isCatchingUp = false;
    }
    this.feed(stream);
  }

  /** Returns whether there may be more. */
  async #sendMissed(stream: EventStream): Promise<boolean> {
    const after = stream.position;
    const events = await this.#list(after, this.#announced, MISSED_BATCH);
    if (!this.#mayContinue(stream)) return false;
    if (events[0]?.number !== after + 1) {
      this.#reset(stream);
      return true;
    }
    for (const event of events) {
      if (stream.isFull) {
        await stream.drained();
        if (!this.#mayContinue(stream)) return false;
      }
      this.#send(stream, { ...event, frame: frameOf(event) });
    }
    return true;
  }

  /** Its access may be under review: then it is fed again later. */
  #mayContinue(stream: EventStream): boolean {
    return !stream.isHeld && stream.isOpen && !this.#endIfHidden(stream);
  }

  #isRecent({ position }: EventStream): boolean {
    const first = this.#recent[0]?.number ?? this.#readTo + 1;
    return position >= first - 1;
  }

  #reset(stream: EventStream): void {
    stream.moveTo(this.#announced, true);
    const { position } = stream;
    stream.write(writeFrame({ type: 'reset', id: String(position) }, position));
  }

  /** The same rule as for reading what the event is about. */
  #mayHear(stream: EventStream, { userId, changeRequestId }: SharedEvent): boolean {
    if (userId !== null && userId !== stream.userId) return false;
    if (stream.changeRequestId !== undefined && changeRequestId !== stream.changeRequestId) return false;
    return changeRequestId === null || this.#seesChangeRequest(stream, changeRequestId);
  }

  #seesChangeRequest(stream: EventStream, changeRequestId: string): boolean {
    const known = this.#changeRequests.get(changeRequestId);
    if (known === undefined || known.status === null) return false;
    return known.status !== 'draft' || stream.seesDraftOf(known.authorId);
  }

  /** Ends the stream of a change request that its reader does not see any more. */
  #endIfHidden(stream: EventStream): boolean {
    const { changeRequestId } = stream;
    if (changeRequestId === undefined || this.#seesChangeRequest(stream, changeRequestId)) return false;
    stream.end();
    return true;
  }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    if (milliseconds <= 0) resolve();
    else setTimeout(resolve, milliseconds).unref();
  });
