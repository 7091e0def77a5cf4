import { Type } from 'typebox';
import { Id, Url, WebUrl } from '../../../platform/http/schemas.ts';

export const UserSchema = Type.Object(
  {
    object: Type.Literal('user'),
    id: Id,
    displayName: Type.String(),
    email: Type.Optional(
      Type.String({
        description:
          'Shown to the user and to everyone with a role in one of their organizations, but not to guests.',
      }),
    ),
    photoURL: Type.Optional(Type.String()),
    instanceAdministrator: Type.Optional(
      Type.Literal(true, {
        description:
          'Only in the response about the current user: whether this token or session can administer the instance.',
      }),
    ),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'User' },
);

export const UserParams = Type.Object({
  userId: Type.String({ description: 'The id of a user, or `me`.' }),
});

export const UpdateUserBody = Type.Object({
  displayName: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
      description: 'Null resets the name to the one derived from the email address.',
    }),
  ),
  photoURL: Type.Optional(Type.Union([WebUrl, Type.Null()])),
});
