import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  collectionNotFound,
  insufficientRole,
  spaceNotFound,
} from '../../../platform/access/access-errors.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { spaceLocked } from '../../content/revisions/space-branch.ts';
import { receiveUpload } from '../../content/uploads/receive-upload.ts';
import { uploadNotFound } from '../../content/uploads/upload-errors.ts';
import { acceptFiles, UPLOAD_CONFIG, UPLOAD_ERRORS } from '../../content/uploads/uploads.routes.ts';
import { presentUpload, UploadBodySchema, UploadSchema } from '../../content/uploads/uploads.schemas.ts';
import { importEnded, importNotFound, tooManyImports } from '../content-import.service.ts';
import { maySeeAddress, presentOrganizationImport } from './organization-import.present.ts';
import { listOrganizationImports, type OrganizationImportRow } from './organization-import.repository.ts';
import {
  ImportIntoOrganizationBody,
  ImportUploadQuery,
  ListOrganizationImportsQuery,
  OrganizationImportParams,
  OrganizationImportSchema,
  OrganizationParams,
} from './organization-import.schemas.ts';
import {
  assertMayImport,
  cancelOrganizationImport,
  getOrganizationImport,
  requestOrganizationImport,
} from './organization-import.service.ts';

const OrganizationImport = refTo(OrganizationImportSchema);
const tags = ['Content import'];
const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const IMPORTS = '/v1/orgs/:organizationId/imports';

/** Imports into an organization: looking at a source first, and making spaces of what is in it. */
export const organizationImportRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    app.addSchema(OrganizationImportSchema);

    const present = (request: FastifyRequest, row: OrganizationImportRow, isListed = false) => {
      const granted = grantedTo(request);
      const isOpen = maySeeAddress(granted) || row.author_id === authorIdOf(granted.actor);
      return presentOrganizationImport(row, { baseUrl: config.baseUrl, isOpen, isListed });
    };
    const keyOf = (request: FastifyRequest) => request.params as { organizationId: string; importId: string };

    app.route({
      method: 'POST',
      url: IMPORTS,
      config: {
        access: 'organization:import',
        audit: NOT_AUDITED,
        errors: [
          insufficientRole,
          collectionNotFound,
          spaceNotFound,
          spaceLocked,
          uploadNotFound,
          tooManyImports,
        ],
      },
      schema: {
        operationId: 'importIntoOrganization',
        tags,
        summary: 'Import content into an organization',
        description:
          'Reads a repository, a website, an archive or a document, and imports each chosen set of documentation in it into a new space. With `dryRun`, nothing is created, and the result describes the source. Returns immediately; follow the import at its `location`. Requires the role `admin` in the organization, or on the collection `parent`, or `create` on the space.',
        params: OrganizationParams,
        body: ImportIntoOrganizationBody,
        response: { 202: OrganizationImport },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const granted = grantedTo(request);
        const key = await requestOrganizationImport(context, granted, organizationId, request.body);
        const shown = present(request, await getOrganizationImport(db, granted, key));
        reply.code(202).header('location', shown.urls.location);
        return shown;
      },
    });

    app.route({
      method: 'GET',
      url: IMPORTS,
      config: { access: 'organization:view' },
      schema: {
        operationId: 'listOrganizationImports',
        tags,
        summary: 'List the imports into an organization',
        description:
          'Newest first. Administrators of the organization see all imports, others their own. Reports are kept as long as the organization exists, dry runs for 30 days.',
        params: OrganizationParams,
        querystring: ListOrganizationImportsQuery,
        response: { 200: listOf(OrganizationImport) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const { dryRun: isDryRun = false } = request.query;
        const { actor, role } = grantedTo(request);
        const authorId = isAtLeast(role, 'admin') ? undefined : authorIdOf(actor);
        const name = `organization-imports:${organizationId}:${isDryRun}:${authorId}`;
        const list = openList<string>(cursors, name, request.query);
        const rows = await listOrganizationImports(db, organizationId, { isDryRun, authorId, ...list.asked });
        return list.present(rows, (row) => present(request, row, true));
      },
    });

    app.route({
      method: 'GET',
      url: `${IMPORTS}/:importId`,
      config: { access: 'organization:view', errors: [importNotFound] },
      schema: {
        operationId: 'getOrganizationImport',
        tags,
        summary: 'Get an import into an organization',
        description:
          'Returns its progress, or its report. Administrators of the organization see all imports, others their own.',
        params: OrganizationImportParams,
        response: { 200: OrganizationImport },
      },
      handler: async (request) =>
        present(request, await getOrganizationImport(db, grantedTo(request), keyOf(request))),
    });

    app.route({
      method: 'DELETE',
      url: `${IMPORTS}/:importId`,
      config: {
        access: 'organization:import',
        audit: NOT_AUDITED,
        errors: [importNotFound, importEnded],
      },
      schema: {
        operationId: 'cancelOrganizationImport',
        tags,
        summary: 'Cancel an import into an organization',
        description: 'The import stops at its next step. Spaces that are complete by then stay.',
        params: OrganizationImportParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await cancelOrganizationImport(context, grantedTo(request), keyOf(request));
        return sendNothing(reply, 204);
      },
    });
  };

/** Files that are sent before the import that names them. */
export const importUploadRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(UploadSchema);
    acceptFiles(app);

    app.route({
      method: 'POST',
      url: `${IMPORTS}/files`,
      config: {
        ...UPLOAD_CONFIG,
        access: 'organization:import',
        errors: [...UPLOAD_ERRORS, insufficientRole, collectionNotFound, spaceNotFound],
      },
      schema: {
        operationId: 'uploadFileForImport',
        tags,
        summary: 'Upload a file for an import',
        description:
          'The body is the file, or a form with one file. For 24 hours, imports into the organization can use its id as `upload`. The file is then deleted.',
        params: OrganizationParams,
        querystring: ImportUploadQuery,
        body: UploadBodySchema,
        response: { 201: refTo(UploadSchema) },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        const granted = grantedTo(request);
        const { name, space, parent } = request.query;
        const target = { dryRun: true, ...(space ? { space } : {}), ...(parent ? { parent } : {}) };
        await assertMayImport(context, granted, organizationId, target);
        const upload = await receiveUpload(context, request, {
          space: { organizationId, spaceId: null },
          actor: granted.actor,
          name,
        });
        reply.code(201);
        return presentUpload(upload);
      },
    });
  };
