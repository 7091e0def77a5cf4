import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DocumentSchema } from '../../../content/revisions/content.schemas.ts';
import { pageNotFound, revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { ifMatchHeaders, readIfMatch } from '../../content/editing/if-match.ts';
import { changeRequestNotFound } from '../change-requests/change-request-errors.ts';
import { findNamedLine } from '../change-requests/named-branch.ts';
import {
  changeRequestIdOf,
  listWorkingCopies,
  type WorkingCopyKey,
  type WorkingCopyRow,
  type WorkingCopySummaryRow,
} from './working-copies.repository.ts';
import {
  SpaceParams,
  type WorkingCopy,
  WorkingCopyBody,
  WorkingCopyParams,
  WorkingCopyQuery,
  WorkingCopySchema,
  WorkingCopySummarySchema,
} from './working-copies.schemas.ts';
import {
  getWorkingCopy,
  putWorkingCopy,
  readContent,
  removeWorkingCopy,
  tooManyWorkingCopies,
  workingCopyChanged,
  workingCopyNotFound,
} from './working-copies.service.ts';

const NOT_AUDITED = { none: 'It stores text that only its author sees.' } as const;
const tags = ['Change requests'];
const VersionHeaders = ifMatchHeaders('The last version of the working copy that the caller received.');

/** Working copies: unsaved text of a user, kept until it is saved as an edit. Only its author can read it. */
export const workingCopyRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [DocumentSchema, WorkingCopySchema]) app.addSchema(schema);

    async function findKey(request: FastifyRequest): Promise<WorkingCopyKey> {
      const { organizationId, spaceId } = grantedSpace(request);
      const { changeRequest } = request.query as { changeRequest?: string };
      const { changeRequestId } = await findNamedLine(context, request, changeRequest);
      const { pageId } = request.params as { pageId: string };
      return {
        organizationId,
        spaceId,
        changeRequestId,
        pageId,
        authorId: authorIdOf(grantedTo(request).actor),
      };
    }

    function sendCopy(reply: FastifyReply, row: WorkingCopyRow): WorkingCopy {
      reply.header('etag', `"${row.version_id}"`);
      return { object: 'working-copy', ...presentPlace(row), ...(row.content as object) };
    }

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/working-copies',
      config: { access: 'space:read' },
      schema: {
        operationId: 'listWorkingCopies',
        tags,
        summary: 'List your working copies',
        description: 'Lists your working copies in the space and its change requests, without their text.',
        params: SpaceParams,
        response: { 200: listOf(WorkingCopySummarySchema) },
      },
      handler: async (request) => {
        const { organizationId, spaceId } = grantedSpace(request);
        const authorId = authorIdOf(grantedTo(request).actor);
        const rows = await listWorkingCopies(context.db, { organizationId, spaceId, authorId });
        return {
          count: rows.length,
          items: rows.map((row) => ({ object: 'working-copy-summary' as const, ...presentPlace(row) })),
        };
      },
    });

    const one = {
      url: '/v1/spaces/:spaceId/working-copies/:pageId',
      errors: [changeRequestNotFound, workingCopyNotFound],
    };

    app.route({
      method: 'GET',
      url: one.url,
      config: { access: 'space:read', errors: [...one.errors, pageNotFound] },
      schema: {
        operationId: 'getWorkingCopy',
        tags,
        summary: 'Get your working copy of a page',
        params: WorkingCopyParams,
        querystring: WorkingCopyQuery,
        response: { 200: refTo(WorkingCopySchema) },
      },
      handler: async (request, reply) => {
        return sendCopy(reply, await getWorkingCopy(context, namePage(await findKey(request))));
      },
    });

    app.route({
      method: 'PUT',
      url: one.url,
      config: {
        hasLargeBody: true,
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [...one.errors, workingCopyChanged, tooManyWorkingCopies, pageNotFound, revisionNotFound],
      },
      schema: {
        operationId: 'putWorkingCopy',
        tags,
        summary: 'Store your working copy of a page',
        description:
          'Send the last version that you received as `If-Match`; omit the header for the first version. If another tab or device has stored a newer version, nothing changes, and the 409 response contains both versions.',
        params: WorkingCopyParams,
        querystring: WorkingCopyQuery,
        headers: VersionHeaders,
        body: WorkingCopyBody,
        response: { 200: refTo(WorkingCopySchema) },
      },
      handler: async (request, reply) => {
        const content = readContent(request.body);
        const key = namePage(await findKey(request));
        const { baseRevision } = request.body;
        const { snapshot, revision } = await store.open(grantedSpace(request), baseRevision);
        if (!snapshot.pages.find(key.pageId)) throw pageNotFound();
        const row = await putWorkingCopy(context, key, {
          knownId: readIfMatch(request),
          baseRevisionId: revision.revisionId,
          content,
        });
        return sendCopy(reply, row);
      },
    });

    app.route({
      method: 'DELETE',
      url: one.url,
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [...one.errors, workingCopyChanged, pageNotFound],
      },
      schema: {
        operationId: 'deleteWorkingCopy',
        tags,
        summary: 'Delete your working copy of a page',
        description: 'With `If-Match`, the working copy is deleted only if there is no newer version.',
        params: WorkingCopyParams,
        querystring: WorkingCopyQuery,
        headers: VersionHeaders,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await removeWorkingCopy(context, namePage(await findKey(request)), readIfMatch(request));
        return sendNothing(reply, 204);
      },
    });
  };

/** Throws if the id of the page is malformed, because then no page has it. */
function namePage(key: WorkingCopyKey): WorkingCopyKey {
  if (!isId(key.pageId)) throw pageNotFound();
  return key;
}

const presentPlace = (row: WorkingCopySummaryRow) => {
  const changeRequest = changeRequestIdOf(row);
  return {
    page: row.page_id,
    ...(changeRequest === undefined ? {} : { changeRequest }),
    version: row.version_id,
    baseRevision: row.base_revision_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};
