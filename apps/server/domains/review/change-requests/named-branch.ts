import type { FastifyRequest } from 'fastify';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { getChangeRequest } from './change-requests.service.ts';

/** The content of a space, or that of one of its change requests. */
export interface NamedLine {
  /** Undefined: the space itself. */
  changeRequestId: string | undefined;
  /** The revision that it is at. */
  revisionId: string;
}

/** Finds the line of content that a request names; a change request by its id or number. */
export async function findNamedLine(
  context: Pick<Context, 'db'>,
  request: FastifyRequest,
  changeRequest: string | undefined,
): Promise<NamedLine> {
  const space = grantedSpace(request);
  if (changeRequest === undefined) return { changeRequestId: undefined, revisionId: space.revisionId };
  const row = await getChangeRequest(context, space, changeRequest, grantedTo(request));
  return { changeRequestId: row.change_request_id, revisionId: row.revision_id };
}
