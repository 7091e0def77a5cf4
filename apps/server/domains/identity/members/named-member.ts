import type { FastifyRequest } from 'fastify';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { resolveUserId } from '../users/users.service.ts';
import type { MemberKey } from './members.queries.ts';

/** The member whom the URL names, also by `me`. */
export const namedMember = (request: FastifyRequest, params: MemberKey): MemberKey => ({
  organizationId: params.organizationId,
  userId: resolveUserId(grantedTo(request).actor, params.userId),
});
