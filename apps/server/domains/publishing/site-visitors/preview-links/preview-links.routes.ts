import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { siteNotFound } from '../../../../platform/access/access-errors.ts';
import type { UserActor } from '../../../../platform/access/actor.ts';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import { causeOf } from '../../../../platform/access/cause.ts';
import type { Context } from '../../../../platform/context.ts';
import { sendNothing } from '../../../../platform/http/no-content.ts';
import { listOf, refTo } from '../../../../platform/http/schemas.ts';
import { authorOf } from '../../../identity/users/authors.queries.ts';
import { findAuthorsFor } from '../../../identity/users/authors-for.ts';
import { presentUser } from '../../../identity/users/users.present.ts';
import { UserSchema } from '../../../identity/users/users.schemas.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../../../review/change-requests/change-request-errors.ts';
import { ChangeRequestParams } from '../../../review/change-requests/change-requests.schemas.ts';
import { keyOf } from '../../../review/change-requests/change-requests.service.ts';
import { createGetNamed } from '../../../review/change-requests/named-change-request.ts';
import {
  listPreviewLinks,
  type PreviewLinkRow,
} from '../../../review/change-requests/preview-links/preview-links.queries.ts';
import type { SiteReaders } from '../site-readers.ts';
import {
  CreatePreviewLinkBody,
  NewPreviewLinkSchema,
  type PreviewLink,
  PreviewLinkParams,
  PreviewLinkSchema,
} from './preview-links.schemas.ts';
import {
  createPreviewLink,
  notOnSite,
  previewLinkNotFound,
  removePreviewLink,
  tooManyPreviewLinks,
} from './preview-links.service.ts';

const URL = '/v1/spaces/:spaceId/change-requests/:changeRequestId/preview-links';
const tags = ['Change requests'];

/** Links that show a change request to people without an account. */
export const previewLinkRoutes =
  (context: Context, readers: SiteReaders): FastifyPluginAsyncTypebox =>
  async (app) => {
    const getNamed = createGetNamed(context);
    for (const schema of [UserSchema, PreviewLinkSchema]) app.addSchema(schema);

    async function present(request: FastifyRequest, rows: readonly PreviewLinkRow[]): Promise<PreviewLink[]> {
      const ids = rows.map((row) => row.author_id);
      const authors = await findAuthorsFor(context, grantedTo(request), ids);
      return rows.map((row) => ({
        object: 'preview-link',
        id: row.preview_link_id,
        ...(row.site_id === null ? {} : { site: row.site_id }),
        createdBy: presentUser(authorOf(authors, row.author_id), context.config.baseUrl),
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
      }));
    }

    app.route({
      method: 'GET',
      url: URL,
      config: { access: 'space:read-unsaved', errors: [changeRequestNotFound] },
      schema: {
        operationId: 'listPreviewLinks',
        tags,
        summary: 'List the preview links of a change request',
        description: 'Lists the links that have not expired, oldest first, without their secrets.',
        params: ChangeRequestParams,
        response: { 200: listOf(refTo(PreviewLinkSchema)) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const links = await listPreviewLinks(context.db, keyOf(row), context.clock());
        return { count: links.length, items: await present(request, links) };
      },
    });

    app.route({
      method: 'POST',
      url: URL,
      config: {
        access: 'space:share-preview',
        audit: 'preview-link.created',
        errors: [
          changeRequestNotFound,
          changeRequestMerged,
          changeRequestArchived,
          siteNotFound,
          notOnSite,
          tooManyPreviewLinks,
        ],
      },
      schema: {
        operationId: 'createPreviewLink',
        tags,
        summary: 'Create a preview link of a change request',
        description:
          'The link shows the change request to anyone who has it, as the site would show its content. It stops working when it expires, when the change request is merged or archived, and when you can no longer edit the space or read the site.',
        params: ChangeRequestParams,
        body: CreatePreviewLinkBody,
        response: { 201: NewPreviewLinkSchema },
      },
      handler: async (request, reply) => {
        const row = await getNamed(request);
        const { expiresIn, site: siteId } = request.body;
        const actor = grantedTo(request).actor as UserActor;
        const subject = { space: grantedSpace(request), row, actor, cause: causeOf(request) };
        const { link, url } = await createPreviewLink(context, readers, subject, { expiresIn, siteId });
        const [shown] = await present(request, [link]);
        reply.code(201);
        return { ...(shown as PreviewLink), url };
      },
    });

    app.route({
      method: 'DELETE',
      url: `${URL}/:previewLinkId`,
      config: {
        access: 'space:edit',
        audit: 'preview-link.deleted',
        errors: [changeRequestNotFound, previewLinkNotFound],
      },
      schema: {
        operationId: 'deletePreviewLink',
        tags,
        summary: 'Delete a preview link of a change request',
        description: 'The link stops working immediately, even where it is open.',
        params: PreviewLinkParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const row = await getNamed(request);
        await removePreviewLink(context, { row, cause: causeOf(request) }, request.params.previewLinkId);
        return sendNothing(reply, 204);
      },
    });
  };
