import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { pageNotFound } from '../../../content/revisions/content-errors.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import { type ErrorIdentity, invalidField } from '../../../platform/http/errors.ts';
import { createReadyResponse, sendReady } from '../../../platform/http/ready-response.ts';
import { ResolvedTargetsSchema, ResolveTargetsBody } from './links.schemas.ts';
import type { LinkReads } from './links.service.ts';

/** A place in the API where targets are resolved. `where`: “a space”, for the descriptions. */
interface ResolvePlace {
  prefix: string;
  params: Record<string, TSchema>;
  where: string;
  operationId: string;
  errors: readonly ErrorIdentity[];
}

/** Resolves targets of links that are not saved yet, so that editors can check them while somebody writes. */
export function resolveRoute(
  { readQuota }: Pick<Context, 'readQuota'>,
  reads: LinkReads,
  { prefix, params, where, operationId, errors }: ResolvePlace,
): RouteOptions {
  return {
    method: 'POST',
    url: `${prefix}/content/resolve`,
    config: {
      access: 'space:read',
      audit: { none: 'It changes nothing.' },
      inMaintenance: 'reads',
      errors: [readQuotaExceeded, pageNotFound, ...errors],
    },
    schema: {
      operationId,
      tags: ['Links'],
      summary: `Resolve targets in ${where}`,
      description:
        'Returns what targets of links, images and so on would mean in a page, before they are saved: whether they exist, and what they are. Anchors are those of the saved content.',
      params: Type.Object(params),
      body: ResolveTargetsBody,
      response: { 200: ResolvedTargetsSchema },
    },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const { page, reusableContent, targets } = request.body as Static<typeof ResolveTargetsBody>;
      const ownerId = page ?? reusableContent;
      if (ownerId === undefined || (page !== undefined && reusableContent !== undefined))
        throw invalidField('page', 'is required, unless there is a `reusableContent`');
      const space = grantedSpace(request);
      const question = {
        space,
        actor: grantedTo(request).actor,
        position: { revisionId: request.linksState?.revisionId ?? space.revisionId, start: 0 },
        limit: targets.length,
      };
      const { items } = await readQuota.measure(request, () => reads.ofTargets(question, ownerId, targets));
      return sendReady(request, reply, createReadyResponse(`{"items":[${items.join(',')}]}`));
    },
  };
}
