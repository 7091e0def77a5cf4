import { Type } from 'typebox';
import {
  Id,
  ListQuery,
  nullable,
  RoleOrGuestSchema,
  refTo,
  Timestamp,
  Url,
} from '../../../platform/http/schemas.ts';
import { CollectionSchema } from '../../content/collections/collections.schemas.ts';
import { SpaceSchema } from '../../content/spaces/spaces.schemas.ts';

const Role = Type.Union(RoleOrGuestSchema.anyOf, {
  description:
    'The role in the organization. Null makes people guests. Applies to invites to the organization.',
});
const Level = Type.Union(RoleOrGuestSchema.anyOf, {
  description:
    'The role on the space or collection. Non-members who use the link become guests of the organization.',
});
const ExpiresAt = nullable(Timestamp);

export const LinkInviteSchema = Type.Object(
  {
    object: Type.Literal('invite'),
    id: Type.String({ description: 'The id of the invite. It is a secret: anyone who knows it can join.' }),
    role: Type.Optional(Role),
    level: Type.Optional(Level),
    space: Type.Optional(refTo(SpaceSchema)),
    collection: Type.Optional(refTo(CollectionSchema)),
    redundant: Type.Boolean({ description: 'Whether you already have everything that the link grants.' }),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    url: Type.String({ format: 'uri', description: 'The address of the page where people join.' }),
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
