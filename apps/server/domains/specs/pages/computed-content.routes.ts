import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  DocumentSchema,
  DocumentSchemaQuery,
  SHARED_CONTENT_SCHEMAS,
  SpaceParams,
} from '../../../content/revisions/content.schemas.ts';
import { documentNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import { findViewer } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { notImplemented } from '../../../platform/http/errors.ts';
import { refTo } from '../../../platform/http/schemas.ts';
import { specNotFound } from '../openapi.service.ts';
import type { SpecFinders } from '../reference/spec-finders.ts';
import { presentComputedRevision } from './computed-content.present.ts';
import {
  ComputedDocumentBody,
  ComputedRevisionBody,
  ComputedRevisionSchema,
} from './computed-content.schemas.ts';
import { type ComputedPlace, createComputedContent } from './computed-content.service.ts';

const COMPUTED = '/v1/spaces/:spaceId/content/computed';
const NOT_AUDITED = { none: 'It reads, and changes nothing.' };
const tags = ['Content'];

/** Pages that are computed from an OpenAPI spec, as a published site would show them. */
export const computedContentRoutes =
  (context: Context, store: ContentStore, specs: SpecFinders): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, pointers, readQuota } = context;
    for (const schema of [...SHARED_CONTENT_SCHEMAS, ComputedRevisionSchema]) app.addSchema(schema);
    const computed = createComputedContent(store, specs);

    async function placeOf(request: FastifyRequest): Promise<ComputedPlace> {
      const space = grantedSpace(request);
      return { space, viewer: await findViewer(pointers, grantedTo(request), space.organizationId) };
    }

    app.route({
      method: 'POST',
      url: `${COMPUTED}/revision`,
      config: {
        access: 'space:read',
        audit: NOT_AUDITED,
        inMaintenance: 'reads',
        errors: [specNotFound, notImplemented, readQuotaExceeded],
      },
      schema: {
        operationId: 'getComputedRevision',
        tags,
        summary: 'Compute pages of an OpenAPI spec',
        description:
          'Returns the pages that an entry of the table of contents with this source generates from the latest version of the spec. Nothing is stored.',
        params: Type.Object(SpaceParams),
        body: ComputedRevisionBody,
        response: { 200: refTo(ComputedRevisionSchema) },
      },
      handler: async (request) => {
        const { source, seed } = request.body;
        const place = await placeOf(request);
        const { space } = place;
        const revision = await readQuota.measure(request, () => computed.readRevision(place, source));
        return presentComputedRevision(revision, { space, seed, baseUrl: config.baseUrl });
      },
    });

    app.route({
      method: 'POST',
      url: `${COMPUTED}/document`,
      config: {
        access: 'space:read',
        audit: NOT_AUDITED,
        inMaintenance: 'reads',
        errors: [specNotFound, documentNotFound, notImplemented, readQuotaExceeded],
      },
      schema: {
        operationId: 'getComputedDocument',
        tags,
        summary: 'Compute the document of a page of an OpenAPI spec',
        description:
          'Returns the blocks of a page from `getComputedRevision`. Send the page’s `computed` as `source`. Nothing is stored.',
        params: Type.Object(SpaceParams),
        querystring: DocumentSchemaQuery,
        body: ComputedDocumentBody,
        response: { 200: refTo(DocumentSchema) },
      },
      handler: async (request) => {
        const { source, seed } = request.body;
        const place = await placeOf(request);
        return readQuota.measure(request, () => computed.readDocument(place, source, seed));
      },
    });
  };
