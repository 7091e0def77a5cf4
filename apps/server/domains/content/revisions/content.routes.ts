import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { SHARED_CONTENT_SCHEMAS } from '../../../content/revisions/content.schemas.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import type { RepeatedReads } from '../../../platform/fast-path/repeated-reads.ts';
import type { ReadComputedTree } from '../../specs/pages/computed-tree.ts';
import { type ContentParts, contentRoutesAt } from './content-at-place.routes.ts';
import { CONTENT_PLACES, type ContentRoutes } from './content-place.ts';
import { ContentReads } from './content-reads.ts';
import { ContentResponses, type FindReadable } from './content-responses.ts';
import { documentRoutes } from './documents.routes.ts';

export interface ContentOptions {
  /** Places other than the current revision and revisions by id. */
  otherPlaces: readonly ContentRoutes[];
  findMergedFrom: ContentParts['findMergedFrom'];
  /** Returns the claims of a visitor on their site. */
  claimsOf(request: FastifyRequest): object;
  findReadable: FindReadable;
  readComputed: ReadComputedTree;
}

/**
 * Reads the current revision (`/content`), any revision by its id, and the content at `otherPlaces`, with the same
 * operations.
 */
export const contentRoutes =
  (
    context: Context,
    store: ContentStore,
    repeatedReads: RepeatedReads,
    { otherPlaces, findMergedFrom, claimsOf, findReadable, readComputed }: ContentOptions,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.decorateRequest('contentRevisionId', undefined);
    for (const schema of SHARED_CONTENT_SCHEMAS) app.addSchema(schema);
    const parts: ContentParts = {
      cursors: context.cursors,
      store,
      reads: new ContentReads(context, store, readComputed),
      responses: new ContentResponses(context, {
        store,
        repeatedReads,
        claimsOf,
        findReadable,
        readComputed,
      }),
      findMergedFrom,
    };
    for (const place of [...CONTENT_PLACES, ...otherPlaces])
      await app.register(contentRoutesAt(place, parts));
    await app.register(documentRoutes(parts));
  };
