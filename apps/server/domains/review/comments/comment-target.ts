import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import type { DefinedError } from '../../../platform/http/errors.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { changeRequestNotFound } from '../change-requests/change-request-errors.ts';
import { ChangeRequestParamFields } from '../change-requests/change-requests.schemas.ts';
import { getChangeRequest } from '../change-requests/change-requests.service.ts';
import type { PlaceKey } from './comments.repository.ts';

/** The space, or one of its change requests, with the content that its comments are about. */
export interface CommentTarget {
  space: SpacePointer;
  changeRequestId: string | null;
  revisionId: string;
}

export const keyOf = ({ space, changeRequestId }: CommentTarget): PlaceKey => ({
  organizationId: space.organizationId,
  spaceId: space.spaceId,
  changeRequestId,
});

/** The error when a place does not exist. */
export const targetNotFound = ({ changeRequestId }: CommentTarget): DefinedError =>
  changeRequestId === null ? spaceNotFound : changeRequestNotFound;

/** How the URLs of a kind of place are formed, and what they name. */
export interface TargetOfRoutes {
  prefix: string;
  params: Record<string, TSchema>;
  /** Ends the names of operations. */
  suffix: 'InSpace' | 'InChangeRequest';
  noun: string;
  errors: readonly DefinedError[];
  find(request: FastifyRequest): Promise<CommentTarget>;
}

export const inSpace: TargetOfRoutes = {
  prefix: '/v1/spaces/:spaceId',
  params: { spaceId: Id },
  suffix: 'InSpace',
  noun: 'space',
  errors: [],
  find: async (request) => {
    const space = grantedSpace(request);
    return { space, changeRequestId: null, revisionId: space.revisionId };
  },
};

export const inChangeRequest = (context: Pick<Context, 'db'>): TargetOfRoutes => ({
  prefix: '/v1/spaces/:spaceId/change-requests/:changeRequestId',
  params: ChangeRequestParamFields,
  suffix: 'InChangeRequest',
  noun: 'change request',
  errors: [changeRequestNotFound],
  find: async (request) => {
    const { changeRequestId } = request.params as { changeRequestId: string };
    const space = grantedSpace(request);
    const row = await getChangeRequest(context, space, changeRequestId, grantedTo(request));
    return { space, changeRequestId: row.change_request_id, revisionId: row.revision_id };
  },
});
