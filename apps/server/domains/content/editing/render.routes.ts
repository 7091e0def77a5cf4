import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { ReceivedBlock } from '../../../content/revisions/content.schemas.ts';
import {
  documentNotFound,
  pageNotFound,
  reusableContentNotFound,
} from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { grantedSpace } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import type { Context } from '../../../platform/context.ts';
import type { ContentRoutes } from '../revisions/content-place.ts';
import type { ContentReads } from '../revisions/content-reads.ts';
import { tooBusyToRender } from '../revisions/document-reads.ts';
import { changesRefused, pageTooLarge } from './editing-errors.ts';
import { renderUnsaved } from './render-unsaved.ts';

const UnsavedContentBody = Type.Object(
  {
    page: Type.Optional(
      Type.String({
        description:
          'The id of the page that the content is for: targets are resolved, and front matter is kept, as there. Defaults to a new page.',
      }),
    ),
    reusableContent: Type.Optional(
      Type.String({ description: 'Instead of `page`: the id of the reusable content.' }),
    ),
    nodes: Type.Optional(Type.Array(ReceivedBlock, { description: 'All blocks of the content.' })),
    markdown: Type.Optional(Type.String({ description: 'Instead of `nodes`: all of the Markdown.' })),
  },
  { title: 'UnsavedContentBody' },
);

const RenderedBlocksSchema = Type.Object(
  {
    blocks: Type.Array(
      Type.Object({
        key: Type.Optional(
          Type.String({ description: 'The key that was sent, or for Markdown, the key of the block.' }),
        ),
        html: Type.String({
          description: 'HTML without scripts, to embed in a page. Empty for a block that would not be saved.',
        }),
      }),
      { description: 'One for each block at the top of the content, in order.' },
    ),
    outline: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        level: Type.Integer({ minimum: 1, maximum: 3 }),
      }),
      { description: 'The headings of the page.' },
    ),
  },
  { title: 'RenderedBlocks' },
);

type Place = Pick<ContentRoutes, 'prefix' | 'params' | 'where' | 'errors' | 'findRevisionId'> & {
  operationId: string;
};

/** Renders unsaved content for the previews of editors. */
export const renderRoutes =
  (
    context: Pick<Context, 'readQuota' | 'threads'>,
    { store, reads }: { store: ContentStore; reads: ContentReads },
    places: readonly Place[],
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const { prefix, params, where, errors, findRevisionId, operationId } of places)
      app.route({
        method: 'POST',
        url: `${prefix}/render`,
        config: {
          hasLargeBody: true,
          // Readers see the descriptions of change requests.
          access: 'space:read',
          audit: { none: 'It changes nothing.' },
          inMaintenance: 'reads',
          errors: [
            ...errors.filter((error) => error !== readQuotaExceeded),
            readQuotaExceeded,
            pageNotFound,
            documentNotFound,
            reusableContentNotFound,
            changesRefused,
            pageTooLarge,
            tooBusyToRender,
          ],
        },
        schema: {
          operationId,
          tags: ['Content'],
          summary: `Render unsaved content of ${where}`,
          description:
            'Returns the HTML of each block as the page would show it if the content were saved. References to reusable contents are replaced by their content, and nothing is stored.',
          params: Type.Object(params),
          body: UnsavedContentBody,
          response: { 200: RenderedBlocksSchema },
        },
        handler: async (request: FastifyRequest) => {
          const space = grantedSpace(request);
          const revisionId = (await findRevisionId?.(request)) ?? space.revisionId;
          const open = await store.open(space, revisionId);
          const body = request.body as Static<typeof UnsavedContentBody>;
          return context.readQuota.measure(request, () =>
            renderUnsaved({ context, store, reads }, open, body),
          );
        },
      });
  };
