import { Type } from 'typebox';
import { VISITOR_AUTHENTICATION_FIELDS } from '../../../../compat/unsupported-fields.ts';
import { nullable, WebUrl } from '../../../../platform/http/schemas.ts';

export const PublishingAuthSchema = Type.Object(
  {
    object: Type.Literal('publishing-auth'),
    backend: Type.Literal('custom'),
    privateKey: Type.String({ description: 'The key that signs the JWTs of visitors (HS256).' }),
    previousKeyUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Until this time, JWTs signed with the previous key are still accepted.',
      }),
    ),
    fallbackURL: Type.Optional(
      Type.String({
        ...WebUrl,
        description: 'The URL where visitors without a valid JWT are sent to sign in.',
      }),
    ),
    logoutURL: Type.Optional(WebUrl),
  },
  { $id: 'SitePublishingAuth' },
);

export const UpdatePublishingAuthBody = Type.Object({
  ...VISITOR_AUTHENTICATION_FIELDS,
  fallbackURL: Type.Optional(nullable(WebUrl)),
  logoutURL: Type.Optional(nullable(WebUrl)),
});
export const RegenerateKeyBody = Type.Object({
  overlapSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      default: 86_400,
      description:
        'How long JWTs that were signed with the old key, and visits that began with them, are still accepted, in seconds. With 0, they and all other visits end immediately.',
    }),
  ),
});
