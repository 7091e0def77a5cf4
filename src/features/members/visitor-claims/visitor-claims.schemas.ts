import { Type } from 'typebox';

/** What a visitor's token can say of a member. */
export const CLAIMS = ['email', 'displayName', 'role', 'teams', 'teamTitles'] as const;

/** As many bytes as the hash has, so that guessing the key is no easier than guessing a signature. */
const SHORTEST_KEY = 32;
const LONGEST_KEY = 512;

export const VisitorClaimsSchema = Type.Object(
  {
    object: Type.Literal('visitor-claims'),
    claims: Type.Array(Type.Enum([...CLAIMS])),
    key: Type.Optional(
      Type.String({ description: 'What the tokens are signed with; shown once, where it was made.' }),
    ),
  },
  { $id: 'VisitorClaims' },
);

export const PutVisitorClaimsBody = Type.Object({
  claims: Type.Array(Type.Enum([...CLAIMS]), {
    minItems: 1,
    uniqueItems: true,
    description:
      '`email` also says whether the address is verified; `teams` are the ids of the teams of a member, `teamTitles` their titles.',
  }),
  key: Type.Optional(
    Type.String({
      minLength: SHORTEST_KEY,
      maxLength: LONGEST_KEY,
      pattern: '^[\\x21-\\x7e]*$',
      description: 'The key of a site. Without one, the key that is there stays; else one is made.',
    }),
  ),
});
