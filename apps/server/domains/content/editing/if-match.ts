import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';

/** The `If-Match` header of a request. `description`: which version it names. */
export const ifMatchHeaders = (description: string) =>
  Type.Object({ 'If-Match': Type.Optional(Type.String({ description })) });

/** The headers of an edit of content. */
export const EditHeaders = ifMatchHeaders(
  'The revision on which the changes are based, such as `"<revision>"`. What others have changed since is merged. Without it, or with `*`, the changes apply to the current revision.',
);

/**
 * The revision that the caller knew, from `If-Match`: with or without quotation marks. Undefined for none and for `*`,
 * which any present content meets.
 */
export function readIfMatch({ headers }: FastifyRequest): string | undefined {
  const written = headers['if-match'];
  if (written === undefined || written.trim() === '*') return undefined;
  return written.trim().replace(/^(?:W\/)?"(.*)"$/, '$1');
}
