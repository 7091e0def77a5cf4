import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { pageNotFound } from '../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import { grantedSpace, grantedTo } from '../../platform/access/authorize.ts';
import { mayDo } from '../../platform/access/may-do.ts';
import type { Context } from '../../platform/context.ts';
import { notImplemented } from '../../platform/http/errors.ts';
import { sendNothing } from '../../platform/http/no-content.ts';
import { openList } from '../../platform/http/open-list.ts';
import { storageFull } from '../../platform/http/request-errors.ts';
import { listOf, refTo } from '../../platform/http/schemas.ts';
import { editConflicts } from '../content/editing/editing-errors.ts';
import { contentChanged, spaceLocked } from '../content/revisions/space-branch.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../review/change-requests/change-request-errors.ts';
import { createGetNamed } from '../review/change-requests/named-change-request.ts';
import { presentImport } from './content-import.present.ts';
import { type ImportKey, listImportRows } from './content-import.repository.ts';
import {
  ChangeRequestPageParams,
  ChangeRequestParams,
  ImportContentBody,
  ImportParams,
  ImportResultSchema,
  type ImportRun,
  ImportRunSchema,
  ListImportsQuery,
  PageParams,
  SpaceParams,
} from './content-import.schemas.ts';
import {
  cancelImport,
  getImport,
  type ImportOutcome,
  type ImportTarget,
  importCancelled,
  importEnded,
  importNotFound,
  requestContentImport,
  tooManyImports,
  waitForImport,
} from './content-import.service.ts';
import { IMPORT_FAILURES } from './import-failures.ts';

const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const ERRORS = [
  ...IMPORT_FAILURES,
  importCancelled,
  importNotFound,
  tooManyImports,
  spaceLocked,
  contentChanged,
  editConflicts,
  notImplemented,
  storageFull,
] as const;
const OF_CHANGE_REQUESTS = [
  ...ERRORS,
  changeRequestNotFound,
  changeRequestMerged,
  changeRequestArchived,
] as const;
const ImportRunRef = refTo(ImportRunSchema);
const tags = ['Content import'];
const DESCRIPTION =
  'Imports the content at a URL as new pages, with their images and files, in one revision. Returns when the import is complete, or after a minute. In the latter case, the import continues in the background, `revision` is the current revision, and the header `X-Import-Id` contains the id of the import. With `dryRun`, nothing is imported: the response is a `200` with the import, and its `preview` when it is complete.';

/** Starts imports, and waits for them. */
function createImports(context: Context, store: Pick<ContentStore, 'open'>) {
  const { config } = context;
  const getNamed = createGetNamed(context);

  async function importInto(
    request: FastifyRequest,
    reply: FastifyReply,
    target: ImportTarget,
  ): Promise<Static<typeof ImportResultSchema> | ImportRun> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    await requirePage(request, target);
    const body = request.body as Static<typeof ImportContentBody>;
    const key = await requestContentImport(context, grantedTo(request).actor, target, body);
    reply.header('x-import-id', key.importId);
    const row = await waitForImport(context, key, gone.signal);
    if (body.dryRun) {
      reply.code(200);
      const shown = { baseUrl: config.baseUrl, canImport: true, canEdit: true };
      return presentImport(row, shown);
    }
    const outcome = row.outcome as unknown as ImportOutcome | null;
    const revision = outcome?.revision ?? (await findHead(request, target));
    reply.code(201).header('location', `${config.baseUrl}/v1/spaces/${key.spaceId}/revisions/${revision}`);
    return {
      revision,
      importedResources: outcome ? Object.values(outcome.counts).reduce((sum, count) => sum + count, 0) : 0,
      totalResources: outcome?.total ?? 0,
    };
  }

  /** An import below a page needs the page now, and again when its content is inserted. */
  async function requirePage(request: FastifyRequest, target: ImportTarget): Promise<void> {
    if (target.pageId === undefined) return;
    const { snapshot } = await store.open(target.space, await findHead(request, target));
    if (!snapshot.pages.find(target.pageId)) throw pageNotFound();
  }

  async function findHead(
    request: FastifyRequest,
    { space, changeRequestId }: ImportTarget,
  ): Promise<string> {
    if (changeRequestId !== undefined) return (await getNamed(request)).revision_id;
    return (await context.pointers.spaces.find(space.spaceId))?.revisionId ?? space.revisionId;
  }

  async function findTarget(request: FastifyRequest, pageId: string | undefined): Promise<ImportTarget> {
    const row = await getNamed(request);
    if (row.status === 'merged') throw changeRequestMerged();
    if (row.status === 'archived') throw changeRequestArchived();
    return { space: grantedSpace(request), changeRequestId: row.change_request_id, pageId };
  }

  return { importInto, findTarget };
}

/** Imports of content from elsewhere. */
export const contentImportRoutes =
  (context: Context, store: Pick<ContentStore, 'open'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { importInto, findTarget } = createImports(context, store);
    app.addSchema(ImportRunSchema);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/content/import',
      config: { access: 'space:import', audit: NOT_AUDITED, errors: ERRORS },
      schema: {
        operationId: 'importContent',
        tags,
        summary: 'Import content into a space',
        description: DESCRIPTION,
        params: SpaceParams,
        body: ImportContentBody,
        response: { 200: ImportRunRef, 201: ImportResultSchema },
      },
      handler: (request, reply) =>
        importInto(request, reply, {
          space: grantedSpace(request),
          changeRequestId: undefined,
          pageId: undefined,
        }),
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/content/page/:pageId/import',
      config: { access: 'space:import', audit: NOT_AUDITED, errors: [...ERRORS, pageNotFound] },
      schema: {
        operationId: 'importContentInPageById',
        tags,
        summary: 'Import content below a page',
        description: DESCRIPTION,
        params: PageParams,
        body: ImportContentBody,
        response: { 200: ImportRunRef, 201: ImportResultSchema },
      },
      handler: (request, reply) =>
        importInto(request, reply, {
          space: grantedSpace(request),
          changeRequestId: undefined,
          pageId: request.params.pageId,
        }),
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/content/import',
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: OF_CHANGE_REQUESTS },
      schema: {
        operationId: 'importContentInChangeRequest',
        tags,
        summary: 'Import content into a change request',
        description: DESCRIPTION,
        params: ChangeRequestParams,
        body: ImportContentBody,
        response: { 200: ImportRunRef, 201: ImportResultSchema },
      },
      handler: async (request, reply) => importInto(request, reply, await findTarget(request, undefined)),
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/import',
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [...OF_CHANGE_REQUESTS, pageNotFound] },
      schema: {
        operationId: 'importContentInChangeRequestPageById',
        tags,
        summary: 'Import content below a page of a change request',
        description: DESCRIPTION,
        params: ChangeRequestPageParams,
        body: ImportContentBody,
        response: { 200: ImportRunRef, 201: ImportResultSchema },
      },
      handler: async (request, reply) =>
        importInto(request, reply, await findTarget(request, request.params.pageId)),
    });
  };

/** The imports of a space: what became of them, and how they are stopped. */
export const importRunRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    app.addSchema(ImportRunSchema);

    const shownTo = (request: FastifyRequest) => ({
      baseUrl: config.baseUrl,
      canImport: mayDo(grantedTo(request), 'space:import'),
      canEdit: mayDo(grantedTo(request), 'space:edit'),
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/content/imports',
      config: { access: 'space:read' },
      schema: {
        operationId: 'listContentImports',
        tags,
        summary: 'List the imports of a space',
        description:
          'Newest first, including imports into change requests. Imports are kept for 30 days after they end.',
        params: SpaceParams,
        querystring: ListImportsQuery,
        response: { 200: listOf(ImportRunRef) },
      },
      handler: async (request) => {
        const { spaceId } = request.params;
        const { status } = request.query;
        const list = openList<string>(cursors, `content-imports:${spaceId}:${status}`, request.query);
        const rows = await listImportRows(db, grantedSpace(request), { status, ...list.asked });
        return list.present(rows, (row) => presentImport(row, shownTo(request)));
      },
    });

    const keyOf = (request: FastifyRequest): ImportKey => {
      const { organizationId, spaceId } = grantedSpace(request);
      return { organizationId, spaceId, importId: (request.params as { importId: string }).importId };
    };

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/content/imports/:importId',
      config: { access: 'space:read', errors: [importNotFound] },
      schema: {
        operationId: 'getContentImport',
        tags,
        summary: 'Get an import',
        description: 'Returns the progress of the import or its result, with the problems that it found.',
        params: ImportParams,
        response: { 200: ImportRunRef },
      },
      handler: async (request) => presentImport(await getImport(db, keyOf(request)), shownTo(request)),
    });

    app.route({
      method: 'DELETE',
      url: '/v1/spaces/:spaceId/content/imports/:importId',
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [importNotFound, importEnded] },
      schema: {
        operationId: 'cancelContentImport',
        tags,
        summary: 'Cancel an import',
        description: 'The import stops at its next step and changes nothing.',
        params: ImportParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await cancelImport(context, keyOf(request));
        return sendNothing(reply, 204);
      },
    });
  };
