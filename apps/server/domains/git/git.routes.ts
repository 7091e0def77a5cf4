import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { grantedSpace, grantedTo } from '../../platform/access/authorize.ts';
import { sendNothing } from '../../platform/http/no-content.ts';
import { refTo } from '../../platform/http/schemas.ts';
import type { EditingParts } from '../content/editing/editing-parts.ts';
import { spaceLocked } from '../content/revisions/space-branch.ts';
import { presentGitSync } from '../content/spaces/spaces.present.ts';
import { GitSyncSchema } from '../content/spaces/spaces.schemas.ts';
import { getShownSpace } from '../content/spaces/spaces.service.ts';
import { createExportCheck } from './export/check-export.ts';
import { existingDocumentation } from './export/first-export.ts';
import { findLastReport } from './git.queries.ts';
import { ExportGitRepositoryBody, ImportGitRepositoryBody, SpaceParams } from './git.schemas.ts';
import {
  connectedElsewhere,
  gitNotConnected,
  requestExport,
  requestImport,
  staleTimestamp,
} from './git.service.ts';

export const gitRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    app.addSchema(GitSyncSchema);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/git/import',
      config: {
        access: 'space:import',
        audit: { none: 'It changes content, not people or access.' },
        errors: [spaceLocked, staleTimestamp, connectedElsewhere],
      },
      schema: {
        operationId: 'importGitRepository',
        tags: ['Git'],
        summary: 'Import a Git repository into a space',
        description:
          'Starts the import and returns immediately. Use `git/info` to follow its progress and to read the report.',
        params: SpaceParams,
        body: ImportGitRepositoryBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await requestImport(context, grantedTo(request).actor, grantedSpace(request), request.body);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/git/export',
      config: {
        access: 'space:import',
        audit: { none: 'It changes a repository, not people or access.' },
        errors: [spaceLocked, staleTimestamp, connectedElsewhere, existingDocumentation],
      },
      schema: {
        operationId: 'exportToGitRepository',
        tags: ['Git'],
        summary: 'Export a space to a Git repository',
        description:
          'Starts the export and returns immediately. Adds one commit with the changes of the space to the branch, or none if nothing has changed. Use `git/info` to follow its progress and to read the report.',
        params: SpaceParams,
        body: ExportGitRepositoryBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const space = grantedSpace(request);
        const check = createExportCheck(parts, space);
        await requestExport(context, grantedTo(request).actor, space, request.body, check);
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/git/info',
      config: { access: 'space:read', errors: [gitNotConnected] },
      schema: {
        operationId: 'getSpaceGitInfo',
        tags: ['Git'],
        summary: 'Get the Git repository of a space',
        description:
          'Returns the connected repository, and the state, counts and report of the last operation.',
        params: SpaceParams,
        response: { 200: refTo(GitSyncSchema) },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        const { git } = await getShownSpace(context, space);
        if (!git) throw gitNotConnected();
        return presentGitSync(git, await findLastReport(context.db, space));
      },
    });
  };
