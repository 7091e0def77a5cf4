import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Collects the answers of API routes that the route does not declare: an error with another status and reason than
 * its `errors`, or a success with another status than its `response` schemas. Before routes are added.
 */
export function collectUndeclared(server: FastifyInstance): string[] {
  const undeclared = new Set<string>();
  const found: string[] = [];
  server.addHook('onSend', async (request, reply, payload) => {
    const problem = findUndeclared(request, reply.statusCode, payload);
    if (problem === undefined || undeclared.has(problem)) return;
    undeclared.add(problem);
    found.push(problem);
  });
  return found;
}

function findUndeclared(request: FastifyRequest, status: number, payload: unknown): string | undefined {
  const { config, schema, method, url } = request.routeOptions;
  // Pages, health and the like are no operations of the OpenAPI document.
  if (request.is404 || !schema || ('hide' in schema && schema.hide)) return undefined;
  const name = `${method} ${url} answered ${status}`;
  if (status < 400) {
    const isDeclared = status === 304 || String(status) in ((schema.response ?? {}) as object);
    return isDeclared ? undefined : name;
  }
  const { errors = [] } = config;
  const reason = readReason(payload);
  const isDeclared = errors.some(
    (error) => error.status === status && (reason === undefined || error.reason === reason),
  );
  return isDeclared ? undefined : `${name} ${reason}`;
}

/** Undefined for an answer to HEAD, which has no body. */
function readReason(payload: unknown): string | undefined {
  if (typeof payload !== 'string' || payload === '') return undefined;
  return (JSON.parse(payload) as { error: { reason: string } }).error.reason;
}
