import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a server waits for a client. */
export interface ClientTimeouts {
  /** For the whole request, from its first byte to the end of its body. */
  requestMs: number;
  /** For the next byte in either direction while a response is sent or made. */
  silenceMs: number;
}

/** Line and headers arrive in one or two packets; there is no reason to wait as long for them as for a body. */
const HEADERS_MS = 15_000;
/**
 * How often Node.js looks for requests that are late; at its own default of 30 seconds, most would stay much longer.
 */
const CHECK_INTERVAL_MS = 5_000;
/** A client may finish a body that nobody reads, so that it gets to read the response. */
const UNREAD_BODY_MS = 2_000;

/** Options of a server that closes the connections of clients which send or read too slowly. */
export function limitSlowRequests({ requestMs, silenceMs }: ClientTimeouts) {
  const headersTimeout = Math.min(HEADERS_MS, requestMs);
  return {
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    http: { headersTimeout, connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeout / 2) },
  };
}

/**
 * After a response to a request whose body nobody read, such as a refusal, discards what still arrives of the body,
 * and closes the connection if the client takes long to send it.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete === false) discardBody(raw);
    done();
  });
}

function discardBody(request: IncomingMessage): void {
  // Without a socket, the connection is closed already.
  const socket: Socket | null = request.socket;
  if (!socket) return;
  const cut = setTimeout(() => socket.destroy(), UNREAD_BODY_MS).unref();
  const keep = () => clearTimeout(cut);
  request.once('end', keep).once('close', keep).resume();
}
