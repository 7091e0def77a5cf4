import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { grantedSpace, grantedTo } from '../../access/authorize.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import { readQuotaExceeded } from '../../access/read-quota.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import { AnswerCache } from '../../http/answer-cache.ts';
import { createMakeOnce } from '../../http/make-once.ts';
import { createReadyResponse, sendReady } from '../../http/ready-response.ts';
import { listOf, refTo } from '../../http/schemas.ts';
import type { LastResult } from './best-hits.ts';
import {
  OrganizationParams,
  SearchedPageSchema,
  SearchedSpaceSchema,
  SearchQuery,
  SHARED_SEARCH_SCHEMAS,
  SpaceParams,
} from './search.schemas.ts';
import { searchOrganization } from './search-organization.ts';
import { createSearchParts, type SearchParts } from './search-parts.ts';
import { searchSpace } from './search-space.ts';
import { type OpenedIndex, searchNotReady } from './search-store.ts';

/** A position in the results of one revision: the next piece comes from the same one, whatever has changed since. */
interface Position {
  revisionId: string;
  start: number;
}

export const searchRoutes =
  (
    context: Context,
    content: ContentStore,
    parts: SearchParts = createSearchParts(context, content),
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, config, readQuota } = context;
    const { memoryCacheBytes } = config.limits;
    const { indexes } = parts;
    for (const schema of SHARED_SEARCH_SCHEMAS) app.addSchema(schema);

    /** Keyed by the stamp of the index and the question: an index never changes, so neither do its results. */
    const answers = new AnswerCache(memoryCacheBytes / 2);
    const makeOnce = createMakeOnce(answers);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/search',
      config: { access: 'space:read', errors: [readQuotaExceeded, searchNotReady] },
      schema: {
        operationId: 'searchSpaceContent',
        tags: ['Search'],
        summary: 'Search the pages of a space',
        description:
          'Returns the best matches first, each with the sections that match. Hidden pages are included.',
        params: SpaceParams,
        querystring: SearchQuery,
        response: { 200: listOf(refTo(SearchedPageSchema)) },
      },
      handler: (request, reply) => {
        const space = grantedSpace(request);
        const { query, page, limit = 50 } = request.query;
        const list = `search:${space.spaceId}:${query}`;
        const position =
          page === undefined
            ? { revisionId: space.revisionId, start: 0 }
            : cursors.open<Position>(list, page);
        const question = { list, query, position, limit };
        const index = indexes.peek(space, position.revisionId);
        if (index) return answer(request, reply, space, index, question);
        return readQuota
          .measure(request, () => indexes.open(space, position.revisionId))
          .then((opened) => answer(request, reply, space, opened, question));
      },
    });

    function answer(
      request: FastifyRequest,
      reply: FastifyReply,
      space: SpacePointer,
      index: OpenedIndex,
      { list, query, position, limit }: { list: string; query: string; position: Position; limit: number },
    ): void | Promise<void> {
      const key = `${index.stamp}/${position.start}/${limit}/${query}`;
      const ready = answers.get(key);
      if (ready) return sendReady(request, reply, ready);
      const issueNext = (start: number): string => cursors.issue(list, { ...position, start });
      const question = { query, start: position.start, limit, issueNext };
      return makeOnce(
        key,
        (making) => readQuota.measure(request, making),
        () => searchSpace(parts, space, index, question),
      ).then((made) => sendReady(request, reply, made));
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
          'Searches all spaces that you can read. Pages are ranked together; each response groups its pages by space. `limit` and `count` count pages.',
        params: OrganizationParams,
        querystring: SearchQuery,
        response: { 200: listOf(refTo(SearchedSpaceSchema)) },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const { actor, role } = grantedTo(request);
        const { query, page, limit = 50 } = request.query;
        const list = `search-organization:${organizationId}:${query}`;
        const caller = { organizationId, actor, role };
        const question = {
          query,
          after: page === undefined ? undefined : cursors.open<LastResult>(list, page),
          limit,
          issueNext: (last: LastResult) => cursors.issue(list, last),
        };
        const answer = await readQuota.measure(request, async () =>
          createReadyResponse(JSON.stringify(await searchOrganization(parts, caller, question))),
        );
        return sendReady(request, reply, answer);
      },
    });
  };
