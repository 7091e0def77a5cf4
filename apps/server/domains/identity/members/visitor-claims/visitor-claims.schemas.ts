import { Type } from 'typebox';
import { VISIBLE_PATTERN } from '../../../../platform/http/schemas.ts';

/** The possible claims in a visitor's token. */
export const CLAIMS = ['email', 'displayName', 'role', 'teams', 'teamTitles'] as const;

/** The size of the hash in bytes, so that guessing the key is no easier than guessing a signature. */
const MIN_KEY_LENGTH = 32;
const MAX_KEY_LENGTH = 512;

export const VisitorClaimsSchema = Type.Object(
  {
    object: Type.Literal('visitor-claims'),
    claims: Type.Array(Type.Enum([...CLAIMS])),
    key: Type.Optional(
      Type.String({
        description: 'The signing key. Shown only in the response that generates it.',
      }),
    ),
  },
  { $id: 'VisitorClaims' },
);

export const PutVisitorClaimsBody = Type.Object({
  claims: Type.Array(Type.Enum([...CLAIMS]), {
    minItems: 1,
    uniqueItems: true,
    description:
      'The claims in the JWT. `email` also adds `emailVerified`; `teams` contains team ids and `teamTitles` team titles.',
  }),
  key: Type.Optional(
    Type.String({
      minLength: MIN_KEY_LENGTH,
      maxLength: MAX_KEY_LENGTH,
      pattern: VISIBLE_PATTERN,
      description:
        'The key of the site that reads the JWT. Defaults to the existing key; if there is none, a key is generated.',
    }),
  ),
});
