import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { MeteredCache } from '../../platform/metrics/metered-cache.ts';
import type { Actor } from '../access/actor.ts';
import type { Call, Granted } from '../access/grant.ts';
import { limitEntries } from '../http/entry-limit.ts';
import { type ReadyResponse, writeReady } from '../http/ready-response.ts';
import type { Dependencies } from './dependencies.ts';
import type { FastPath } from './fast-path.ts';

interface Read {
  /** Undefined as soon as the response is no longer valid, or no longer in memory. */
  find: FindReady;
  route: string;
  /** Undefined for a public route. */
  actor: Actor | undefined;
  /** Everything in memory that decided about the request. */
  dependencies: Pick<Dependencies, 'isCurrent'>;
  cacheTags: string | undefined;
}

/**
 * Looks for the response to a remembered read, which may depend only on the request and on the values that decided about
 * it.
 */
export type FindReady = () => ReadyResponse | undefined;

export interface RepeatedReadsOptions {
  findDependencies: (call: Call, granted: Granted) => Dependencies | undefined;
  clock: () => Date;
  newRequestId: () => string;
  /** Hears of every response, for what otherwise follows from the hooks of a route. */
  onResponse: (read: {
    request: IncomingMessage;
    requestId: string;
    actor: Actor | undefined;
    method: string;
    route: string;
    status: number;
    milliseconds: number;
  }) => void;
}

/** The maximum number of remembered reads. */
const MAX_REMEMBERED = 20_000;
/**
 * The maximum length of token, URL and body, which a caller can extend at will with meaningless parameters. Longer
 * requests are not remembered.
 */
const MAX_KEY_LENGTH = 2048;

const PUBLIC: Read['dependencies'] = { isCurrent: true };

/**
 * Responds to a read that is identical to an earlier one with the same token without the framework, whose routing, hooks
 * and validation cost more than the rest of a warm read. An entry is valid as long as each value that decided about the
 * request is still in its cache: the token, the membership, the space, the collections above. A change of one of them,
 * in any process, removes it there; the next request then passes through the framework again.
 */
export class RepeatedReads implements FastPath {
  readonly #reads = new MeteredCache<string, Read>('repeated-reads', limitEntries(MAX_REMEMBERED));
  readonly #options: RepeatedReadsOptions;
  /** Paths that are read by POST. */
  readonly #postPaths = new Set<string>();
  /** The bodies of requests on their way through the framework. */
  readonly #bodies = new WeakMap<IncomingMessage, string>();

  constructor(options: RepeatedReadsOptions) {
    this.#options = options;
  }

  /** Declares that a POST to this path only reads. */
  addPostPath(path: string): void {
    this.#postPaths.add(path);
  }

  /** Remembers a request and how to find its response; not a request by cookie. */
  remember(request: FastifyRequest, find: FindReady): void {
    const { call, granted, headers, raw } = request;
    const route = request.routeOptions.url;
    const body = this.#bodies.get(raw);
    if (!route || (raw.method !== 'GET' && body === undefined)) return;
    const isPublic = request.routeOptions.config.access === 'public';
    if (!isPublic && (!call || !granted || headers.authorization === undefined)) return;
    const key = keyOf(raw, body);
    if (key.length > MAX_KEY_LENGTH) return;
    const dependencies = call && granted ? this.#options.findDependencies(call, granted) : PUBLIC;
    if (dependencies)
      this.#reads.set(key, {
        find,
        route,
        actor: granted?.actor,
        dependencies,
        cacheTags: granted?.cacheTags,
      });
  }

  /** Passes a request on unless it is a remembered read; then the response is being sent. */
  respond(request: IncomingMessage, response: ServerResponse, pass: () => void): void {
    const { method, url, headers } = request;
    if (headers.host === undefined) pass();
    else if (method === 'GET') {
      if (!this.#send(request, response, undefined)) pass();
    } else if (method === 'POST' && this.#postPaths.has(url as string)) {
      readSmallBody(request, (body) => {
        if (body !== undefined && this.#send(request, response, body)) {
          request.resume();
          return;
        }
        if (body !== undefined) {
          this.#bodies.set(request, body);
          request.unshift(Buffer.from(body, 'latin1'));
        }
        pass();
      });
    } else pass();
  }

  /** Whether the request was a remembered read. */
  #send(request: IncomingMessage, response: ServerResponse, body: string | undefined): boolean {
    const read = this.#reads.get(keyOf(request, body));
    if (!read?.dependencies.isCurrent) return false;
    const { actor, route, cacheTags } = read;
    if (actor?.expiresAt && actor.expiresAt <= this.#options.clock()) return false;
    const ready = read.find();
    if (!ready) return false;
    const startedAt = performance.now();
    const requestId = this.#options.newRequestId();
    const tell = () =>
      this.#options.onResponse({
        request,
        requestId,
        actor,
        method: request.method as string,
        route,
        status: response.statusCode,
        milliseconds: performance.now() - startedAt,
      });
    const written = writeReady({ requestId, headers: request.headers, response, cacheTags }, ready);
    if (written) void written.then(tell);
    else tell();
    return true;
  }
}

const keyOf = ({ headers, url }: IncomingMessage, body = ''): string =>
  `${headers.authorization ?? ''}\n${url}\n${body}`;

/**
 * Calls back with a small JSON body, one character for each byte, if all of it has arrived in one piece. Otherwise
 * nothing of it is consumed.
 */
function readSmallBody(request: IncomingMessage, then: (body: string | undefined) => void): void {
  const { 'content-length': length, 'content-type': type, 'content-encoding': encoding } = request.headers;
  const expected = Number(length);
  const isSmall = expected > 0 && expected <= MAX_KEY_LENGTH;
  if (!isSmall || encoding !== undefined || !type?.startsWith('application/json')) {
    then(undefined);
    return;
  }
  request.once('readable', () => {
    const piece = request.read() as Buffer | null;
    if (piece?.length === expected) then(piece.toString('latin1'));
    else {
      if (piece) request.unshift(piece);
      then(undefined);
    }
  });
}
