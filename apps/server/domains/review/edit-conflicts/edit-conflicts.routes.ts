import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DocumentSchema } from '../../../content/revisions/content.schemas.ts';
import { pageNotFound, revisionNotFound } from '../../../content/revisions/content-errors.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { authorOf } from '../../identity/users/authors.queries.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { changeRequestNotFound } from '../change-requests/change-request-errors.ts';
import { findNamedLine } from '../change-requests/named-branch.ts';
import type { CommentParts } from '../comments/load-comments.ts';
import { findCurrentBlocks } from './conflict-places.ts';
import {
  type EditConflictKey,
  type EditConflictRow,
  findEditConflict,
  listEditConflicts,
} from './edit-conflicts.repository.ts';
import {
  type EditConflict,
  EditConflictParams,
  EditConflictSchema,
  EditConflictsParams,
  EditConflictsQuery,
  PostEditConflictBody,
  PutEditConflictBody,
} from './edit-conflicts.schemas.ts';

import {
  changeEditConflict,
  editConflictNotFound,
  openEditConflict,
  settleEditConflict,
} from './edit-conflicts.service.ts';

const NOT_AUDITED = { none: 'It changes text that is not saved, neither people nor access.' } as const;
const tags = ['Change requests'];
function keyOf(request: FastifyRequest): EditConflictKey {
  const { organizationId, spaceId } = grantedSpace(request);
  const { editConflictId } = request.params as { editConflictId: string };
  if (!isId(editConflictId)) throw editConflictNotFound();
  return { organizationId, spaceId, editConflictId };
}

const callerOf = (request: FastifyRequest) => ({
  space: grantedSpace(request),
  actor: grantedTo(request).actor,
});

const createPresent =
  (parts: CommentParts) =>
  async (
    request: FastifyRequest,
    { rows, revisionId }: { rows: readonly EditConflictRow[]; revisionId: string },
  ): Promise<EditConflict[]> => {
    const ids = rows.map((row) => row.author_id);
    const authors = await findAuthorsFor(parts.context, grantedTo(request), ids);
    const blocks = await findCurrentBlocks(parts, grantedSpace(request), { rows, revisionId });
    return rows.map((row) => {
      const block = blocks.get(row.edit_conflict_id);
      return {
        object: 'edit-conflict',
        id: row.edit_conflict_id,
        author: presentUser(authorOf(authors, row.author_id), parts.context.config.baseUrl),
        page: row.page_id,
        ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
        ...(block === undefined ? {} : { block }),
        ...(row.before === null
          ? {}
          : { before: row.before as unknown as NonNullable<EditConflict['before']> }),
        ...(row.unsaved === null
          ? {}
          : { unsaved: row.unsaved as unknown as NonNullable<EditConflict['unsaved']> }),
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      };
    });
  };

/**
 * Conflicts between two people who changed the same block: the text that one of them could not save, which both see
 * until one of them resolves it.
 */
export const editConflictRoutes =
  (parts: CommentParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    const { db } = context;
    const presentAll = createPresent(parts);
    for (const schema of [UserSchema, DocumentSchema, EditConflictSchema]) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/edit-conflicts',
      config: { access: 'space:read-unsaved', errors: [changeRequestNotFound] },
      schema: {
        operationId: 'listEditConflicts',
        tags,
        summary: 'List the conflicts of a page that are not settled',
        description:
          'Lists blocks that someone, including you, could not save because someone else had changed them, the oldest first.',
        params: EditConflictsParams,
        querystring: EditConflictsQuery,
        response: { 200: listOf(refTo(EditConflictSchema)) },
      },
      handler: async (request) => {
        const { page: pageId, changeRequest } = request.query;
        const { changeRequestId, revisionId } = await findNamedLine(context, request, changeRequest);
        const rows = await listEditConflicts(db, grantedSpace(request), { pageId, changeRequestId });
        return { count: rows.length, items: await presentAll(request, { rows, revisionId }) };
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/edit-conflicts',
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, pageNotFound, revisionNotFound],
      },
      schema: {
        operationId: 'postEditConflict',
        tags,
        summary: 'Show others a text that you could not save',
        description:
          'Call this after an edit was refused with `edit-conflicts`, once for each block. Everyone who edits the page hears of it and can decide what becomes of both texts.',
        params: EditConflictsParams,
        body: PostEditConflictBody,
        response: { 200: refTo(EditConflictSchema) },
      },
      handler: async (request) => {
        const line = await findNamedLine(context, request, request.body.changeRequest);
        const row = await openEditConflict(parts, callerOf(request), line, request.body);
        const [shown] = await presentAll(request, { rows: [row], revisionId: line.revisionId });
        return shown as EditConflict;
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/spaces/:spaceId/edit-conflicts/:editConflictId',
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [editConflictNotFound, pageNotFound, revisionNotFound],
      },
      schema: {
        operationId: 'putEditConflict',
        tags,
        summary: 'Change your text in a conflict',
        description:
          'Only the author of the text can do this. After the conflict was settled, it is not found.',
        params: EditConflictParams,
        body: PutEditConflictBody,
        response: { 200: refTo(EditConflictSchema) },
      },
      handler: async (request) => {
        const known = await findEditConflict(db, keyOf(request));
        if (known?.author_id !== authorIdOf(grantedTo(request).actor)) throw editConflictNotFound();
        const line = await findNamedLine(context, request, known.change_request_id ?? undefined);
        const { revisionId } = line;
        const row = await changeEditConflict(parts, callerOf(request), { known, revisionId }, request.body);
        const [shown] = await presentAll(request, { rows: [row], revisionId });
        return shown as EditConflict;
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/spaces/:spaceId/edit-conflicts/:editConflictId',
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [editConflictNotFound] },
      schema: {
        operationId: 'deleteEditConflict',
        tags,
        summary: 'Settle a conflict',
        description:
          'Call this after you have saved the text that is to stay. Anyone who edits the space can settle a conflict. It deletes the text that was not saved.',
        params: EditConflictParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await settleEditConflict(parts, keyOf(request), grantedTo(request).actor);
        return sendNothing(reply, 204);
      },
    });
  };
