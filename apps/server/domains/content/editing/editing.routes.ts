import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { FileSchema, ReusableContentSchema } from '../../../content/revisions/content.schemas.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { contentChanged, spaceBranch, spaceLocked } from '../revisions/space-branch.ts';
import { uploadNotFound } from '../uploads/upload-errors.ts';
import { ContentChangesBody } from './content-changes.schemas.ts';
import { editContent } from './edit-content.ts';
import { presentOutcome } from './editing.present.ts';
import { EditedSpaceSchema } from './editing.schemas.ts';
import { changesRefused, editConflicts, pageTooLarge } from './editing-errors.ts';
import type { EditingParts } from './editing-parts.ts';
import { EditHeaders, readIfMatch } from './if-match.ts';

/** Edits of the current content of a space. */
export const editingRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    const { config, pointers } = context;
    for (const schema of [FileSchema, ReusableContentSchema]) app.addSchema(schema);

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/content',
      config: {
        hasLargeBody: true,
        access: 'space:edit',
        audit: { none: 'It changes content, not people or access.' },
        errors: [
          changesRefused,
          editConflicts,
          pageTooLarge,
          revisionNotFound,
          contentChanged,
          spaceLocked,
          uploadNotFound,
        ],
      },
      schema: {
        operationId: 'updateSpaceContent',
        tags: ['Content'],
        summary: 'Edit the content of a space',
        description:
          'Applies up to 50 changes as one revision. If any change is refused, none is applied, and `details` lists the refused changes by position. Changes go live immediately; to have them reviewed first, use a change request.',
        params: Type.Object({ spaceId: Id }),
        headers: EditHeaders,
        body: ContentChangesBody,
        response: { 200: EditedSpaceSchema },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const space = grantedSpace(request);
        if (space.editMode === 'locked') throw spaceLocked();
        const edited = await editContent(parts, {
          space,
          actor,
          changes: request.body.changes,
          baseId: readIfMatch(request),
          line: spaceBranch(context, space, actor),
          branchId: space.spaceId,
          findHead: async () => {
            const current = await pointers.spaces.find(space.spaceId);
            if (!current || current.deletedAt) throw spaceNotFound();
            return current.revisionId;
          },
          revertsTo: undefined,
        });
        const contentUrl = `${config.baseUrl}/v1/spaces/${space.spaceId}/content`;
        return {
          revision: edited.revisionId,
          ...(await presentOutcome(parts, { space, contentUrl }, edited)),
        };
      },
    });
  };
