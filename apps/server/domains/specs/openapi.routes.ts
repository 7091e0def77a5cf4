import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { grantedTo } from '../../platform/access/authorize.ts';
import { causeOf } from '../../platform/access/cause.ts';
import { mayDo } from '../../platform/access/may-do.ts';
import type { Context } from '../../platform/context.ts';
import { sendNothing } from '../../platform/http/no-content.ts';
import { openList } from '../../platform/http/open-list.ts';
import { listOf, refTo } from '../../platform/http/schemas.ts';
import { presentSpec, specLocation } from './openapi.present.ts';
import {
  CreateOpenAPISpecBody,
  ListSpecsQuery,
  OpenAPISpecSchema,
  OrganizationParams,
  PutOpenAPISpecBody,
  PutSpecParams,
  SpecParams,
  UpdateOpenAPISpecBody,
} from './openapi.schemas.ts';
import {
  changeVisibility,
  createSpec,
  deleteSpec,
  getSpec,
  putSpec,
  specNotFound,
  tooManySpecs,
  tooManyWaitingSources,
} from './openapi.service.ts';
import { listSpecRows, type SpecRow, specExists } from './specs.repository.ts';

const Spec = refTo(OpenAPISpecSchema);
const tags = ['OpenAPI specs'];
const SPECS = '/v1/orgs/:organizationId/openapi';
const SPEC = `${SPECS}/:specSlug`;
/** A text of 10 MB within JSON. */
const MAX_BODY_BYTES = 24_000_000;
const isContent = { none: 'It is content: the versions show what changed.' };

export const openAPISpecRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    app.addSchema(OpenAPISpecSchema);
    const bodyLimit = Math.max(MAX_BODY_BYTES, config.limits.bodyBytes);
    const present = (request: FastifyRequest, row: SpecRow) =>
      presentSpec(row, {
        baseUrl: config.baseUrl,
        canEdit: mayDo(grantedTo(request), 'organization:edit-openapi'),
      });
    const nameOf = ({ organizationId, specSlug }: { organizationId: string; specSlug: string }) => ({
      organizationId,
      slug: specSlug,
    });

    app.route({
      method: 'GET',
      url: SPECS,
      config: { access: 'organization:read-openapi' },
      schema: {
        operationId: 'listOpenAPISpecs',
        tags,
        summary: 'List the OpenAPI specs of an organization',
        params: OrganizationParams,
        querystring: ListSpecsQuery,
        response: { 200: listOf(Spec) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<string>(cursors, `openapi:${organizationId}`, request.query);
        const rows = await listSpecRows(db, { organizationId, ...list.asked });
        return list.present(rows, (row) => present(request, row));
      },
    });

    app.route({
      method: 'POST',
      url: SPECS,
      bodyLimit,
      config: { access: 'organization:edit-openapi', audit: isContent, errors: [specExists, tooManySpecs] },
      schema: {
        operationId: 'createOpenAPISpec',
        tags,
        summary: 'Create an OpenAPI spec',
        description:
          'The spec is processed in the background; see `processingState`. A URL is fetched again every six hours, and each change becomes a version.',
        params: OrganizationParams,
        body: CreateOpenAPISpecBody,
        response: { 201: Spec },
      },
      handler: async (request, reply) => {
        const { slug, source } = request.body;
        const row = await createSpec(context, { ...request.params, slug }, source);
        reply.code(201).header('location', specLocation(row, config.baseUrl));
        return present(request, row);
      },
    });

    app.route({
      method: 'GET',
      url: SPEC,
      config: { access: 'organization:read-openapi', errors: [specNotFound] },
      schema: {
        operationId: 'getOpenAPISpecBySlug',
        tags,
        summary: 'Get an OpenAPI spec',
        params: SpecParams,
        response: { 200: Spec },
      },
      handler: async (request) => present(request, await getSpec(db, nameOf(request.params))),
    });

    app.route({
      method: 'PUT',
      url: SPEC,
      bodyLimit,
      config: {
        access: 'organization:edit-openapi',
        audit: isContent,
        errors: [specExists, tooManySpecs, tooManyWaitingSources],
      },
      schema: {
        operationId: 'createOrUpdateOpenAPISpecBySlug',
        tags,
        summary: 'Create an OpenAPI spec, or update its source',
        description:
          'If the content has not changed, no new version is created. Sources that arrive before the previous one is processed become versions in the order of arrival.',
        params: PutSpecParams,
        body: PutOpenAPISpecBody,
        response: { 200: Spec, 201: Spec },
      },
      handler: async (request, reply) => {
        const { row, isNew } = await putSpec(context, nameOf(request.params), request.body.source);
        if (isNew) reply.code(201).header('location', specLocation(row, config.baseUrl));
        return present(request, row);
      },
    });

    app.route({
      method: 'PATCH',
      url: SPEC,
      config: {
        access: 'organization:edit-openapi',
        audit: 'openapi-spec.updated',
        errors: [specNotFound],
      },
      schema: {
        operationId: 'updateOpenAPISpecBySlug',
        tags,
        summary: 'Update the visibility of an OpenAPI spec',
        params: SpecParams,
        body: UpdateOpenAPISpecBody,
        response: { 200: Spec },
      },
      handler: async (request) =>
        present(
          request,
          await changeVisibility(context, causeOf(request), nameOf(request.params), request.body.visibility),
        ),
    });

    app.route({
      method: 'DELETE',
      url: SPEC,
      config: { access: 'organization:edit-openapi', audit: 'openapi-spec.deleted' },
      schema: {
        operationId: 'deleteOpenAPISpecBySlug',
        tags,
        summary: 'Delete an OpenAPI spec',
        description: 'Deletes the spec and all of its versions. Succeeds even if the spec does not exist.',
        params: SpecParams,
        response: { 204: Type.Null(), 205: Type.Null() },
      },
      handler: async (request, reply) => {
        const wasThere = await deleteSpec(context, causeOf(request), nameOf(request.params));
        return sendNothing(reply, wasThere ? 205 : 204);
      },
    });
  };
