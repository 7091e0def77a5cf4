import type { ServerResponse } from 'node:http';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Call, Granted } from '../../../platform/access/grant.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';

/** The most bytes that are buffered for a reader. Further events wait in the log. */
const FULL = 65_536;
/** Above this size, the reader is disconnected, because presence events are not in the log. */
const MAX_BUFFERED = 262_144;
/** A reader that receives nothing for this long counts as gone. */
const MAX_STALL_MS = 30_000;

export interface StreamOptions {
  call: Call;
  granted: Granted;
  response: ServerResponse;
  /** The change request whose events it carries; undefined: all of the space. */
  changeRequestId: string | undefined;
  /** The tab of the browser that reads it. */
  tab: string | undefined;
  /** When the stream ends. A time in the past: as soon as it has caught up. */
  endsAt: number;
}

/** The connection of one reader, and the events that they may receive. */
export class EventStream {
  readonly call: Call;
  readonly changeRequestId: string | undefined;
  readonly tab: string | undefined;
  readonly endsAt: number;
  readonly #response: ServerResponse;
  #granted: Granted;
  /** The number of the last event that was sent or skipped for lack of access. */
  position = 0;
  /** Whether it is held: nothing is sent before the stream begins and while access is being checked. */
  isHeld = true;
  isCatchingUp = false;
  /** Whether the reader knows who is present. */
  knowsPresence = false;
  /** The number of access checks: only the latest one counts. */
  checks = 0;
  /** The position that the reader knows. */
  #toldPosition = 0;
  writtenAt = performance.now();
  #written = 0;
  /** How much the reader had received at the last progress, and when that was. */
  #taken = 0;
  #takenAt = performance.now();

  constructor({ call, granted, response, changeRequestId, tab, endsAt }: StreamOptions) {
    this.call = call;
    this.#granted = granted;
    this.changeRequestId = changeRequestId;
    this.tab = tab;
    this.endsAt = endsAt;
    this.#response = response;
  }

  get granted(): Granted {
    return this.#granted;
  }

  set granted(granted: Granted) {
    this.#granted = granted;
  }

  get authorId(): string {
    return authorIdOf(this.#granted.actor);
  }

  get userId(): string | undefined {
    const { actor } = this.#granted;
    return actor.kind === 'user' ? actor.userId : undefined;
  }

  /** Whether the reader sees drafts of this author. */
  seesDraftOf(authorId: string | null): boolean {
    return isAtLeast(this.#granted.role, 'edit') || authorId === this.authorId;
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  get isFull(): boolean {
    return this.#response.writableLength > FULL;
  }

  write(frame: Buffer | string): void {
    if (!this.isOpen) return;
    if (this.#response.writableLength > MAX_BUFFERED) {
      this.#response.destroy();
      return;
    }
    this.#response.write(frame);
    this.#written += Buffer.byteLength(frame);
    this.writtenAt = performance.now();
  }

  /** Marks the frames of events as sent. */
  moveTo(position: number, isTold: boolean): void {
    this.position = position;
    if (isTold) this.#toldPosition = position;
  }

  /** A heartbeat, which also sends the reader the position of events that it may not receive. */
  beat(): void {
    const isAhead = this.position > this.#toldPosition;
    this.#toldPosition = this.position;
    this.write(isAhead ? `id: ${this.position}\n\n` : ':\n\n');
  }

  /** Disconnects a reader that receives nothing. Slow readers may continue. */
  checkStall(now: number): void {
    const waiting = this.#response.writableLength;
    const taken = this.#written - waiting;
    if (waiting === 0 || taken > this.#taken) {
      this.#taken = taken;
      this.#takenAt = now;
    } else if (now - this.#takenAt > MAX_STALL_MS) this.#response.destroy();
  }

  /** Resolves when the reader has received everything that was sent, or is gone. */
  async drained(): Promise<void> {
    const response = this.#response;
    if (response.writableLength === 0 || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.once('drain', done).once('close', done);
      if (!response.writableNeedDrain) done();
    });
  }

  /** Ends the stream when the reader has received everything. */
  finish(): void {
    this.#response.end();
  }

  /** Ends the stream at once. Buffered events are dropped. */
  end(): void {
    if (this.#response.writableLength === 0) this.#response.end();
    else this.#response.destroy();
  }
}
