import type { FastifyRequest } from 'fastify';
import { grantedSpace, grantedTo } from '../../access/authorize.ts';
import type { Context } from '../../context.ts';
import type { ChangeRequestRow } from './change-requests.repository.ts';
import { getChangeRequest } from './change-requests.service.ts';

/** Creates the function that gets the change request which the URL names, if the caller may see it. */
export const createGetNamed =
  (context: Pick<Context, 'db'>) =>
  (request: FastifyRequest): Promise<ChangeRequestRow> => {
    const { changeRequestId } = request.params as { changeRequestId: string };
    return getChangeRequest(context, grantedSpace(request), changeRequestId, grantedTo(request));
  };
