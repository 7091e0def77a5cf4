import type { AddressInfo } from 'node:net';
import type { TestApp } from './app.ts';

/** An event as a client receives it. */
export interface HeardEvent {
  type: string;
  id?: string;
  [field: string]: unknown;
}

interface ListenOptions {
  /** The administrator's token unless told; empty: none. */
  token?: string;
  headers?: Record<string, string>;
  lastEventId?: string;
  query?: string;
}

/** Makes the app listen; streams do not end, so they need connections. */
export async function originOf({ server }: TestApp): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** A client of a stream of events. */
export class EventClient {
  readonly events: HeardEvent[] = [];
  status = 0;
  headers = new Headers();
  /** The body of a refusal. */
  error: { reason: string; message: string } | undefined;
  lastEventId: string | undefined;
  heartbeats = 0;
  isEnded = false;
  /** Resolves when the stream has ended, whoever ended it. */
  ended: Promise<void> = Promise.resolve();
  readonly #abort = new AbortController();

  static async open(
    origin: string,
    path: string,
    { token, headers, lastEventId, query }: ListenOptions,
  ): Promise<EventClient> {
    const client = new EventClient();
    client.lastEventId = lastEventId;
    const response = await fetch(`${origin}${path}${query ? `?${query}` : ''}`, {
      signal: client.#abort.signal,
      headers: {
        accept: 'text/event-stream',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        ...headers,
      },
    });
    client.status = response.status;
    client.headers = response.headers;
    if (response.ok) client.ended = client.#read(response);
    else {
      client.error = ((await response.json()) as { error: { reason: string; message: string } }).error;
      client.isEnded = true;
    }
    return client;
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // Cut off.
    }
    this.isEnded = true;
  }

  #take(block: string): void {
    const fields = block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    });
    const field = (name: string): string | undefined => fields.find(([one]) => one === name)?.[1];
    const id = field('id');
    if (id !== undefined) this.lastEventId = id;
    const data = field('data');
    if (data === undefined) {
      this.heartbeats += 1;
      return;
    }
    const event = JSON.parse(data) as HeardEvent;
    if (event.type !== field('event')) throw new Error(`The event ${data} is named ${field('event')}.`);
    this.events.push(event);
  }

  ofType(type: string): HeardEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  /** The events of the log, without those of the stream itself and presence. */
  get logged(): HeardEvent[] {
    return this.events.filter(({ type }) => !['open', 'reset', 'presence'].includes(type));
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }
}

/** Opens a stream of a space or, with its path, of anything else, and waits until it has begun. */
export async function listen(
  app: TestApp,
  spaceOrPath: string,
  options: ListenOptions = {},
): Promise<EventClient> {
  const path = spaceOrPath.startsWith('/') ? spaceOrPath : `/v1/spaces/${spaceOrPath}/events`;
  const client = await EventClient.open(await originOf(app), path, { token: app.adminToken, ...options });
  // Nobody is present in the stream of a user.
  const first = path.startsWith('/v1/user/') ? 'open' : 'presence';
  while (!client.isEnded && client.ofType(first).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return client;
}
