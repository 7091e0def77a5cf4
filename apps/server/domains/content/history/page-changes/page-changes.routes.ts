import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { SHARED_CONTENT_SCHEMAS } from '../../../../content/revisions/content.schemas.ts';
import { pageNotFound, revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { grantedSpace } from '../../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../../platform/access/read-quota.ts';
import type { Context } from '../../../../platform/context.ts';
import type { ErrorIdentity } from '../../../../platform/http/errors.ts';
import { sendReady } from '../../../../platform/http/ready-response.ts';
import { Id } from '../../../../platform/http/schemas.ts';
import { tooBusyToRender } from '../../revisions/document-reads.ts';
import { PageChangesFields, PageChangesQueryFields } from './page-changes.schemas.ts';
import { readPageChanges } from './read-page-changes.ts';

/** The ids of the revisions to compare. */
interface Compared {
  base: string;
  revision: string;
}

/** A place in the API where the changes of a page are read. */
export interface ChangeRoutes {
  prefix: string;
  params: Record<string, TSchema>;
  query: Record<string, TSchema>;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  errors: ErrorIdentity[];
  findRevisions(request: FastifyRequest): Promise<Compared>;
}

/** Lists the changes of one page, in a revision and at `otherPlaces`. */
export const pageChangesRoutes =
  (context: Context, store: ContentStore, otherPlaces: readonly ChangeRoutes[]): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { readQuota } = context;
    for (const schema of SHARED_CONTENT_SCHEMAS) app.addSchema(schema);

    /** Revisions never change, so that the response is made once and then sent from memory. */
    async function sendChanges(
      request: FastifyRequest,
      reply: FastifyReply,
      { base, revision }: Compared,
    ): Promise<void> {
      const space = grantedSpace(request);
      const { pageId } = request.params as { pageId: string };
      const { html: hasHtml = false, marks: hasMarks = false } = request.query as {
        html?: boolean;
        marks?: boolean;
      };
      const lookup = `changes/${encodeURIComponent(base)}/${pageId}/${hasMarks ? 'marks' : hasHtml}`;
      const key = `${space.spaceId}/${revision}/${space.fileEpoch}/${lookup}`;
      const makeResponse = async () => {
        const before = await store.open(space, base);
        const after = await store.open(space, revision);
        return readPageChanges(context, store, { before, after }, { pageId, hasHtml, hasMarks });
      };
      const ready = await store.responses.getOrMake(key, () => readQuota.measure(request, makeResponse));
      await sendReady(request, reply, ready);
    }

    for (const place of [revisionPlace(store), ...otherPlaces]) {
      app.route({
        method: 'GET',
        url: `${place.prefix}/changes/pages/:pageId`,
        config: {
          access: 'space:read',
          errors: [readQuotaExceeded, pageNotFound, tooBusyToRender, ...place.errors],
        },
        schema: {
          operationId: place.operationId,
          tags: [place.tag],
          summary: place.summary,
          description: place.description,
          params: Type.Object({ ...place.params, pageId: Id }),
          querystring: Type.Object({ ...PageChangesQueryFields, ...place.query }),
          response: { 200: Type.Object(PageChangesFields) },
        },
        handler: async (request, reply) => sendChanges(request, reply, await place.findRevisions(request)),
      });
    }
  };

const revisionPlace = (store: ContentStore): ChangeRoutes => ({
  prefix: '/v1/spaces/:spaceId/revisions/:revisionId',
  params: { spaceId: Id, revisionId: Id },
  query: {
    base: Type.Optional(
      Type.String({ description: 'The revision to compare with. Defaults to the first parent.' }),
    ),
  },
  operationId: 'getRevisionPageChanges',
  tag: 'Content',
  summary: 'Get the changes of a page in a revision',
  description:
    'Returns the changes of one page relative to the parent revision, or to `base` if it is given: its attributes, and the blocks of both versions side by side, with the changed words.',
  errors: [revisionNotFound],
  findRevisions: async (request) => {
    const { revisionId } = request.params as { revisionId: string };
    const { base } = request.query as { base?: string };
    const space = grantedSpace(request);
    if (base !== undefined) {
      await store.keepForGood(space, base);
      return { base, revision: revisionId };
    }
    const { revision } = await store.open(space, revisionId);
    return { base: revision.parents[0] ?? revisionId, revision: revisionId };
  },
});
