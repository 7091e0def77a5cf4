import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { limitEntries } from '../http/entry-limit.ts';
import { type ReadyResponse, writeReady } from '../http/ready-response.ts';
import type { Actor } from './actor.ts';
import { type DecisionBasis, findBasis } from './decision-basis.ts';
import type { Pointers } from './pointers.ts';

interface Read {
  /** The key under which the response is cached. */
  answerKey: string;
  route: string;
  actor: Actor;
  /** Everything in memory that decided about the request. */
  basis: DecisionBasis;
}

export interface RepeatedReadsOptions {
  answers: { get(key: string): ReadyResponse | undefined };
  pointers: Pointers;
  clock: () => Date;
  newRequestId: () => string;
  /** Hears of every answer, for what otherwise follows from the hooks of a route. */
  onAnswer: (read: { actor: Actor; route: string; status: number; milliseconds: number }) => void;
}

/** The maximum number of remembered reads. */
const MAX_REMEMBERED = 20_000;
/**
 * The maximum length of token and URL, which a caller can extend at will with meaningless parameters. Longer requests
 * are not remembered.
 */
const MAX_KEY_LENGTH = 1024;

/**
 * Answers a read that is identical to an earlier one with the same token without the framework, whose routing, hooks
 * and validation cost more than the rest of a warm read. An entry holds as long as each value that decided about the
 * request is still in its cache: the token, the membership, the space, the collections above. A change of one of them
 * removes it there, whoever made the change; the next request then passes through the framework again.
 */
export class RepeatedReads {
  readonly #reads = new LRUCache<string, Read>(limitEntries(MAX_REMEMBERED));
  readonly #options: RepeatedReadsOptions;

  constructor(options: RepeatedReadsOptions) {
    this.#options = options;
  }

  /**
   * Remembers a request whose response depends only on its URL and on what decided about it; not a request by cookie.
   */
  remember(request: FastifyRequest, answerKey: string): void {
    const { call, granted, headers, raw } = request;
    const { authorization } = headers;
    const route = request.routeOptions.url;
    if (raw.method !== 'GET' || !call || !granted || !route) return;
    if (authorization === undefined) return;
    const key = keyOf(authorization, raw.url);
    if (key.length > MAX_KEY_LENGTH) return;
    const basis = findBasis(this.#options.pointers, call, granted);
    if (basis) this.#reads.set(key, { answerKey, route, actor: granted.actor, basis });
  }

  /** Whether the request was a remembered read; the response is then being sent. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { headers, method, url } = request;
    const { authorization } = headers;
    if (method !== 'GET' || authorization === undefined || headers.host === undefined) return false;
    const read = this.#reads.get(keyOf(authorization, url));
    if (!read?.basis.isCurrent) return false;
    const { actor, route, answerKey } = read;
    if (actor.expiresAt && actor.expiresAt <= this.#options.clock()) return false;
    const ready = this.#options.answers.get(answerKey);
    if (!ready) return false;
    const startedAt = performance.now();
    const tell = () =>
      this.#options.onAnswer({
        actor,
        route,
        status: response.statusCode,
        milliseconds: performance.now() - startedAt,
      });
    const written = writeReady({ requestId: this.#options.newRequestId(), headers, response }, ready);
    if (written) void written.then(tell);
    else tell();
    return true;
  }
}

const keyOf = (authorization: string, url: string | undefined): string => `${authorization}\n${url}`;

/** Puts the repeated reads before the framework, until the server closes. */
export function serveRepeatedReads(app: FastifyInstance, reads: RepeatedReads): void {
  const { server } = app;
  const handlers = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  let isOpen = true;
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isOpen && reads.answer(request, response)) return;
    for (const handle of handlers) handle(request, response);
  });
}
