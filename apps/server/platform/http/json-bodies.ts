import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from './errors.ts';
import { isNestedDeeper, parseLargeJson } from './large-json.ts';

/** The size up to which a body is parsed in one go: 25 ms for the worst of that size. */
const MAX_QUICK_BYTES = 64_000;

/** The limits of a body. A paragraph in blocks has about twelve values. */
const LIMITS = { values: 250_000, depth: 500 };

/** Parses bodies as JSON, large ones in slices. An empty body counts as `{}`. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseQuickly = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, {});
    if (!isUtf8(bytes as Buffer)) return done(invalidRequest('The request body is not valid UTF-8.'));
    const body = bytes.toString();
    if (bytes.length <= MAX_QUICK_BYTES && isPlain(body)) return parseQuickly(request, body, done);
    parseLargeJson(body, LIMITS).then(
      (value) => done(null, value),
      // The status distinguishes faults of the request from faults of the service.
      (error) => done(error instanceof SyntaxError ? Object.assign(error, { statusCode: 400 }) : error),
    );
  });
}

/** Whether it is neither nested too deeply nor escapes U+0000 or a surrogate, which may lack its other half. */
const isPlain = (json: string): boolean =>
  !isNestedDeeper(json, LIMITS.depth) && !/\\u(?:[dD]|0000)/.test(json);
