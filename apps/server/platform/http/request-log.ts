import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChildLoggerOptions, Logger } from 'pino';

/**
 * The logger of one request, made when it is first used: making one for each request up front would cost
 * the warm reads, which log nothing, a tenth of their speed.
 */
class RequestLog {
  readonly #parent: Logger;
  readonly #bindings: Record<string, unknown>;
  #own: Logger | undefined;

  constructor(parent: Logger, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  #log(): Logger {
    this.#own ??= this.#parent.child(this.#bindings);
    return this.#own;
  }

  get level(): string {
    return this.#parent.level;
  }
  child(bindings: Record<string, unknown>, options?: ChildLoggerOptions): Logger {
    return this.#log().child(bindings, options) as Logger;
  }
  fatal(...line: [string]): void {
    this.#log().fatal(...line);
  }
  error(...line: [string]): void {
    this.#log().error(...line);
  }
  warn(...line: [string]): void {
    this.#log().warn(...line);
  }
  info(...line: [string]): void {
    this.#log().info(...line);
  }
  debug(...line: [string]): void {
    this.#log().debug(...line);
  }
  trace(...line: [string]): void {
    this.#log().trace(...line);
  }
  silent(): void {}
}

/** For Fastify's `childLoggerFactory`. */
export const createRequestLog = (parent: FastifyBaseLogger, bindings: object): FastifyBaseLogger =>
  new RequestLog(parent as Logger, { ...bindings }) as unknown as FastifyBaseLogger;

const expected = new WeakSet<FastifyRequest>();

/** Logs the request, which failed for a reason that has a line of its own, only at `debug`. */
export function logAsExpected(request: FastifyRequest): void {
  expected.add(request);
}

/**
 * Logs one line for each finished request. Changes and refusals are logged at `info`, so that the log shows who did
 * what; successful reads at `debug`: there are thousands of them a second, they change nothing, and the metrics count
 * them. The cause of a 5xx is logged with its stack where it is turned into a response.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request;
  const status = reply.statusCode;
  const level = findLevel(request, reply);
  if (level === 'debug' && !isDebugLogged(request.server)) return;
  const { actor } = request.granted ?? {};
  request.log[level](
    {
      method,
      url: request.url,
      status,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      ...(actor ? { tokenId: actor.tokenId } : {}),
    },
    'request',
  );
}

function findLevel(request: FastifyRequest, reply: FastifyReply): 'error' | 'info' | 'debug' {
  if (reply.statusCode < 400) return isRead(request.method) ? 'debug' : 'info';
  if (expected.has(request)) return 'debug';
  return isFailure(reply) ? 'error' : 'info';
}

/** Excludes deliberate refusals: unsupported requests, and those that say when to retry. */
const isFailure = (reply: FastifyReply): boolean =>
  reply.statusCode >= 500 &&
  reply.statusCode !== 501 &&
  !(reply.statusCode === 503 && reply.hasHeader('retry-after'));

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Whether successful reads are logged. */
export const isDebugLogged = (server: FastifyInstance): boolean =>
  (server.log as Logger).isLevelEnabled('debug');
