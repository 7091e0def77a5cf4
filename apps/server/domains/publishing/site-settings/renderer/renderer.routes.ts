import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { causeOf } from '../../../../platform/access/cause.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';
import { PutRendererBody, RendererSchema } from './renderer.schemas.ts';
import {
  type ConnectedRenderer,
  deleteRenderer,
  getRenderer,
  putRenderer,
  rendererNotFound,
} from './renderer.service.ts';

const Renderer = refTo(RendererSchema);
const URL = '/v1/orgs/:organizationId/sites/:siteId/renderer';

const present = ({ url, calledAt, problem }: ConnectedRenderer): Static<typeof RendererSchema> => ({
  object: 'site-renderer',
  url,
  ...(calledAt ? { lastCall: { at: calledAt.toISOString(), ...(problem === null ? {} : { problem }) } } : {}),
});

export const rendererRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(RendererSchema);

    app.route({
      method: 'GET',
      url: URL,
      config: { access: 'site:manage-keys', errors: [rendererNotFound] },
      schema: {
        operationId: 'getSiteRenderer',
        tags: ['Sites'],
        summary: 'Get the renderer of a site',
        description: 'Returns the renderer that is notified of changes, without its secret.',
        params: SiteParams,
        response: { 200: Renderer },
      },
      handler: async (request) => present(await getRenderer(context.db, request.params)),
    });

    app.route({
      method: 'PUT',
      url: URL,
      config: { access: 'site:manage-keys', audit: 'site.renderer-changed' },
      schema: {
        operationId: 'putSiteRenderer',
        tags: ['Sites'],
        summary: 'Connect a renderer to a site',
        description:
          'The renderer is then notified of changes to the content, the structure and the settings. The requests are signed with the secret.',
        params: SiteParams,
        body: PutRendererBody,
        response: { 200: Renderer },
      },
      handler: async (request) =>
        present(await putRenderer(context, causeOf(request), request.params, request.body)),
    });

    app.route({
      method: 'DELETE',
      url: URL,
      config: {
        access: 'site:manage-keys',
        audit: 'site.renderer-changed',
        errors: [rendererNotFound],
      },
      schema: {
        operationId: 'deleteSiteRenderer',
        tags: ['Sites'],
        summary: 'Disconnect the renderer of a site',
        description: 'Stops notifying the renderer of changes, and deletes its secret.',
        params: SiteParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await deleteRenderer(context, causeOf(request), request.params);
        return sendNothing(reply, 204);
      },
    });
  };
