import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../http/errors.ts';
import type { Call, Granted } from './grant.ts';
import type { PointersInMemory } from './pointers.ts';
import type { PreviewedContent, Visitor } from './visitor.ts';

/**
 * Recognizes the tokens of visitors and decides what they open. Implemented in a layer above, because access does not
 * know the content of sites.
 */
export interface VisitorGate {
  /** Decides synchronously if everything is in memory. */
  peek(call: Call, pointers: Pick<PointersInMemory, 'sites' | 'spaces'>): Granted | ApiError | undefined;
  grant(call: Call): Promise<Granted | ApiError>;
}

/** A token of a visitor is a JWT; all other tokens begin with a prefix of their own or are chosen by the operator. */
export const isVisitorToken = (token: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** The visitor who calls a route that is open to visitors; undefined: a caller with a role. */
export const findVisitor = (request: FastifyRequest): Visitor | undefined => request.granted?.visitor;

/**
 * Whether the caller may look at a change request or a revision itself: callers with a role may, and visitors only at
 * the one that they preview.
 */
export function isPreviewed(
  { granted }: FastifyRequest,
  content: Pick<PreviewedContent, 'changeRequestId' | 'revisionId'>,
): boolean {
  if (!granted?.visitor) return true;
  const { preview } = granted.visitor;
  if (!preview || preview.spaceId === undefined || preview.spaceId !== granted.space?.spaceId) return false;
  return content.changeRequestId === undefined
    ? content.revisionId !== undefined && preview.revisionId === content.revisionId
    : preview.changeRequestId === content.changeRequestId;
}
