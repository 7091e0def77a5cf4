import { isAtLeast } from '../../../platform/access/roles.ts';
import { startUserCounter } from '../../../platform/access/space-events.queries.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { listPersonalEvents, type PersonalEvent } from './event-log.queries.ts';
import type { EventStream } from './event-stream.ts';
import { personalFrameOf, writeFrame } from './frames.ts';
import { HEARTBEAT_SECONDS } from './space-hub.ts';

/** Readers that have missed more read their notifications again, which is cheaper. */
const MAX_MISSED = 200;

/**
 * The streams of this process for the events of single users. Streams and events are few, so each stream reads them from
 * the log, and checks for each event whether its reader may read the space now.
 */
export class PersonHub {
  /** Counted for the user. */
  readonly id: string;
  readonly streams = new Set<EventStream>();
  readonly #context: Pick<Context, 'db' | 'pointers' | 'log'>;
  /** Events up to this number are stored. */
  #announced = 0;
  #isClosed = false;

  constructor(context: Pick<Context, 'db' | 'pointers' | 'log'>, userId: string) {
    this.#context = context;
    this.id = userId;
  }

  close(): void {
    this.#isClosed = true;
  }

  findLast(): Promise<number> {
    return startUserCounter(this.#context.db, this.id);
  }

  /** Adds a stream that has received everything up to `since`, or begins now. It waits until its access is checked. */
  async add(stream: EventStream, since: number | undefined): Promise<void> {
    this.streams.add(stream);
    try {
      const last = await this.findLast();
      this.#announced = Math.max(this.#announced, last);
      const isKnown = since === undefined || since <= last;
      stream.write(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n`);
      stream.moveTo(isKnown ? (since ?? last) : last, true);
      const { position } = stream;
      const open = { type: 'open', id: String(position), heartbeatSeconds: HEARTBEAT_SECONDS } as const;
      stream.write(writeFrame(open, position));
      if (!isKnown) this.#reset(stream);
    } catch (error) {
      this.streams.delete(stream);
      throw error;
    }
  }

  hear(number: number): void {
    this.#announced = Math.max(this.#announced, number);
    for (const stream of this.streams) this.feed(stream);
  }

  /** Whether the stream is up to date. */
  isCaughtUp({ position }: EventStream): boolean {
    return position >= this.#announced;
  }

  /** Sends a stream the events that it lacks. */
  feed(stream: EventStream): void {
    if (stream.isCatchingUp || this.isCaughtUp(stream) || !this.#mayContinue(stream)) return;
    void this.#catchUp(stream);
  }

  async #catchUp(stream: EventStream): Promise<void> {
    stream.isCatchingUp = true;
    try {
      while (!this.isCaughtUp(stream)) {
        await stream.drained();
        if (!this.#mayContinue(stream)) return;
        if (!(await this.#send(stream))) return;
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, 'A stream could not read the events of its user.');
      stream.end();
    } finally {
      stream.isCatchingUp = false;
    }
    this.feed(stream);
  }

  /** Sends all events up to the last one that is known. Returns whether there may be more. */
  async #send(stream: EventStream): Promise<boolean> {
    const [after, upTo] = [stream.position, this.#announced];
    const missed = upTo - after;
    const events =
      missed > MAX_MISSED
        ? []
        : await listPersonalEvents(this.#context.db, this.id, { after, upTo, limit: missed });
    // Numbers have no gaps: some of them are no longer stored.
    const isComplete = events.length === missed;
    for (const event of isComplete ? events : []) {
      const isHeard = await this.#mayHear(stream, event);
      if (!this.#mayContinue(stream)) return false;
      if (isHeard) stream.write(personalFrameOf(event));
      stream.moveTo(event.number, isHeard);
    }
    if (!this.#mayContinue(stream)) return false;
    if (!isComplete) this.#reset(stream);
    return true;
  }

  /** Its access may be under review: then it is fed again later. */
  #mayContinue(stream: EventStream): boolean {
    return !this.#isClosed && !stream.isHeld && stream.isOpen;
  }

  #reset(stream: EventStream): void {
    stream.moveTo(this.#announced, true);
    const { position } = stream;
    stream.write(writeFrame({ type: 'reset', id: String(position) }, position));
  }

  /** The same rule as for the list of notifications. */
  async #mayHear(
    { granted: { actor } }: EventStream,
    { spaceId, status, authorId }: PersonalEvent,
  ): Promise<boolean> {
    const { pointers } = this.#context;
    const space = await pointers.spaces.find(spaceId);
    if (!space || space.deletedAt) return false;
    const role = await findRole(pointers, await findStanding(pointers, actor, space.organizationId), space);
    const isHidden = status === 'draft' && authorId !== this.id && !isAtLeast(role, 'edit');
    return isAtLeast(role, 'read') && !isHidden;
  }
}
