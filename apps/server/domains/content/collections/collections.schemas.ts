import { Type } from 'typebox';
import { DefaultLevelSchema, Id, ListQuery, nullable, Url } from '../../../platform/http/schemas.ts';

const Title = Type.String({
  maxLength: 50,
  description: 'The title. If it is blank, “Untitled” is stored instead.',
});
const Description = Type.String({ maxLength: 100 });

export const CollectionSchema = Type.Object(
  {
    object: Type.Literal('collection'),
    id: Id,
    title: Type.String(),
    description: Type.Optional(Type.String()),
    organization: Id,
    parent: Type.Optional(Id),
    defaultLevel: DefaultLevelSchema,
    urls: Type.Object({ location: Url, app: Url }),
    permissions: Type.Object({
      view: Type.Boolean(),
      admin: Type.Boolean(),
      viewInviteLinks: Type.Boolean(),
      create: Type.Boolean(),
    }),
  },
  { $id: 'Collection' },
);

export const CollectionParams = Type.Object({ collectionId: Id });
export const OrganizationParams = Type.Object({ organizationId: Id });
export const ListCollectionsQuery = Type.Object({
  ...ListQuery,
  nested: Type.Optional(
    Type.Boolean({ default: true, description: 'If false, lists only the collections at the top level.' }),
  ),
});

export const CreateCollectionBody = Type.Object({
  title: Type.Optional(Title),
  parent: Type.Optional(
    nullable(Type.String({ description: 'The parent collection. Defaults to the top level.' })),
  ),
});

export const UpdateCollectionBody = Type.Object({
  title: Type.Optional(nullable(Title)),
  description: Type.Optional(nullable(Description)),
  defaultLevel: Type.Optional(DefaultLevelSchema),
});
