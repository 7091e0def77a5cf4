import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Release } from './release.ts';

/** `GET /v1/`: which version answers. */
export function serveApiInformation(app: FastifyInstance, release: Release): void {
  app.route({
    method: 'GET',
    url: '/v1/',
    config: { access: 'public' },
    schema: {
      operationId: 'getApiInformation',
      tags: ['API'],
      summary: 'Get the API version',
      description: 'Returns the version of the API. No token is required.',
      response: { 200: Type.Object({ version: Type.String(), build: Type.String() }) },
    },
    handler: async () => release,
  });
}
