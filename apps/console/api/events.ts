import type { Schemas } from '@lectern/client/schema';
import { api, createId, PREFIX } from './client.ts';
import { isOffline, waitForConnection } from './connection.ts';
import { type Place, placeName } from './place.ts';

export type SpaceEvent = Schemas['SpaceEvent'];
type EventListener = (event: SpaceEvent) => void;

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
export function subscribe(place: Place, listener: EventListener): () => void {
  const name = placeName(place);
  const stream = streams.get(name) ?? new Stream(place);
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

type Message = { event: SpaceEvent } | { newcomer: true };

type Present = Extract<SpaceEvent, { type: 'presence'; change: 'all' }>['present'][number];

class Stream {
  readonly #place: Place;
  readonly #listeners = new Set<EventListener>();
  readonly #channel: BroadcastChannel;
  readonly #closing = new AbortController();
  /** The id of the last event that this tab received, from the stream or from another tab. */
  #lastId: string | undefined;
  /** The people who are present, for listeners that subscribe later. */
  readonly #present = new Map<string, Present>();
  #isLeader = false;

  constructor(place: Place) {
    this.#place = place;
    const name = `lectern-events:${PREFIX}:${placeName(place)}`;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('event' in data) this.#hear(data.event);
      else if (this.#isLeader) this.#tell(this.#everybody());
    };
    void this.#lead(name);
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
  }

  #everybody(): SpaceEvent {
    return { type: 'presence', change: 'all', present: [...this.#present.values()] };
  }

  #tell(event: SpaceEvent): void {
    if (!this.#closing.signal.aborted) this.#channel.postMessage({ event } satisfies Message);
  }

  #hear(event: SpaceEvent): void {
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
      await waitForConnection(Math.min(30_000, 1000 * 2 ** failures) * (0.5 + Math.random()), signal);
    }
  }

  /** Resolves when the browser gives the connection up. It reconnects by itself after shorter interruptions. */
  #connect(): Promise<boolean> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const source = new EventSource(this.#address());
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
      };
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) end();
      };
      for (const type of TYPES)
        source.addEventListener(type, ({ data }: MessageEvent<string | undefined>) => {
          // The browser fires its own event named “open”, which has no data.
          if (data === undefined) return;
          const event = JSON.parse(data) as SpaceEvent;
          this.#hear(event);
          this.#tell(event);
        });
    });
  }

  #address(): string {
    const { spaceId, changeRequestId } = this.#place;
    const path = [spaceId, ...(changeRequestId === undefined ? [] : ['change-requests', changeRequestId])];
    const query = new URLSearchParams({ tab: TAB_ID });
    if (this.#lastId !== undefined) query.set('since', this.#lastId);
    return `${PREFIX}/v1/spaces/${path.map(encodeURIComponent).join('/')}/events?${query}`;
  }
}
