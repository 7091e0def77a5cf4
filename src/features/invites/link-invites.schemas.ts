import { Type } from 'typebox';
import { Id, ListQuery, nullable, RoleOrGuestSchema, refTo, Timestamp, Url } from '../../http/schemas.ts';
import { CollectionSchema } from '../collections/collections.schemas.ts';
import { SpaceSchema } from '../spaces/spaces.schemas.ts';

const Role = Type.Union(RoleOrGuestSchema.anyOf, {
  description: 'In the organization; null: a guest. Of an invite to the organization.',
});
const Level = Type.Union(RoleOrGuestSchema.anyOf, {
  description:
    'On the space or collection. Of an invite to one of these, which makes a guest of who is no member.',
});
const ExpiresAt = nullable(Timestamp);

export const LinkInviteSchema = Type.Object(
  {
    object: Type.Literal('invite'),
    id: Type.String({ description: 'Who knows it may join: it is a secret.' }),
    role: Type.Optional(Role),
    level: Type.Optional(Level),
    space: Type.Optional(refTo(SpaceSchema)),
    collection: Type.Optional(refTo(CollectionSchema)),
    redundant: Type.Boolean({ description: 'Whether the caller has all of it already.' }),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    url: Type.String({ format: 'uri', description: 'The page that lets people join.' }),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'LinkInvite' },
);

export const LinkInviteParams = Type.Object({ organizationId: Id, inviteId: Id });
export const ListLinkInvitesQuery = Type.Object(ListQuery);

export const CreateLinkInviteBody = Type.Object({
  role: Type.Optional(Role),
  level: Type.Optional(Level),
  space: Type.Optional(Id),
  collection: Type.Optional(Id),
  expiresAt: Type.Optional(ExpiresAt),
});

export const UpdateLinkInviteBody = Type.Object({
  role: Type.Optional(Role),
  level: Type.Optional(Level),
  expiresAt: Type.Optional(ExpiresAt),
});
