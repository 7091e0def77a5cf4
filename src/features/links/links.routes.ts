import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { grantedSpace, grantedTo } from '../../access/authorize.ts';
import { readQuotaExceeded } from '../../access/read-quota.ts';
import { FileSchema } from '../../content/revisions/content.schemas.ts';
import { fileNotFound, pageNotFound } from '../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import { readPosition } from '../../content/revisions/list-position.ts';
import type { Context } from '../../context.ts';
import { createReadyResponse, sendReady } from '../../http/ready-response.ts';
import { Id } from '../../http/schemas.ts';
import {
  BacklinkListSchema,
  BacklinksQuery,
  LinkListSchema,
  LinksQuery,
  SHARED_LINK_SCHEMAS,
  SpaceParams,
} from './links.schemas.ts';
import { createLinkReads, type LinkReads } from './links.service.ts';
import type { LinksAnswer, LinksQuestion } from './links-question.ts';

/** References and where they lead, of the current revision. */
export const linkRoutes =
  (
    context: Context,
    store: ContentStore,
    reads: LinkReads = createLinkReads(context, store),
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, readQuota } = context;
    for (const schema of [FileSchema, ...SHARED_LINK_SCHEMAS]) app.addSchema(schema);

    /**
     * Sends a list of items that are already text. It is built for each request, because it shows other spaces and the
     * caller's permissions there, which do not follow from the revision.
     */
    async function answer(
      request: FastifyRequest,
      reply: FastifyReply,
      name: string,
      ask: (question: LinksQuestion) => Promise<LinksAnswer>,
    ): Promise<void> {
      const space = grantedSpace(request);
      const { page, limit = 50, ...filters } = request.query as Static<typeof LinksQuery>;
      const { status = '', external } = filters;
      const list = `${name}:${space.spaceId}:${status}${external ? `:${external}` : ''}`;
      const position = readPosition(cursors, list, space, page);
      const { actor } = grantedTo(request);
      const found = await readQuota.measure(request, () =>
        ask({ space, actor, position, limit, ...filters }),
      );
      const next =
        found.next === undefined
          ? ''
          : `"next":${JSON.stringify({ page: cursors.issue(list, { ...position, start: found.next }) })},`;
      const stats = found.stats ? `"stats":${JSON.stringify(found.stats)},` : '';
      const body = `{${next}"count":${found.count},${stats}"items":[${found.items.join(',')}]}`;
      return sendReady(request, reply, createReadyResponse(body));
    }

    const config = { access: 'space:read', errors: [readQuotaExceeded] } as const;
    const tags = ['Links'];

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/links',
      config,
      schema: {
        operationId: 'listSpaceLinks',
        tags,
        summary: 'List the links of a space',
        description:
          'Lists every link, image, include and other reference in the current revision, with its target and whether the target exists.',
        params: Type.Object(SpaceParams),
        querystring: LinksQuery,
        response: { 200: LinkListSchema },
      },
      handler: (request, reply) => answer(request, reply, 'links', reads.ofSpace),
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/content/page/:pageId/links',
      config: { ...config, errors: [readQuotaExceeded, pageNotFound] },
      schema: {
        operationId: 'listPageLinksInSpace',
        tags,
        summary: 'List the links of a page',
        description:
          'Lists every link, image, include and other reference on the page, with its target and whether the target exists.',
        params: Type.Object({ ...SpaceParams, pageId: Id }),
        querystring: LinksQuery,
        response: { 200: LinkListSchema },
      },
      handler: (request, reply) => {
        const { pageId } = request.params;
        return answer(request, reply, `links:${pageId}`, (question) => reads.ofPage(question, pageId));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/content/page/:pageId/backlinks',
      config: { ...config, errors: [readQuotaExceeded, pageNotFound] },
      schema: {
        operationId: 'listSpacePageBacklinks',
        tags,
        summary: 'List the backlinks of a page',
        description:
          'Lists the places that link to the page, including those in other spaces of the organization that you can read. Links from the page to itself are not included.',
        params: Type.Object({ ...SpaceParams, pageId: Id }),
        querystring: BacklinksQuery,
        response: { 200: BacklinkListSchema },
      },
      handler: (request, reply) => {
        const { pageId } = request.params;
        return answer(request, reply, `page-backlinks:${pageId}`, (question) =>
          reads.toPage(question, pageId),
        );
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/content/files/:fileId/backlinks',
      config: { ...config, errors: [readQuotaExceeded, fileNotFound] },
      schema: {
        operationId: 'listSpaceFileBacklinks',
        tags,
        summary: 'List the backlinks of a file',
        description:
          'Lists the places that refer to the file, including those in other spaces of the organization that you can read.',
        params: Type.Object({ ...SpaceParams, fileId: Id }),
        querystring: BacklinksQuery,
        response: { 200: BacklinkListSchema },
      },
      handler: (request, reply) => {
        const { fileId } = request.params;
        return answer(request, reply, `file-backlinks:${fileId}`, (question) =>
          reads.toFile(question, fileId),
        );
      },
    });
  };
