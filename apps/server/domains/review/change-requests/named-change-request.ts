import type { FastifyRequest } from 'fastify';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { findVisitor, isPreviewed } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { changeRequestNotFound } from './change-request-errors.ts';
import type { ChangeRequestRow } from './change-requests.repository.ts';
import { getChangeRequest } from './change-requests.service.ts';

/**
 * Creates the function that gets the change request in the URL, if the caller may see it. A visitor sees the one of
 * their preview, even if it is a draft, because the creator of the preview could see it.
 */
export const createGetNamed =
  (context: Pick<Context, 'db'>) =>
  async (request: FastifyRequest): Promise<ChangeRequestRow> => {
    const { changeRequestId } = request.params as { changeRequestId: string };
    const granted = grantedTo(request);
    const viewer = findVisitor(request) ? { ...granted, role: 'edit' as const } : granted;
    const row = await getChangeRequest(context, grantedSpace(request), changeRequestId, viewer);
    if (!isPreviewed(request, { changeRequestId: row.change_request_id })) throw changeRequestNotFound();
    return row;
  };
