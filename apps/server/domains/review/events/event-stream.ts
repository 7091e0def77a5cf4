import type { ServerResponse } from 'node:http';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Call, Granted } from '../../../platform/access/grant.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';

/** Above this size of what waits for a reader, in bytes, events wait in the log. */
const FULL = 65_536;
/** Above this size, a reader is cut off, because presence does not wait. */
const MAX_BUFFERED = 262_144;
/** A reader that takes nothing for this long is gone. */
const MAX_STALL_MS = 30_000;

export interface StreamOptions {
  call: Call;
  granted: Granted;
  response: ServerResponse;
  /** The change request whose events it carries; undefined: all of the space. */
  changeRequestId: string | undefined;
  /** The tab of the browser that reads it. */
  tab: string | undefined;
  /** When it ends by itself; a time in the past: as soon as it has caught up. */
  endsAt: number;
}

/** The connection of one reader, and what they may hear. */
export class EventStream {
  readonly call: Call;
  readonly changeRequestId: string | undefined;
  readonly tab: string | undefined;
  readonly endsAt: number;
  readonly #response: ServerResponse;
  #granted: Granted;
  /** The number of the last event that was sent, or that the reader may not hear. */
  position = 0;
  /** Whether it waits: nothing is sent while the access is being checked or before it has begun. */
  isHeld = true;
  isCatchingUp = false;
  /** Whether the reader knows who is present. */
  knowsPresence = false;
  /** Counts the checks of the access: only the last one decides. */
  checks = 0;
  /** The position that the reader knows. */
  #toldPosition = 0;
  writtenAt = performance.now();
  #written = 0;
  /** What the reader had taken when they were last seen to take something, and when that was. */
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

  /** Keeps the connection alive, and lets the reader know how far it has come without them. */
  beat(): void {
    const isAhead = this.position > this.#toldPosition;
    this.#toldPosition = this.position;
    this.write(isAhead ? `id: ${this.position}\n\n` : ':\n\n');
  }

  /** Cuts off a reader who takes nothing. One who takes what is sent slowly may go on. */
  checkStall(now: number): void {
    const waiting = this.#response.writableLength;
    const taken = this.#written - waiting;
    if (waiting === 0 || taken > this.#taken) {
      this.#taken = taken;
      this.#takenAt = now;
    } else if (now - this.#takenAt > MAX_STALL_MS) this.#response.destroy();
  }

  /** Resolves when the reader has taken what was sent, or is gone. */
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

  /** Ends it when the reader has taken everything. */
  finish(): void {
    this.#response.end();
  }

  /** Ends it at once. What the reader has not taken yet is not sent any more. */
  end(): void {
    if (this.#response.writableLength === 0) this.#response.end();
    else this.#response.destroy();
  }
}
