import type { ChangeListener } from '../../../platform/access/change-news.ts';
import type { Change } from '../../../platform/access/changes.ts';
import { type Granted, grant, grantFromMemory } from '../../../platform/access/grant.ts';
import { nameCaller } from '../../../platform/access/read-quota.ts';
import { findLastNumbers } from '../../../platform/access/space-events.queries.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError, defineError } from '../../../platform/http/errors.ts';
import { listPresencesIn, type PresenceKey, touchStreamed } from '../presence/presence.queries.ts';
import { BlockFinder } from './changed-blocks.ts';
import { EventStream, type StreamOptions } from './event-stream.ts';
import { HubPresence } from './hub-presence.ts';
import { PersonHub } from './person-hub.ts';
import { HEARTBEAT_SECONDS, SpaceHub } from './space-hub.ts';

export const tooManyStreams = defineError({ status: 429, reason: 'too-many-streams' }, (limit: number) => ({
  message: `You have ${limit} streams of events open, which is the most for one caller. Close one first.`,
  headers: { 'retry-after': '5' },
}));

const TICK_MS = 1000;
const RETRY_MS = 500;

/** A space or a person. Only spaces have presence. */
type Room = { hub: SpaceHub; presence: HubPresence } | { hub: PersonHub; presence: undefined };

type Parts = Pick<Context, 'db' | 'pointers' | 'news' | 'clock' | 'log' | 'config' | 'threads'>;

/** The streams of events of this process. */
export class EventStreams implements ChangeListener {
  readonly #context: Parts;
  readonly #blocks: BlockFinder;
  /** Streams by the ids of spaces and of users. */
  readonly #rooms = new Map<string, Room>();
  readonly #streams = new Map<EventStream, Room>();
  /** The number of streams of each caller. */
  readonly #callers = new Map<string, number>();
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Whether notifications are interrupted, so that nothing is sent. */
  #isDeaf = false;
  #resyncs = 0;
  #isTicking = false;
  #isClosed = false;

  constructor(context: Parts) {
    this.#context = context;
    this.#blocks = new BlockFinder(context);
    this.#stopListening = context.news.listen(this);
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Counts a stream of the caller. Throws if they have too many. Returns the function that ends the count. */
  reserve(granted: Granted, address: string): () => void {
    const caller = nameCaller(granted, address);
    const count = this.#callers.get(caller) ?? 0;
    const limit = this.#context.config.eventStreams;
    if (count >= limit) throw tooManyStreams(limit);
    this.#callers.set(caller, count + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (this.#callers.get(caller) ?? 1) - 1;
      if (left === 0) this.#callers.delete(caller);
      else this.#callers.set(caller, left);
    };
  }

  /** Sends the events of a space, or of the caller, after the number `since` or from now on. Headers were sent before. */
  async open(options: StreamOptions, since: number | undefined): Promise<void> {
    const { granted, response } = options;
    const stream = new EventStream(options);
    const room = this.#enter(granted);
    this.#streams.set(stream, room);
    response.once('close', () => this.#leave(stream));
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref();
    try {
      await room.hub.add(stream, since);
      await room.presence?.started;
    } catch (error) {
      this.#leave(stream);
      throw error;
    }
    if (this.#isClosed) stream.finish();
    else await this.#check(stream);
  }

  #enter({ space, actor }: Granted): Room {
    const id = space?.spaceId ?? (actor.kind === 'user' ? actor.userId : undefined);
    if (id === undefined) throw new Error('The access of this route is neither on a space nor on a person.');
    const known = this.#rooms.get(id);
    if (known) return known;
    const room = space
      ? this.#openSpace(space)
      : { hub: new PersonHub(this.#context, id), presence: undefined };
    this.#rooms.set(id, room);
    return room;
  }

  #openSpace(space: SpaceKey): Room {
    const hub = new SpaceHub(this.#context, space, {
      blocks: this.#blocks,
      onChangeRequests: () => void presence.hear(),
    });
    const presence = new HubPresence(this.#context, hub);
    return { hub, presence };
  }

  #leave(stream: EventStream): void {
    const room = this.#streams.get(stream);
    if (!room) return;
    this.#streams.delete(stream);
    room.hub.streams.delete(stream);
    if (room.hub.streams.size === 0) {
      room.hub.close();
      const { id } = room.hub;
      if (this.#rooms.get(id) === room) this.#rooms.delete(id);
    }
    if (this.#streams.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  onChange(change: Change): void {
    if (change.kind === 'events') {
      this.#rooms.get(change.spaceId)?.hub.hear(change.number);
      return;
    }
    if (change.kind === 'user-events') {
      this.#rooms.get(change.userId)?.hub.hear(change.number);
      return;
    }
    if (change.kind === 'presence') {
      void this.#rooms.get(change.spaceId)?.presence?.hear();
      return;
    }
    for (const [stream] of this.#streams) if (concerns(change, stream)) void this.#check(stream);
  }

  onLost(): void {
    this.#isDeaf = true;
    for (const [stream] of this.#streams) stream.isHeld = true;
  }

  onRestored(): void {
    void this.#resync();
  }

  /** Catches up after an interruption of notifications, and checks the access of the readers again. */
  async #resync(): Promise<void> {
    this.#resyncs += 1;
    const turn = this.#resyncs;
    for (;;) {
      try {
        const rooms = [...this.#rooms.values()];
        const numbers = await findLastNumbers(this.#context.db, spacesOf(rooms));
        for (const { hub } of rooms) if (hub instanceof PersonHub) numbers.set(hub.id, await hub.findLast());
        if (turn !== this.#resyncs) return;
        this.#isDeaf = false;
        for (const { hub, presence } of rooms) {
          hub.hear(numbers.get(hub.id) ?? 0);
          void presence?.hear();
        }
        for (const [stream] of this.#streams) void this.#check(stream);
        return;
      } catch (error) {
        this.#context.log.warn({ err: error }, 'The streams of events could not be resumed. Trying again.');
        await pause();
        if (turn !== this.#resyncs) return;
      }
    }
  }

  /** Checks again whether the reader may receive events of the space. Nothing is sent until then. */
  async #check(stream: EventStream): Promise<void> {
    stream.isHeld = true;
    stream.checks += 1;
    const turn = stream.checks;
    while (stream.isOpen && turn === stream.checks) {
      const decision = await this.#decide(stream);
      if (turn !== stream.checks) return;
      if (decision === 'refused') stream.end();
      else if (decision === 'unknown') await pause();
      else if (!this.#isDeaf) return this.#release(stream, decision);
      // Otherwise the restored connection checks again.
      else return;
    }
  }

  async #decide(stream: EventStream): Promise<Granted | 'refused' | 'unknown'> {
    const { pointers, clock, log } = this.#context;
    const call = { ...stream.call, now: clock() };
    const warm = grantFromMemory(pointers, call);
    if (warm instanceof ApiError) return 'refused';
    if (warm) return warm;
    try {
      return await grant(pointers, call);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return 'refused';
      log.warn({ err: error }, 'The access of a stream of events could not be checked. Trying again.');
      return 'unknown';
    }
  }

  #release(stream: EventStream, granted: Granted): void {
    const room = this.#streams.get(stream);
    if (!room) return;
    const seesDrafts = stream.seesDraftOf(null);
    stream.granted = granted;
    stream.isHeld = false;
    if (stream.seesDraftOf(null) !== seesDrafts) stream.knowsPresence = false;
    room.hub.feed(stream);
    if (stream.isOpen && !stream.knowsPresence) room.presence?.tellAll(stream);
    this.#endIfDone(stream, room);
  }

  /** Runs periodically: heartbeats, expired tokens, presence. */
  async #tick(): Promise<void> {
    const [now, time] = [performance.now(), this.#context.clock().getTime()];
    for (const [stream, room] of this.#streams) {
      const { expiresAt } = stream.granted.actor;
      if (expiresAt !== null && expiresAt.getTime() <= time && !stream.isHeld) void this.#check(stream);
      this.#endIfDone(stream, room);
      stream.checkStall(now);
      if (now - stream.writtenAt >= HEARTBEAT_SECONDS * 1000) stream.beat();
    }
    if (this.#isTicking || this.#isDeaf) return;
    this.#isTicking = true;
    try {
      await this.#seePresence();
    } catch (error) {
      this.#context.log.warn({ err: error }, 'Presence could not be read.');
    } finally {
      this.#isTicking = false;
    }
  }

  #endIfDone(stream: EventStream, { hub }: Room): void {
    if (stream.isHeld || stream.isCatchingUp || performance.now() < stream.endsAt) return;
    if (hub.isCaughtUp(stream)) stream.finish();
  }

  async #seePresence(): Promise<void> {
    const { db, clock } = this.#context;
    const tabs: PresenceKey[] = [];
    for (const [{ tab, authorId, isHeld }, { hub, presence }] of this.#streams)
      if (presence && tab !== undefined && !isHeld) tabs.push({ ...hub.space, authorId, tab });
    if (tabs.length > 0) await touchStreamed(db, tabs);
    const rooms = [...this.#rooms.values()].filter(({ presence }) => presence && !presence.isEmpty);
    if (rooms.length === 0) return;
    const applies = rooms.flatMap(({ hub, presence }) =>
      presence ? { spaceId: hub.id, apply: presence.beginReading() } : [],
    );
    const rows = await listPresencesIn(db, spacesOf(rooms), clock());
    for (const { spaceId, apply } of applies) apply(rows.filter(({ space_id }) => space_id === spaceId));
  }

  /** Ends all streams; their readers reconnect elsewhere. Further ones end as soon as they begin. */
  end(): void {
    this.#isClosed = true;
    this.#stopListening();
    for (const [stream] of this.#streams) stream.finish();
  }
}

const spacesOf = (rooms: readonly Room[]): SpaceKey[] =>
  rooms.flatMap(({ hub }) => (hub instanceof SpaceHub ? hub.space : []));

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());

/** Whether a change may end the access of a reader, or change what they see. */
function concerns(change: Change, { granted }: EventStream): boolean {
  const { actor, space } = granted;
  switch (change.kind) {
    case 'space':
      return change.moved === undefined && change.spaceId === space?.spaceId;
    case 'member':
      return actor.kind === 'user' && actor.userId === change.userId;
    case 'user':
      return actor.kind === 'user' && actor.userId === change.userId;
    case 'token':
      return actor.tokenId === change.tokenId;
    case 'session':
      return actor.sessionId === change.sessionId;
    case 'members':
    case 'team':
    case 'organization':
      return space?.organizationId === change.organizationId;
    case 'collection':
      return true;
    // These do not decide about spaces.
    case 'site':
    case 'site-address':
    case 'specs':
    case 'translation':
    case 'maintenance':
    case 'events':
    case 'user-events':
    case 'presence':
      return false;
  }
}
