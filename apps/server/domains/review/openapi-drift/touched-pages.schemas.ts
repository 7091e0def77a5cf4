import { Type } from 'typebox';
import { Id, ListQuery, nullable, Url } from '../../../platform/http/schemas.ts';
import { OpenAPISpecChangeSchema, OpenAPISpecChangesQuery } from '../../specs/changes.schemas.ts';

export const TouchedPagesQuery = Type.Object({ ...OpenAPISpecChangesQuery.properties, ...ListQuery });

const TouchedPlaceSchema = Type.Object({
  kind: Type.Enum(['block', 'link', 'code', 'prose'], {
    description:
      'The kind of mention: a block that shows a part of the spec, the target of a link, a code sample, or text.',
  }),
  anchor: Type.Optional(
    Type.String({ description: 'The anchor of the section. Absent for places before the first heading.' }),
  ),
  title: Type.String({
    description: 'The title of the section, or of the page for places before the first heading.',
  }),
  excerpt: Type.String({ description: 'The surrounding text in one line.' }),
  name: Type.String({ description: 'The operation, field, value or schema that is mentioned.' }),
  changes: Type.Array(OpenAPISpecChangeSchema, {
    description: 'The first five changes to what is mentioned.',
  }),
  changeCount: Type.Integer({ minimum: 1 }),
});

export const OpenAPISpecTouchedPageSchema = Type.Object(
  {
    space: Type.Object({ id: Id, title: Type.String(), urls: Type.Object({ app: Url }) }),
    page: Type.Optional(
      Type.Object({ id: Id, title: Type.String(), path: Type.String(), urls: Type.Object({ app: Url }) }),
    ),
    reusableContent: Type.Optional(
      Type.Object(
        { id: Id, title: Type.String() },
        { description: 'Present instead of `page` for reusable content.' },
      ),
    ),
    places: Type.Array(TouchedPlaceSchema, { description: 'The first 20 places.' }),
    placeCount: Type.Integer({ minimum: 1 }),
  },
  { $id: 'OpenAPISpecTouchedPage' },
);

export const OpenAPISpecTouchedPagesSchema = Type.Object(
  {
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Integer({ minimum: 0 }),
    base: nullable({
      ...Id,
      description: 'The version that was compared with. Null if there is no earlier version.',
    }),
    version: Id,
    isComplete: Type.Boolean({
      description:
        'False if there are more changes than are compared, more places than are listed, or more content than one request can read. If there is more content, repeat the request to continue.',
    }),
    items: Type.Array(Type.Ref('OpenAPISpecTouchedPage')),
  },
  { $id: 'OpenAPISpecTouchedPages' },
);

export const DraftFromChangesBody = Type.Object({
  space: Type.String({ description: 'The space to create the draft in.' }),
  ...OpenAPISpecChangesQuery.properties,
});
