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
import { openList } from '../../../../platform/http/open-list.ts';
import { sendReady } from '../../../../platform/http/ready-response.ts';
import { Id, ListQuery } from '../../../../platform/http/schemas.ts';
import { tooBusyToRender } from '../../revisions/document-reads.ts';
import { ChangedWords } from './changed-words.ts';
import { type ChangedEntry, listChangedPages } from './list-changed-pages.ts';
import { ChangedPagesList, PageChangesFields, PageChangesQueryFields } from './page-changes.schemas.ts';
import { readChangedPages } from './read-changed-pages.ts';
import { type ChangesParts, readPageChanges } from './read-page-changes.ts';

/** The ids of the revisions to compare. */
interface Compared {
  base: string;
  revision: string;
}

interface RouteText {
  operationId: string;
  summary: string;
  description: string;
}

/** A place in the API where the changes of a page are read. */
export interface ChangeRoutes {
  prefix: string;
  params: Record<string, TSchema>;
  query: Record<string, TSchema>;
  tag: string;
  /** How the changes of a page, and the list of changed pages, are documented. */
  page: RouteText;
  list: RouteText;
  errors: ErrorIdentity[];
  findRevisions(request: FastifyRequest): Promise<Compared>;
}

/** Lists the changed pages, and the changes of one page, in a revision and at `otherPlaces`. */
export const pageChangesRoutes =
  (
    { context, store, describeParts }: ChangesParts & { context: Context },
    otherPlaces: readonly ChangeRoutes[],
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { cursors, readQuota } = context;
    const words = new ChangedWords(context, store);
    for (const schema of SHARED_CONTENT_SCHEMAS) app.addSchema(schema);

    /** Revisions never change, so the response is cached, unless it shows API specs, which can change. */
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
        const options = { pageId, hasHtml, hasMarks };
        return readPageChanges({ context, store, describeParts }, { before, after }, options);
      };
      const ready = await store.responses.getOrMake(key, () => readQuota.measure(request, makeResponse));
      await sendReady(request, reply, ready);
    }

    async function listPages(request: FastifyRequest, { base, revision }: Compared) {
      const space = grantedSpace(request);
      // A change request can change between two pages of the list.
      const name = `changed-pages:${space.spaceId}:${request.url.split('?')[0]}`;
      const list = openList<ListPosition>(cursors, name, request.query as { page?: string; limit?: number });
      return readQuota.measure(request, async () => {
        const sides = { before: await store.open(space, base), after: await store.open(space, revision) };
        const all = listChangedPages(sides);
        const { after, limit } = list.asked;
        const start = after ? startOf(all, after) : 0;
        const shown = all.slice(start, start + limit);
        const end = start + shown.length;
        const last = shown.at(-1);
        const next: ListPosition | undefined = last && end < all.length ? [last.pageId, end] : undefined;
        const items = await readChangedPages({ context, store, words }, sides, shown);
        return { ...list.answer({ count: all.length, next }, items), base, revision };
      });
    }

    for (const place of [revisionPlace(store), ...otherPlaces]) {
      app.route({
        method: 'GET',
        url: `${place.prefix}/changes/pages`,
        config: { access: 'space:read', errors: [readQuotaExceeded, ...place.errors] },
        schema: {
          ...place.list,
          tags: [place.tag],
          params: Type.Object(place.params),
          querystring: Type.Object({ ...ListQuery, ...place.query }),
          response: { 200: ChangedPagesList },
        },
        handler: async (request) => listPages(request, await place.findRevisions(request)),
      });

      app.route({
        method: 'GET',
        url: `${place.prefix}/changes/pages/:pageId`,
        config: {
          access: 'space:read',
          errors: [readQuotaExceeded, pageNotFound, tooBusyToRender, ...place.errors],
        },
        schema: {
          ...place.page,
          tags: [place.tag],
          params: Type.Object({ ...place.params, pageId: Id }),
          querystring: Type.Object({ ...PageChangesQueryFields, ...place.query }),
          response: { 200: Type.Object(PageChangesFields) },
        },
        handler: async (request, reply) => sendChanges(request, reply, await place.findRevisions(request)),
      });
    }
  };

/** Where a page of the list ends: the last changed page of it, and the number of those up to it. */
type ListPosition = [pageId: string, end: number];

function startOf(all: readonly ChangedEntry[], [pageId, end]: ListPosition): number {
  if (all[end - 1]?.pageId === pageId) return end;
  const at = all.findIndex((entry) => entry.pageId === pageId);
  return at < 0 ? end : at + 1;
}

const revisionPlace = (store: ContentStore): ChangeRoutes => ({
  prefix: '/v1/spaces/:spaceId/revisions/:revisionId',
  params: { spaceId: Id, revisionId: Id },
  query: {
    base: Type.Optional(
      Type.String({ description: 'The revision to compare with. Defaults to the first parent.' }),
    ),
  },
  tag: 'Content',
  page: {
    operationId: 'getRevisionPageChanges',
    summary: 'Get the changes of a page in a revision',
    description:
      'Returns the changes of one page relative to the parent revision, or to `base` if it is given: its attributes, and the blocks of both versions side by side, with the changed words.',
  },
  list: {
    operationId: 'listRevisionChangedPages',
    summary: 'List the pages that a revision changed',
    description:
      'Lists the pages that differ from the parent revision, or from `base` if it is given, in reading order, with what happened to each and how many words changed.',
  },
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
