import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ListPosition, readPosition } from '../../../content/revisions/list-position.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { createReadyResponse, jsonResponse, sendReady } from '../../../platform/http/ready-response.ts';
import { ResponseCache } from '../../../platform/http/response-cache.ts';
import { DEFAULT_LIMIT, listOf, refTo } from '../../../platform/http/schemas.ts';
import type { LastResult } from './best-hits.ts';
import type { ComputedIndex } from './computed-index.ts';
import {
  OrganizationParams,
  SearchedPageSchema,
  SearchedSpaceSchema,
  SearchQuery,
  SHARED_SEARCH_SCHEMAS,
  SpaceParams,
} from './search.schemas.ts';
import { searchOrganization } from './search-organization.ts';
import type { SearchParts } from './search-parts.ts';
import { searchSpace } from './search-space.ts';
import { type OpenedIndex, searchNotReady } from './search-store.ts';

export const searchRoutes =
  (context: Context, parts: SearchParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, readQuota } = context;
    const { memoryCacheBytes } = config.limits;
    const { indexes, computed } = parts;
    for (const schema of SHARED_SEARCH_SCHEMAS) app.addSchema(schema);

    /** Keyed by the stamp of the index, the versions of specs and the question: none of them ever changes. */
    const responses = new ResponseCache(memoryCacheBytes / 2);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/search',
      config: { access: 'space:read', errors: [readQuotaExceeded, searchNotReady] },
      schema: {
        operationId: 'searchSpaceContent',
        tags: ['Search'],
        summary: 'Search the pages of a space',
        description:
          'Returns the best matches first, each with its matching sections. Includes hidden pages, and pages computed from the latest versions of OpenAPI specs.',
        params: SpaceParams,
        querystring: SearchQuery,
        response: { 200: listOf(refTo(SearchedPageSchema)) },
      },
      handler: (request, reply) => {
        const space = grantedSpace(request);
        const { query, page, limit = DEFAULT_LIMIT } = request.query;
        const list = `search:${space.spaceId}:${query}`;
        const position = readPosition(cursors, list, space, page);
        const question = { list, query, position, limit };
        const index = indexes.peek(space, position.revisionId);
        if (index && computed.hasNone(index)) return respond(request, reply, space, index, question);
        return readQuota
          .measure(request, async () => {
            const opened = index ?? (await indexes.open(space, position.revisionId));
            return { opened, found: await computed.find(space, opened) };
          })
          .then(({ opened, found }) =>
            respond(request, reply, space, opened, { ...question, computed: found }),
          );
      },
    });

    function respond(
      request: FastifyRequest,
      reply: FastifyReply,
      space: SpacePointer,
      index: OpenedIndex,
      {
        list,
        query,
        position,
        limit,
        computed: found,
      }: {
        list: string;
        query: string;
        position: ListPosition;
        limit: number;
        computed?: ComputedIndex | undefined;
      },
    ): void | Promise<void> {
      const key = `${index.stamp}${found?.key ?? ''}/${position.start}/${limit}/${query}`;
      const ready = responses.get(key);
      if (ready) return sendReady(request, reply, ready);
      const issueNext = (start: number): string => cursors.issue(list, { ...position, start });
      const question = { query, start: position.start, limit, computed: found, issueNext };
      return responses
        .make(key, () =>
          readQuota.measure(request, async () =>
            jsonResponse(await searchSpace(parts, space, index, question)),
          ),
        )
        .then((made) => sendReady(request, reply, made));
    }

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/search',
      config: { access: 'organization:view', errors: [readQuotaExceeded, searchNotReady] },
      schema: {
        operationId: 'searchOrganizationContent',
        tags: ['Search'],
        summary: 'Search the pages of an organization',
        description:
          'Searches all spaces that you can read. Computed pages are included. Pages are ranked together; each response groups its pages by space. `limit` and `count` count pages.',
        params: OrganizationParams,
        querystring: SearchQuery,
        response: { 200: listOf(refTo(SearchedSpaceSchema)) },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const { query } = request.query;
        const list = openList<LastResult>(
          cursors,
          `search-organization:${organizationId}:${query}`,
          request.query,
        );
        const caller = { organizationId, actor, role };
        const question = { query, ...list.asked, issueNext: list.cursorOf };
        const respond = await readQuota.measure(request, async () =>
          createReadyResponse(JSON.stringify(await searchOrganization(parts, caller, question))),
        );
        return sendReady(request, reply, respond);
      },
    });
  };
