import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { organizationNotFound } from '../../../platform/access/access-errors.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { payloadTooLarge } from '../../../platform/http/request-errors.ts';
import { listOf, refTo, StreamedFile } from '../../../platform/http/schemas.ts';
import { readUploadBody } from '../../content/uploads/read-upload-body.ts';
import { fingerprintOf } from '../../content/uploads/receive-upload.ts';
import { acceptFiles } from '../../content/uploads/uploads.routes.ts';
import { userNotFound } from '../../identity/users/users.service.ts';
import { presentExport, presentImport } from './archives.present.ts';
import { type ExportKey, isUser, listExports, listImports } from './archives.repository.ts';
import {
  ArchiveBodySchema,
  ArchiveImportSchema,
  ExportParams,
  ExportsParams,
  ImportArchiveQuery,
  ListArchivesQuery,
  OrganizationExportSchema,
} from './archives.schemas.ts';
import {
  exportNotFound,
  exportNotReady,
  exportRunning,
  getExport,
  getImport,
  importNotFound,
  openExport,
  removeExport,
  requestExport,
  requestImport,
} from './archives.service.ts';

const ZIP = 'application/zip';
const ARCHIVE = { 200: { description: 'The archive.', content: { [ZIP]: { schema: StreamedFile } } } };
const OWN = '/v1/orgs/:organizationId/exports';
const OF_INSTANCE = '/v1/instance/organizations/:organizationId/exports';
const IMPORTS = '/v1/instance/organization-imports';
const CONTENTS =
  'One ZIP archive has everything of the organization but secrets: spaces with their history, change requests, comments, files, sites, members, teams, roles, translations, specs, webhooks and the audit. A job writes it; download it at `urls.archive` within three days.';

const keyOf = (request: FastifyRequest): ExportKey => request.params as ExportKey;

async function sendArchive(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable> {
  const { content, size, createdAt } = await openExport(context, causeOf(request), keyOf(request));
  reply
    .type(ZIP)
    .header('content-length', size)
    .header('cache-control', 'no-store')
    .header(
      'content-disposition',
      `attachment; filename="organization-${createdAt.toISOString().slice(0, 10)}.zip"`,
    );
  return content;
}

/** Exports of a whole organization, for its administrators. */
export const organizationExportRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, cursors } = context;
    app.addSchema(OrganizationExportSchema);
    const present = (row: Parameters<typeof presentExport>[0]) =>
      presentExport(row, `${config.baseUrl}/v1/orgs/${row.organization_id}/exports`);
    const shared = { access: 'organization:administer', whileSuspended: 'exports' } as const;
    const tags = ['Organizations'];

    app.route({
      method: 'POST',
      url: OWN,
      config: { ...shared, audit: 'organization.exported', errors: [organizationNotFound, exportRunning] },
      schema: {
        operationId: 'exportOrganization',
        tags,
        summary: 'Export an organization',
        description: CONTENTS,
        params: ExportsParams,
        response: { 202: refTo(OrganizationExportSchema) },
      },
      handler: async (request, reply) => {
        const row = await requestExport(context, causeOf(request), request.params.organizationId);
        const shown = present(row);
        reply.code(202).header('location', shown.urls.location);
        return shown;
      },
    });

    app.route({
      method: 'GET',
      url: OWN,
      config: shared,
      schema: {
        operationId: 'listOrganizationExports',
        tags,
        summary: 'List the exports of an organization',
        description: 'Newest first.',
        params: ExportsParams,
        querystring: ListArchivesQuery,
        response: { 200: listOf(refTo(OrganizationExportSchema)) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const list = openList<string>(cursors, `organization-exports:${organizationId}`, request.query);
        return list.present(await listExports(db, organizationId, list.asked), present);
      },
    });

    app.route({
      method: 'GET',
      url: `${OWN}/:exportId`,
      config: { ...shared, errors: [exportNotFound] },
      schema: {
        operationId: 'getOrganizationExport',
        tags,
        summary: 'Get an export of an organization',
        params: ExportParams,
        response: { 200: refTo(OrganizationExportSchema) },
      },
      handler: async (request) => present(await getExport(db, keyOf(request))),
    });

    app.route({
      method: 'GET',
      url: `${OWN}/:exportId/archive`,
      config: { ...shared, errors: [organizationNotFound, exportNotFound, exportNotReady] },
      schema: {
        operationId: 'downloadOrganizationExport',
        tags,
        summary: 'Download the archive of an export',
        description: 'The audit of the organization shows who downloaded it.',
        params: ExportParams,
        produces: [ZIP],
        response: ARCHIVE,
      },
      handler: (request, reply) => sendArchive(context, request, reply),
    });

    app.route({
      method: 'DELETE',
      url: `${OWN}/:exportId`,
      config: {
        ...shared,
        audit: 'organization.export-deleted',
        errors: [organizationNotFound, exportNotFound],
      },
      schema: {
        operationId: 'deleteOrganizationExport',
        tags,
        summary: 'Delete an export of an organization',
        params: ExportParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await removeExport(context, causeOf(request), keyOf(request));
        return sendNothing(reply, 204);
      },
    });
  };

/** The same for administrators of the instance, whom the audit of the organization shows. */
export const instanceExportRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.addSchema(OrganizationExportSchema);
    const present = (row: Parameters<typeof presentExport>[0]) =>
      presentExport(row, `${config.baseUrl}/v1/instance/organizations/${row.organization_id}/exports`);
    const shared = { access: 'instance:administer' } as const;
    const tags = ['Instance'];

    app.route({
      method: 'POST',
      url: OF_INSTANCE,
      config: { ...shared, audit: 'organization.exported', errors: [organizationNotFound, exportRunning] },
      schema: {
        operationId: 'exportInstanceOrganization',
        tags,
        summary: 'Export an organization of the instance',
        description: `${CONTENTS} The audit of the organization shows who exported it.`,
        params: ExportsParams,
        response: { 202: refTo(OrganizationExportSchema) },
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params;
        if (!isId(organizationId)) throw organizationNotFound();
        const shown = present(await requestExport(context, causeOf(request), organizationId));
        reply.code(202).header('location', shown.urls.location);
        return shown;
      },
    });

    app.route({
      method: 'GET',
      url: `${OF_INSTANCE}/:exportId`,
      config: { ...shared, errors: [exportNotFound] },
      schema: {
        operationId: 'getInstanceOrganizationExport',
        tags,
        summary: 'Get an export of an organization of the instance',
        params: ExportParams,
        response: { 200: refTo(OrganizationExportSchema) },
      },
      handler: async (request) => present(await getExport(db, keyOf(request))),
    });

    app.route({
      method: 'GET',
      url: `${OF_INSTANCE}/:exportId/archive`,
      config: { ...shared, errors: [organizationNotFound, exportNotFound, exportNotReady] },
      schema: {
        operationId: 'downloadInstanceOrganizationExport',
        tags,
        summary: 'Download the archive of an export of an organization of the instance',
        description: 'The audit of the organization shows who downloaded it.',
        params: ExportParams,
        produces: [ZIP],
        response: ARCHIVE,
      },
      handler: (request, reply) => sendArchive(context, request, reply),
    });
  };

/** Imports of archives into new organizations. */
export const archiveImportRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, cursors } = context;
    app.addSchema(ArchiveImportSchema);
    acceptFiles(app);
    const present = (row: Parameters<typeof presentImport>[0]) => presentImport(row, config.baseUrl);
    const shared = { access: 'instance:administer' } as const;
    const tags = ['Instance'];

    app.route({
      method: 'POST',
      url: IMPORTS,
      config: {
        ...shared,
        hasStreamedBody: true,
        audit: { none: 'The job that makes the organization records it there.' },
        errors: [payloadTooLarge, userNotFound],
      },
      schema: {
        operationId: 'importOrganization',
        tags,
        summary: 'Import an organization from an archive',
        description:
          'The body is the archive of an export. A job makes a new organization of it. Members are invited, and have no access until they accept. Secrets are not in archives: `report.enterAgain` lists what to enter again.',
        querystring: ImportArchiveQuery,
        body: ArchiveBodySchema,
        response: { 202: refTo(ArchiveImportSchema) },
      },
      handler: async (request, reply) => {
        const { administrator } = request.query;
        if (!isId(administrator) || !(await isUser(db, administrator))) throw userNotFound();
        const body = await readUploadBody(request.raw, config.limits.archiveBytes);
        const row = await requestImport(context, causeOf(request), {
          archive: body.bytes,
          administratorId: administrator,
          onHash: async (hash) => request.keyed?.describeBody(db, fingerprintOf(request, 'archive', hash)),
        });
        const shown = present(row);
        reply.code(202).header('location', shown.urls.location);
        return shown;
      },
    });

    app.route({
      method: 'GET',
      url: IMPORTS,
      config: shared,
      schema: {
        operationId: 'listOrganizationArchiveImports',
        tags,
        summary: 'List the imports of organizations',
        description: 'Newest first.',
        querystring: ListArchivesQuery,
        response: { 200: listOf(refTo(ArchiveImportSchema)) },
      },
      handler: async (request) => {
        const list = openList<string>(cursors, 'archive-imports', request.query);
        return list.present(await listImports(db, list.asked), present);
      },
    });

    app.route({
      method: 'GET',
      url: `${IMPORTS}/:organizationId`,
      config: { ...shared, errors: [importNotFound] },
      schema: {
        operationId: 'getOrganizationArchiveImport',
        tags,
        summary: 'Get the import of an organization',
        params: ExportsParams,
        response: { 200: refTo(ArchiveImportSchema) },
      },
      handler: async (request) => present(await getImport(db, request.params.organizationId)),
    });
  };
