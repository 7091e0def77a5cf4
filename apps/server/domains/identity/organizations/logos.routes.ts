import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { Type } from 'typebox';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { Id, refTo } from '../../../platform/http/schemas.ts';
import {
  acceptPictures,
  PICTURE_DESCRIPTION,
  PICTURE_ERRORS,
  PICTURE_RESPONSE,
  PictureBodySchema,
  pictureNotFound,
  receivePicture,
  sendPicture,
} from '../users/receive-picture.ts';
import { findLogo } from './logos.queries.ts';
import { presentOrganization, toViewer } from './organizations.present.ts';
import { OrganizationParams, OrganizationSchema } from './organizations.schemas.ts';
import { setLogo } from './organizations.service.ts';

/** The logos of organizations. */
export const logoRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, pointers } = context;
    app.addSchema(OrganizationSchema);
    acceptPictures(app);

    app.route({
      method: 'POST',
      url: '/v1/orgs/:organizationId/logo',
      config: {
        access: 'organization:administer',
        hasStreamedBody: true,
        audit: 'organization.updated',
        errors: PICTURE_ERRORS,
      },
      schema: {
        operationId: 'uploadOrganizationLogo',
        tags: ['Organizations'],
        summary: 'Upload the logo of an organization',
        description: `${PICTURE_DESCRIPTION} It becomes the \`logo\` in \`urls\`. To remove it, set \`logo\` to null.`,
        params: OrganizationParams,
        body: PictureBodySchema,
        response: { 200: refTo(OrganizationSchema) },
      },
      handler: async (request) => {
        const { organizationId } = request.params;
        const picture = await receivePicture(context, request, { isSquare: false });
        const row = await setLogo(context, causeOf(request), organizationId, picture);
        const standing = await findStanding(pointers, grantedTo(request).actor, organizationId);
        return presentOrganization(row, toViewer(standing), config.baseUrl);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/orgs/:organizationId/logo/:pictureId',
      config: { access: 'public', errors: [pictureNotFound] },
      schema: {
        operationId: 'getOrganizationLogo',
        tags: ['Organizations'],
        summary: 'Get the logo of an organization',
        description:
          'The address is the `logo` in `urls` of the organization. Everyone who has it can get the picture.',
        params: Type.Object({ organizationId: Id, pictureId: Id }),
        ...PICTURE_RESPONSE,
      },
      handler: async ({ params: { organizationId, pictureId } }, reply) =>
        sendPicture(
          reply,
          isId(organizationId) && isId(pictureId) ? await findLogo(db, organizationId, pictureId) : undefined,
        ),
    });
  };
