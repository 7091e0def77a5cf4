import type { Schemas } from '@lectern/client/schema';
import { api, createId, PREFIX } from './client.ts';
import { isOffline, waitForConnection } from './connection.ts';
import { type Place, placeName } from './place.ts';
import { queries, spaceQuery } from './queries.ts';
import { createStore } from './store.ts';

export type SpaceEvent = Schemas['SpaceEvent'];
/** An event that only the signed-in person hears, about any space. */
export type PersonalEvent = Schemas['UserEvent'];
type AnyEvent = SpaceEvent | PersonalEvent;
type EventListener<Event extends AnyEvent = AnyEvent> = (event: Event) => void;

/** Identifies this tab to the presence API. */
export const TAB_ID = createId();

/** The event types of the stream. */
const TYPES: SpaceEvent['type'][] = [
  'open',
  'reset',
  'content',
  'change_request',
  'reviewers',
  'review',
  'checks',
  'check',
  'preview_links',
  'seen',
  'comment',
  'edit_conflict',
  'notification',
  'presence',
];

const streams = new Map<string, Stream>();

/**
 * Subscribes to the events of a place. The tabs of a browser share one connection per place: one tab holds it and
 * forwards the events to the others.
 */
export function subscribe(place: Place, listener: EventListener<SpaceEvent>): () => void {
  const { spaceId, changeRequestId } = place;
  const path = [spaceId, ...(changeRequestId === undefined ? [] : ['change-requests', changeRequestId])];
  const address = `/v1/spaces/${path.map(encodeURIComponent).join('/')}/events?tab=${TAB_ID}&`;
  return join(placeName(place), listener as EventListener, {
    address,
    // A stream also ends with the access to its space, or with the space itself.
    onEnd: () => void queries.invalidateQueries({ queryKey: spaceQuery(spaceId).queryKey, exact: true }),
  });
}

/** Whether the stream of the signed-in person is open, in this tab or in the one that forwards its events. */
export const isHearingPerson = createStore(false);

/** Subscribes to what only the signed-in person hears, in all spaces. */
export const subscribePerson = (listener: EventListener<PersonalEvent>): (() => void) =>
  join('person', listener as EventListener, { address: '/v1/user/events?', isOpen: isHearingPerson });

interface Source {
  /** The address of the stream, up to its last parameter. */
  address: string;
  /** Records whether the connection is open. */
  isOpen?: ReturnType<typeof createStore<boolean>>;
  /** Runs when the service has ended the stream, before it is opened again. */
  onEnd?: () => void;
}

function join(name: string, listener: EventListener, source: Source): () => void {
  const stream = streams.get(name) ?? new Stream(name, source);
  streams.set(name, stream);
  const leave = stream.join(listener);
  return () => {
    leave();
    if (stream.isUnused) {
      streams.delete(name);
      stream.close();
    }
  };
}

type Message = { event: AnyEvent } | { newcomer: true } | { isOpen: boolean };

type Present = Extract<SpaceEvent, { type: 'presence'; change: 'all' }>['present'][number];

class Stream {
  readonly #source: Source;
  readonly #listeners = new Set<EventListener>();
  readonly #channel: BroadcastChannel;
  readonly #closing = new AbortController();
  /** The id of the last event that this tab received, from the stream or from another tab. */
  #lastId: string | undefined;
  /** The people who are present, for listeners that subscribe later. */
  readonly #present = new Map<string, Present>();
  #isLeader = false;

  constructor(name: string, source: Source) {
    this.#source = source;
    const { isOpen } = source;
    const channel = `lectern-events:${PREFIX}:${name}`;
    this.#channel = new BroadcastChannel(channel);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('event' in data) this.#hear(data.event);
      else if ('isOpen' in data) isOpen?.set(data.isOpen);
      else if (this.#isLeader) {
        this.#send({ event: this.#everybody() });
        if (isOpen) this.#send({ isOpen: isOpen.get() });
      }
    };
    void this.#lead(channel);
    this.#channel.postMessage({ newcomer: true } satisfies Message);
  }

  get isUnused(): boolean {
    return this.#listeners.size === 0;
  }

  join(listener: EventListener): () => void {
    this.#listeners.add(listener);
    if (this.#present.size > 0)
      queueMicrotask(() => this.#listeners.has(listener) && listener(this.#everybody()));
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#closing.abort();
    this.#channel.close();
    this.#source.isOpen?.set(false);
  }

  #everybody(): SpaceEvent {
    return { type: 'presence', change: 'all', present: [...this.#present.values()] };
  }

  #send(message: Message): void {
    if (!this.#closing.signal.aborted) this.#channel.postMessage(message);
  }

  #noteOpen(isOpen: boolean): void {
    if (!this.#source.isOpen || this.#closing.signal.aborted) return;
    this.#source.isOpen.set(isOpen);
    this.#send({ isOpen });
  }

  #hear(event: AnyEvent): void {
    if ('id' in event) {
      // A tab that has closed since may have forwarded this event.
      if (event.type !== 'open' && this.#lastId !== undefined && Number(event.id) <= Number(this.#lastId))
        return;
      this.#lastId = event.id;
    }
    if (event.type === 'presence') this.#notePresence(event);
    for (const listener of [...this.#listeners]) listener(event);
  }

  #notePresence(event: Extract<SpaceEvent, { type: 'presence' }>): void {
    const keyOf = ({ user, tab = '' }: { user: string; tab?: string }): string => `${user} ${tab}`;
    if (event.change === 'all') {
      this.#present.clear();
      for (const one of event.present) this.#present.set(keyOf(one), one);
    } else if (event.change === 'here') {
      const { type: _type, change: _change, ...one } = event;
      this.#present.set(keyOf(one), one);
    } else this.#present.delete(keyOf(event));
  }

  /**
   * Opens the connection as soon as no other tab holds it. Without TLS, browsers have no locks, so each tab opens its
   * own.
   */
  async #lead(name: string): Promise<void> {
    const { signal } = this.#closing;
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return this.#listen();
    await locks
      .request(name, { signal }, () => this.#listen())
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }

  /** Keeps the connection open until the last listener has unsubscribed. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    this.#isLeader = true;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const hasOpened = await this.#connect();
      if (hasOpened) failures = 0;
      if (signal.aborted) return;
      // An `EventSource` does not report the status, so ask whether the session has ended.
      await api.get('/v1/session').catch(() => undefined);
      this.#source.onEnd?.();
      await waitForConnection(Math.min(30_000, 1000 * 2 ** failures) * (0.5 + Math.random()), signal);
    }
  }

  /** Resolves when the browser gives the connection up. It reconnects by itself after shorter interruptions. */
  #connect(): Promise<boolean> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const since = this.#lastId === undefined ? '' : `since=${this.#lastId}`;
      const source = new EventSource(`${PREFIX}${this.#source.address}${since}`);
      let hasOpened = false;
      const end = (): void => {
        source.close();
        signal.removeEventListener('abort', end);
        resolve(hasOpened);
      };
      signal.addEventListener('abort', end);
      source.onopen = () => {
        hasOpened = true;
        isOffline.set(false);
        this.#noteOpen(true);
      };
      source.onerror = () => {
        this.#noteOpen(false);
        if (source.readyState === EventSource.CLOSED) end();
      };
      for (const type of TYPES)
        source.addEventListener(type, ({ data }: MessageEvent<string | undefined>) => {
          // The browser fires its own event named “open”, which has no data.
          if (data === undefined) return;
          const event = JSON.parse(data) as AnyEvent;
          this.#hear(event);
          this.#send({ event });
        });
    });
  }
}
