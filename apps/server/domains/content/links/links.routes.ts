import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { fileNotFound, pageNotFound } from '../../../content/revisions/content-errors.ts';
import { readPosition } from '../../../content/revisions/list-position.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import type { ErrorIdentity } from '../../../platform/http/errors.ts';
import { createReadyResponse, sendReady } from '../../../platform/http/ready-response.ts';
import { DEFAULT_LIMIT, Id } from '../../../platform/http/schemas.ts';
import {
  BacklinkListSchema,
  BacklinksQuery,
  LinkListSchema,
  LinksQuery,
  SHARED_LINK_SCHEMAS,
  SpaceParams,
} from './links.schemas.ts';
import type { LinkReads } from './links.service.ts';
import type { LinksPosition, LinksQuestion, ListedLinks } from './links-question.ts';
import { resolveRoute } from './resolve-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The state whose links are listed, where that is not the current one of the space. */
    linksState: LinksState | undefined;
  }
}

/** A revision, and the one that it is compared with. */
interface LinksState {
  revisionId: string;
  baseId: string;
}

/** A place in the API where the links of some revision are listed. */
export interface LinkRoutes {
  prefix: string;
  params: Record<string, TSchema>;
  /** “a space”: for the descriptions. */
  where: string;
  names: { space: string; page: string; targets: string; pageBacklinks: string; fileBacklinks: string };
  errors: readonly ErrorIdentity[];
  /** Undefined: the current revision of the space, compared with nothing. */
  findState: ((request: FastifyRequest) => Promise<LinksState>) | undefined;
}

const CURRENT: Omit<LinkRoutes, 'findState'> = {
  prefix: '/v1/spaces/:spaceId',
  params: SpaceParams,
  where: 'a space',
  names: {
    space: 'listSpaceLinks',
    page: 'listPageLinksInSpace',
    targets: 'resolveTargetsInSpace',
    pageBacklinks: 'listSpacePageBacklinks',
    fileBacklinks: 'listSpaceFileBacklinks',
  },
  errors: [],
};

/** References and where they lead, of the current revision and in `otherPlaces`. */
export const linkRoutes =
  (context: Context, reads: LinkReads, otherPlaces: readonly LinkRoutes[]): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.decorateRequest('linksState', undefined);
    const { cursors, readQuota } = context;
    for (const schema of SHARED_LINK_SCHEMAS) app.addSchema(schema);

    /**
     * Sends a list of items that are already text. It is built for each request, because it shows other spaces and the
     * caller's permissions there, which do not follow from the revision.
     */
    async function respond(
      request: FastifyRequest,
      reply: FastifyReply,
      name: string,
      ask: (question: LinksQuestion) => Promise<ListedLinks>,
    ): Promise<void> {
      const space = grantedSpace(request);
      const { page, limit = DEFAULT_LIMIT, ...filters } = request.query as Static<typeof LinksQuery>;
      const { status = '', external, brokenContext } = filters;
      const { changeRequestId } = request.params as { changeRequestId?: string };
      const line = changeRequestId === undefined ? space.spaceId : `${space.spaceId}/${changeRequestId}`;
      const others = `${external ? `:${external}` : ''}${brokenContext ? `:${brokenContext}` : ''}`;
      const list = `${name}:${line}:${status}${others}`;
      const shown = { ...space, revisionId: request.linksState?.revisionId ?? space.revisionId };
      const position: LinksPosition = readPosition(cursors, list, shown, page);
      const { actor } = grantedTo(request);
      const found = await readQuota.measure(request, () =>
        ask({ space, actor, position, limit, baseId: request.linksState?.baseId, ...filters }),
      );
      const next =
        found.next === undefined
          ? ''
          : `"next":${JSON.stringify({ page: cursors.issue(list, { ...position, ...found.next }) })},`;
      const stats = found.stats ? `"stats":${JSON.stringify(found.stats)},` : '';
      const body = `{${next}"count":${found.count},${stats}"items":[${found.items.join(',')}]}`;
      return sendReady(request, reply, createReadyResponse(body));
    }

    const tags = ['Links'];
    const places: LinkRoutes[] = [{ ...CURRENT, findState: undefined }, ...otherPlaces];
    for (const place of places) {
      const { prefix, params, where, names, errors, findState } = place;
      const config = { access: 'space:read', errors: [readQuotaExceeded, ...errors] } as const;
      const hooks = findState
        ? {
            preHandler: async (request: FastifyRequest) => {
              request.linksState = await findState(request);
            },
          }
        : {};

      app.route({
        ...hooks,
        method: 'GET',
        url: `${prefix}/links`,
        config,
        schema: {
          operationId: names.space,
          tags,
          summary: `List the links of ${where}`,
          description:
            'Lists every link, image, include and other reference in the content, with its target and whether the target exists.',
          params: Type.Object(params),
          querystring: LinksQuery,
          response: { 200: LinkListSchema },
        },
        handler: (request, reply) => respond(request, reply, 'links', reads.ofSpace),
      });

      app.route({
        ...hooks,
        method: 'GET',
        url: `${prefix}/content/page/:pageId/links`,
        config: { ...config, errors: [...config.errors, pageNotFound] },
        schema: {
          operationId: names.page,
          tags,
          summary: `List the links of a page of ${where}`,
          description:
            'Lists every link, image, include and other reference on the page, with its target and whether the target exists.',
          params: Type.Object({ ...params, pageId: Id }),
          querystring: LinksQuery,
          response: { 200: LinkListSchema },
        },
        handler: (request, reply) => {
          const { pageId } = request.params as { pageId: string };
          return respond(request, reply, `links:${pageId}`, (question) => reads.ofPage(question, pageId));
        },
      });

      app.route({ ...hooks, ...resolveRoute(context, reads, { ...place, operationId: names.targets }) });

      app.route({
        ...hooks,
        method: 'GET',
        url: `${prefix}/content/page/:pageId/backlinks`,
        config: { ...config, errors: [...config.errors, pageNotFound] },
        schema: {
          operationId: names.pageBacklinks,
          tags,
          summary: `List the backlinks of a page of ${where}`,
          description:
            'Lists the places that link to the page, including those in other spaces of the organization that you can read. Links from the page to itself are not included.',
          params: Type.Object({ ...params, pageId: Id }),
          querystring: BacklinksQuery,
          response: { 200: BacklinkListSchema },
        },
        handler: (request, reply) => {
          const { pageId } = request.params as { pageId: string };
          return respond(request, reply, `page-backlinks:${pageId}`, (question) =>
            reads.toPage(question, pageId),
          );
        },
      });

      app.route({
        ...hooks,
        method: 'GET',
        url: `${prefix}/content/files/:fileId/backlinks`,
        config: { ...config, errors: [...config.errors, fileNotFound] },
        schema: {
          operationId: names.fileBacklinks,
          tags,
          summary: `List the backlinks of a file of ${where}`,
          description:
            'Lists the places that refer to the file, including those in other spaces of the organization that you can read.',
          params: Type.Object({ ...params, fileId: Id }),
          querystring: BacklinksQuery,
          response: { 200: BacklinkListSchema },
        },
        handler: (request, reply) => {
          const { fileId } = request.params as { fileId: string };
          return respond(request, reply, `file-backlinks:${fileId}`, (question) =>
            reads.toFile(question, fileId),
          );
        },
      });
    }
  };
