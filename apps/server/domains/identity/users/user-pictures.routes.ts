import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { Type } from 'typebox';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
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
} from './receive-picture.ts';
import { findUserPicture } from './user-pictures.queries.ts';
import { presentUser } from './users.present.ts';
import { UserParams, UserSchema } from './users.schemas.ts';
import { ownAccountOnly, setUserPicture, userNotFound } from './users.service.ts';

/** The pictures of users. */
export const userPictureRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db } = context;
    app.addSchema(UserSchema);
    acceptPictures(app);

    app.route({
      method: 'POST',
      url: '/v1/users/:userId/picture',
      config: {
        access: 'person:write',
        hasStreamedBody: true,
        audit: 'user.updated',
        errors: [ownAccountOnly, passwordSignInRequired, userNotFound, ...PICTURE_ERRORS],
      },
      schema: {
        operationId: 'uploadUserPicture',
        tags: ['Users'],
        summary: 'Upload your picture',
        description: `${PICTURE_DESCRIPTION} It is cut to a square, and becomes your \`photoURL\`. To remove it, set \`photoURL\` to null.`,
        params: UserParams,
        body: PictureBodySchema,
        response: { 200: refTo(UserSchema) },
      },
      handler: async (request) => {
        const by = { actor: grantedTo(request).actor, cause: causeOf(request) };
        const picture = await receivePicture(context, request, { isSquare: true });
        const row = await setUserPicture(context, by, request.params.userId, picture);
        return presentUser(row, config.baseUrl);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/users/:userId/picture/:pictureId',
      config: { access: 'public', errors: [pictureNotFound] },
      schema: {
        operationId: 'getUserPicture',
        tags: ['Users'],
        summary: 'Get the picture of a user',
        description: 'The address is the `photoURL` of the user. Everyone who has it can get the picture.',
        params: Type.Object({ userId: Id, pictureId: Id }),
        ...PICTURE_RESPONSE,
      },
      handler: async ({ params: { userId, pictureId } }, reply) =>
        sendPicture(
          reply,
          isId(userId) && isId(pictureId) ? await findUserPicture(db, userId, pictureId) : undefined,
        ),
    });
  };
