import type { FastifyRequest } from 'fastify';

/**
 * The revision that the caller knew, from `If-Match`: with or without quotation marks. Undefined for none and for `*`,
 * which any present content meets.
 */
export function readIfMatch({ headers }: FastifyRequest): string | undefined {
  const written = headers['if-match'];
  if (written === undefined || written.trim() === '*') return undefined;
  return written.trim().replace(/^(?:W\/)?"(.*)"$/, '$1');
}
