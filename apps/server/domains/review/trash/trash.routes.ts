import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { Type } from 'typebox';
import {
  findDeletedPage,
  listDeletedPages,
  type TrashPosition,
} from '../../../content/references/deleted-pages.repository.ts';
import { FileSchema, ReusableContentSchema } from '../../../content/revisions/content.schemas.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import { startOfTrash } from '../../../content/revisions/note-deleted-pages.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import { defineError, defineNotFound, invalidField } from '../../../platform/http/errors.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { Id, ListQuery, listOf } from '../../../platform/http/schemas.ts';
import type { EditedLine } from '../../content/editing/commit-draft.ts';
import type { ContentChange } from '../../content/editing/content-changes.schemas.ts';
import { editContent } from '../../content/editing/edit-content.ts';
import { presentOutcome } from '../../content/editing/editing.present.ts';
import { changesRefused, editConflicts } from '../../content/editing/editing-errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { contentChanged, spaceBranch, spaceLocked } from '../../content/revisions/space-branch.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-requests/change-request-errors.ts';
import { getChangeRequest } from '../change-requests/change-requests.service.ts';
import { openChangeRequestLine } from '../change-requests/open-branch.ts';
import { presentDeleted } from './present-deleted.ts';
import { DeletedPageSchema, RestoredPageSchema, RestorePageBody } from './trash.schemas.ts';

const deletedPageNotFound = defineNotFound('deleted-page-not-found', 'deleted page');
const pageExists = defineError(
  { status: 409, reason: 'page-exists' },
  'The change request still has this page: there is nothing to restore.',
);

const tags = ['Content'];
const MAX_BELOW = 100;

/** The deleted pages of a space, which can be restored. */
export const trashRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, store } = parts;
    const { clock, config, cursors, db, pointers, readQuota } = context;
    for (const schema of [FileSchema, ReusableContentSchema, UserSchema]) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/trash',
      config: { access: 'space:read', errors: [readQuotaExceeded] },
      schema: {
        operationId: 'listDeletedPages',
        tags,
        summary: 'List the deleted pages of a space',
        description:
          'Lists the pages that were deleted in the last 30 days, in whatever way, the latest first. Pages that were deleted with the page above them are part of its entry.',
        params: Type.Object({ spaceId: Id }),
        querystring: Type.Object(ListQuery),
        response: { 200: listOf(DeletedPageSchema) },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        const list = openList<TrashPosition>(cursors, `trash:${space.spaceId}`, request.query);
        const asked = { ...list.asked, since: startOfTrash(clock()), maxBelow: MAX_BELOW };
        const page = await listDeletedPages(db, space, asked);
        const by = page.rows.map(({ deletedBy }) => deletedBy);
        const authors = await findAuthorsFor(context, grantedTo(request), by);
        const presented = await readQuota.measure(request, () =>
          presentDeleted({ store, baseUrl: config.baseUrl, authors }, space, page.rows),
        );
        return list.answer(page, presented);
      },
    });

    async function openLine(
      space: SpacePointer,
      actor: Actor,
      changeRequestId: string | undefined,
    ): Promise<EditedLine> {
      if (changeRequestId !== undefined) return openChangeRequestLine(context, space, changeRequestId, actor);
      return {
        space,
        line: spaceBranch(context, space, actor),
        branchId: space.spaceId,
        findHead: async () => {
          const current = await pointers.spaces.find(space.spaceId);
          if (!current || current.deletedAt) throw spaceNotFound();
          return current.revisionId;
        },
      };
    }

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/trash/:pageId/restore',
      config: {
        access: 'space:edit',
        audit: { none: 'It changes content, not people or access.' },
        errors: [
          deletedPageNotFound,
          changesRefused,
          editConflicts,
          revisionNotFound,
          contentChanged,
          spaceLocked,
          pageExists,
          changeRequestNotFound,
          changeRequestMerged,
          changeRequestArchived,
        ],
      },
      schema: {
        operationId: 'restoreDeletedPage',
        tags,
        summary: 'Restore a deleted page',
        description:
          'Brings a deleted page back with its id and the pages that were deleted with it, as an edit of the space or of a change request. Links to the page and its former addresses work again.',
        params: Type.Object({ spaceId: Id, pageId: Id }),
        body: Type.Optional(RestorePageBody),
        response: { 200: RestoredPageSchema },
      },
      handler: async (request) => {
        const granted = grantedTo(request);
        const space = grantedSpace(request);
        if (space.editMode === 'locked') throw spaceLocked();
        const { pageId } = request.params;
        const { into, at, changeRequest } = request.body ?? {};
        const named =
          changeRequest === undefined
            ? undefined
            : await getChangeRequest(context, space, changeRequest, granted);
        const changeRequestId = named?.change_request_id;
        const line = await openLine(space, granted.actor, changeRequestId);
        const baseId = await line.findHead();
        const since = startOfTrash(clock());
        const deleted = isId(pageId) && (await findDeletedPage(db, space, { pageId, since }));
        if (!deleted) throw deletedPageNotFound();
        // The edit is based on a revision without the page, so it would overwrite a page that was restored meanwhile.
        const { snapshot } = await store.open(space, baseId);
        if (snapshot.pages.find(pageId))
          throw changeRequestId === undefined ? deletedPageNotFound() : pageExists();
        if (typeof into === 'string' && !snapshot.pages.find(into))
          throw invalidField('into', 'is not a page of this content');
        const changes: ContentChange[] = [
          { operation: 'revert_page', page: pageId, revision: deleted.revisionId },
        ];
        if (into !== undefined || at !== undefined)
          changes.push({
            operation: 'update_page',
            page: pageId,
            ...(into === undefined ? {} : { into }),
            ...(at === undefined ? {} : { at }),
          });
        const edited = await editContent(parts, {
          ...line,
          actor: granted.actor,
          changes,
          baseId,
          revertsTo: undefined,
        });
        const spaceUrl = `${config.baseUrl}/v1/spaces/${space.spaceId}`;
        const lineUrl = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`;
        const contentUrl = `${spaceUrl}${lineUrl}/content`;
        return {
          revision: edited.revisionId,
          ...(await presentOutcome(parts, { space, contentUrl }, edited)),
        };
      },
    });
  };
