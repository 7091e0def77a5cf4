import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining;
  }
}

/** A connection that has carried nothing for this long is closed: a busy client would have used it. */
const IDLE_MS = 1000;
const SWEEP_INTERVAL_MS = 50;
const QUIET_TURN_MS = 0.2;

interface Connection {
  /** The responses that are not complete. */
  responses: Set<ServerResponse>;
  idleSince: number;
  /** More bytes than at that time are the beginning of a request. */
  bytesRead: number;
}

/** Takes leave of the clients of a server without losing a request. */
class Draining {
  readonly #connections = new Map<Socket, Connection>();
  #accepted = 0;
  #isActive = false;
  #isReplaced = false;
  readonly #onBegin: (() => void)[] = [];

  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => this.#add(socket));
    // Before the framework, which may send the headers at once.
    server.prependListener('request', (request, response) => this.#serve(request, response));
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Whether load balancers must send requests elsewhere. */
  get isUnready(): boolean {
    return this.#isActive && !this.#isReplaced;
  }

  /** For responses that end only when they are told to. */
  whenBegun(end: () => void): void {
    this.#onBegin.push(end);
  }

  /**
   * From now on, every response asks its client to close the connection. Requests are served as before. `isReplaced`:
   * another process serves on the same port.
   */
  begin({ isReplaced = false } = {}): void {
    this.#isActive = true;
    this.#isReplaced = isReplaced;
    for (const end of this.#onBegin) end();
    for (const { responses } of this.#connections.values())
      for (const response of responses) askToClose(response);
  }

  /**
   * Closes idle connections until none is left. A client may be about to send its next request on a connection that it
   * used a moment ago, so such a connection is left open for its last response. Returns at the latest when every
   * connection has either been used or closed since the call.
   */
  async closeIdle(): Promise<void> {
    const end = performance.now() + IDLE_MS + SWEEP_INTERVAL_MS;
    while (this.#connections.size > 0 && performance.now() < end) {
      await this.sweep();
      await new Promise((resolve) => setTimeout(resolve, SWEEP_INTERVAL_MS));
    }
  }

  /** Accepts no more connections. Node.js also closes those between two requests, which is why it comes last. */
  async stopListening(): Promise<void> {
    // A connection that waits to be accepted is reset. None does after a turn of the event loop that accepted nothing
    // and had nothing else to do in the meantime.
    const end = performance.now() + IDLE_MS;
    for (let isQuiet = false; !isQuiet && performance.now() < end; ) {
      const [accepted, startedAt] = [this.#accepted, performance.now()];
      await afterReading();
      isQuiet = this.#accepted === accepted && performance.now() - startedAt < QUIET_TURN_MS;
    }
    this.#server.close();
  }

  /** Closes the connections that have been idle for a while. */
  async sweep(): Promise<void> {
    await afterReading();
    const before = performance.now() - IDLE_MS;
    for (const [socket, { responses, idleSince, bytesRead }] of this.#connections)
      if (responses.size === 0 && idleSince <= before && socket.bytesRead === bytesRead) socket.destroy();
  }

  #add(socket: Socket): void {
    const connection = { responses: new Set<ServerResponse>(), idleSince: performance.now(), bytesRead: 0 };
    this.#connections.set(socket, connection);
    this.#accepted += 1;
    socket.once('close', () => this.#connections.delete(socket));
  }

  #serve({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    connection.responses.add(response);
    response.once('close', () => {
      connection.responses.delete(response);
      connection.idleSince = performance.now();
      connection.bytesRead = socket.bytesRead;
    });
    if (this.#isActive) askToClose(response);
  }
}

/** Until the sockets have just been read: what has arrived by then is seen, and no connection waits to be accepted. */
const afterReading = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function askToClose(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}

/** Prepares a server for its end. */
export function useDraining(app: FastifyInstance): void {
  app.decorate('draining', new Draining(app.server));
}
