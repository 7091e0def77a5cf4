import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  RouteOptions,
} from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { DB } from '../../db/schema.ts';
import { declareErrors } from '../../http/declared-errors.ts';
import { handleError } from '../../http/error-handler.ts';
import { ApiError, invalidField } from '../../http/errors.ts';
import { keyReused, requestInProgress, responseLost } from '../../http/request-errors.ts';
import { type Actor, hasScope, SCOPES } from '../actor.ts';
import { isSafe } from '../browser-sessions.ts';
import type { KeyRing } from '../keys.ts';
import type { Pointers } from '../pointers.ts';
import {
  findRow,
  type KeyRow,
  renewLease,
  storeKeyAndResponse,
  storeResponse,
} from './idempotency-keys.repository.ts';
import { KeyedRequest, RepeatedRequest, runKeyed } from './keyed-request.ts';
import { openResponse, sealResponse } from './stored-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler reads the body itself, and describes it in `request.keyed`. */
    hasStreamedBody?: true;
    /** Whether the handler recognizes repeated requests itself; an `Idempotency-Key` has no effect. */
    recognizesRepeats?: true;
    /** Set on the routes that accept an `Idempotency-Key`. */
    isRepeatable?: true;
  }
  interface FastifyRequest {
    /** Set while a request with an `Idempotency-Key` runs. */
    keyed: KeyedRequest | undefined;
    bodyHash: ReturnType<typeof createHash> | undefined;
  }
}

const HEADER = 'idempotency-key';
const REPLAYED = 'idempotency-replayed';
const KEY = /^[\x21-\x7e]{1,255}$/;
const INVALID_KEY = 'must consist of 1 to 255 visible ASCII characters, without spaces';

/** How long a repeat waits for the request that runs. */
const WAIT_MS = 10_000;
const BETWEEN_READS_MS = 100;
/** How often a process renews the lease of a request that it runs. */
const RENEW_MS = 3_000;
/** How long after its end a lease may still be renewed: a transaction can take longer than the lease. */
const LATE_MS = RENEW_MS + 1_000;
/** No request runs for longer, so its session with the database, which others may use by now, is no evidence. */
const LONGEST_RUN_MS = 10 * 60_000;

interface IdempotencyDeps {
  config: Pick<Config, 'databaseDirectUrl'>;
  db: Kysely<DB>;
  keyRing: KeyRing;
  pointers: Pointers;
  clock: () => Date;
}

/**
 * Lets callers repeat each request of the API that creates or changes something, with the header `Idempotency-Key`.
 * Anonymous callers have no keys of their own: their header is ignored. Must be registered after access.
 */
export function useIdempotencyKeys(app: FastifyInstance, deps: IdempotencyDeps): void {
  const requests = new KeyedRequests(deps);
  app.decorateRequest('keyed', undefined);
  app.decorateRequest('bodyHash', undefined);
  app.addHook('onRoute', (route) => {
    if (!isRepeatable(route)) return;
    declareErrors(route, [keyReused, requestInProgress, responseLost]);
    route.config = { ...(route.config as NonNullable<typeof route.config>), isRepeatable: true };
    if (!route.config.hasStreamedBody) route.preParsing = [hashBody, ...[route.preParsing ?? []].flat()];
    const { handler } = route;
    route.handler = function handleRepeatable(request, reply) {
      const run = () => handler.call(this, request, reply);
      return request.headers[HEADER] === undefined || request.granted?.visitor
        ? run()
        : requests.run(request, reply, run);
    };
    route.errorHandler = (error, request, reply) => {
      const isRefusal = error instanceof ApiError && (error.status === 404 || error.status === 403);
      if (!isRefusal || request.headers[HEADER] === undefined || request.granted)
        // The routes around it show the error in their form.
        throw error;
      return requests.respondToRefused(error, request, reply);
    };
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request, reply, payload) => {
        if (request.keyed) await requests.storeResponse(request, reply, payload);
        return payload;
      },
    ];
    route.onResponse = [
      ...[route.onResponse ?? []].flat(),
      (request, _reply, done) => {
        if (request.keyed) requests.end(request.keyed);
        done();
      },
    ];
  });
}

const isRepeatable = ({ url, method, config }: RouteOptions): boolean =>
  url.startsWith('/v1/') &&
  config?.access !== 'public' &&
  !config?.recognizesRepeats &&
  ![method].flat().every(isSafe);

/** Must not wait: what arrives meanwhile would be lost to the parser. */
const hashBody: preParsingHookHandler = (request, _reply, payload, done) => {
  if (request.headers[HEADER] !== undefined) {
    const hash = createHash('sha256');
    request.bodyHash = hash;
    payload.on('data', (chunk: Buffer) => hash.update(chunk));
  }
  done(null, payload);
};

/** Two tokens of a user are one caller, unless one of them may do more. */
function callerOf(actor: Actor): string[] {
  const scope = SCOPES.findLast((one) => hasScope(actor, one)) ?? '';
  return actor.kind === 'user'
    ? ['user', actor.userId, actor.onlyIn ?? '', scope]
    : ['service', actor.tokenId, '', scope];
}

const splitUrl = (url: string): [path: string, query: string] => {
  const [path = '', ...query] = url.split('?');
  return [path, query.join('?')];
};

function digestOf({ method, url }: FastifyRequest, actor: Actor, key: string): Buffer {
  const parts = [...callerOf(actor), method, splitUrl(url)[0], key];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

const fingerprintOf = (url: string, body: Buffer): Buffer =>
  createHash('sha256')
    .update(`${splitUrl(url)[1]}\n`)
    .update(body)
    .digest();

/** Told by the headers: a body is not read before the caller is known to have access. */
const isWithoutBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

const EMPTY_BODY = createHash('sha256').digest();

function readKey(request: FastifyRequest): string {
  const key = request.headers[HEADER] as string;
  if (!KEY.test(key)) throw invalidField('Idempotency-Key', `${INVALID_KEY}.`);
  return key;
}

/** The requests with keys that this process runs, and what the database knows of earlier ones. */
class KeyedRequests {
  readonly #deps: IdempotencyDeps;
  /** By digest: ends when the response is stored. */
  readonly #running = new Map<string, { requestId: string; ended: Promise<void>; end: () => void }>();
  /** Whether a pooler shares the sessions of the database. */
  readonly #isLeased: boolean;

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps;
    this.#isLeased = deps.config.databaseDirectUrl !== undefined;
  }

  async run(request: FastifyRequest, reply: FastifyReply, handle: () => unknown): Promise<unknown> {
    const key = readKey(request);
    const { db } = this.#deps;
    const { actor } = request.granted as NonNullable<FastifyRequest['granted']>;
    const keyed = this.#identify(request, actor, key);
    const { bodyHash } = request;
    if (bodyHash) keyed.fingerprint = fingerprintOf(request.url, bodyHash.digest());
    const until = performance.now() + WAIT_MS;
    await this.#begin(keyed, until);
    request.keyed = keyed;
    const known = await findRow(db, keyed);
    // A body that is not read yet is compared when it was.
    if (known && bodyHash) return this.#replay(request, reply, await this.#settle(keyed, known, until));
    try {
      return await runKeyed(keyed, handle);
    } catch (error) {
      // Another process may have made the change that this one was refused for.
      const row = error instanceof RepeatedRequest ? error.row : await this.#findOther(keyed);
      if (!row) throw error;
      return this.#replay(request, reply, await this.#settle(keyed, row, until));
    }
  }

  #identify(request: FastifyRequest, actor: Actor, key: string): KeyedRequest {
    const digest = digestOf(request, actor, key);
    return new KeyedRequest({ digest, at: this.#deps.clock(), isLeased: this.#isLeased });
  }

  /** Waits for other requests with the key in this process. */
  async #begin(keyed: KeyedRequest, until: number): Promise<void> {
    const { digest, requestId } = keyed;
    const id = digest.toString('base64');
    for (let other = this.#running.get(id); other; other = this.#running.get(id)) {
      const left = Math.max(0, until - performance.now());
      const timer = new AbortController();
      const late = pause(left, 'late', { signal: timer.signal }).catch(() => 'late');
      const first = await Promise.race([other.ended, late]);
      timer.abort();
      if (first === 'late') throw requestInProgress();
    }
    const renewing = this.#isLeased ? setInterval(() => this.#renew(keyed), RENEW_MS).unref() : undefined;
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = () => {
        clearInterval(renewing);
        resolve();
      };
    });
    this.#running.set(id, { requestId, ended, end });
  }

  end({ digest, requestId }: KeyedRequest): void {
    const id = digest.toString('base64');
    const own = this.#running.get(id);
    if (own?.requestId !== requestId) return;
    this.#running.delete(id);
    own.end();
  }

  /** If a renewal fails, there is another one before the lease ends. */
  #renew(keyed: KeyedRequest): void {
    if (keyed.isClaimed) renewLease(this.#deps.db, keyed).catch(() => {});
  }

  async #findOther(keyed: KeyedRequest): Promise<KeyRow | undefined> {
    if (keyed.isClaimed || !keyed.isDescribed) return undefined;
    const row = await findRow(this.#deps.db, keyed);
    return row?.requestId === keyed.requestId ? undefined : row;
  }

  /** Waits until the request that stored the key has responded. */
  async #settle(keyed: KeyedRequest, row: KeyRow, until: number): Promise<KeyRow> {
    if (!row.fingerprint.equals(keyed.fingerprint)) throw keyReused();
    let latest: KeyRow | undefined = row;
    let seenAt = performance.now();
    while (latest && latest.status === null) {
      const now = performance.now();
      if (latest.isRunning) seenAt = now;
      const isTooOld = keyed.at.getTime() - latest.createdAt.getTime() > LONGEST_RUN_MS;
      const mayRun = latest.isRunning || (latest.isLeased && now - seenAt < LATE_MS);
      if (isTooOld || !mayRun) throw responseLost();
      if (now > until) throw requestInProgress();
      await pause(BETWEEN_READS_MS);
      latest = await findRow(this.#deps.db, keyed);
    }
    if (!latest) throw responseLost();
    return latest;
  }

  #replay(request: FastifyRequest, reply: FastifyReply, row: KeyRow): FastifyReply {
    const { keyRing } = this.#deps;
    const content = row.response && openResponse(keyRing, readKey(request), row.response);
    if (!content) throw responseLost();
    const { headers, body } = content;
    reply
      .code(row.status as number)
      .headers(headers)
      .header(REPLAYED, 'true');
    return reply.send(body === '' ? undefined : body);
  }

  /**
   * Whoever deleted something no longer has access to it, but may repeat the request. A response with content is not
   * repeated, because the caller may have lost the access to that.
   */
  async respondToRefused(error: ApiError, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { db, pointers, clock, keyRing } = this.#deps;
    const key = readKey(request);
    const actor = request.call && (await pointers.tokens.find(request.call.token));
    const isCurrent = actor && (actor.expiresAt === null || actor.expiresAt > clock());
    if (isCurrent && isWithoutBody(request) && request.call && hasScope(actor, request.call.rule.scope)) {
      const row = await findRow(db, this.#identify(request, actor, key));
      const isSame = row?.fingerprint.equals(fingerprintOf(request.url, EMPTY_BODY));
      const content = isSame && row?.response ? openResponse(keyRing, key, row.response) : undefined;
      if (row && content?.body === '') return this.#replay(request, reply, row);
    }
    handleError(error, request, reply);
    return reply;
  }

  async storeResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const keyed = request.keyed as KeyedRequest;
    const { digest, requestId, isClaimed } = keyed;
    // A failure that changed nothing may be repeated.
    const isKept = isClaimed || (reply.statusCode < 400 && keyed.isDescribed);
    try {
      if (!isKept || reply.hasHeader(REPLAYED)) return;
      const { db, keyRing } = this.#deps;
      const response = sealResponse(keyRing, readKey(request), { reply, payload }) ?? null;
      const stored = { digest, requestId, status: reply.statusCode, response };
      if (isClaimed) await storeResponse(db, stored);
      else if (response) {
        const { fingerprint, at, expiredBefore } = keyed;
        await storeKeyAndResponse(db, { ...stored, fingerprint, at, expiredBefore });
      }
    } catch (error) {
      request.log.warn({ err: error as FastifyError }, 'the response to a request with a key was not stored');
    } finally {
      this.end(keyed);
    }
  }
}
