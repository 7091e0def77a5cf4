import { CHANGE_CLASSES } from '@lectern/openapi/changes/spec-change';
import { Type } from 'typebox';
import { Id, nullable } from '../../platform/http/schemas.ts';

const ChangeClassSchema = Type.Enum([...CHANGE_CLASSES], {
  description:
    '`breaking`: clients that worked with the earlier version may fail. `non-breaking`: something was added or removed that does not affect clients. `documentation`: only titles, descriptions, examples or tags changed.',
});

export const OpenAPISpecChangesQuery = Type.Object({
  base: Type.Optional({
    ...Id,
    description: 'The version to compare with. Defaults to the previous version.',
  }),
  class: Type.Optional(ChangeClassSchema),
});

export const OpenAPISpecChangeSchema = Type.Object(
  {
    class: ChangeClassSchema,
    kind: Type.String({ description: 'The kind of change, such as `parameter-removed`.' }),
    operation: Type.Optional(
      Type.Object({
        kind: Type.Enum(['operation', 'webhook', 'callback']),
        method: Type.String(),
        path: Type.String({
          description:
            'The path of the operation, the name of the webhook, or the name and expression of the callback.',
        }),
      }),
    ),
    place: Type.String({
      description:
        'The location of the change, as a JSON pointer relative to the operation, or to the spec if there is no operation.',
    }),
    name: Type.String({ description: 'The operation, field or value that changed.' }),
    schema: Type.Optional(Type.String({ description: 'The component schema that contains the change.' })),
  },
  { title: 'OpenAPISpecChange' },
);

export const OpenAPISpecChangesSchema = Type.Object(
  {
    object: Type.Literal('openapi-spec-changes'),
    base: nullable({
      ...Id,
      description: 'The version that was compared with. Null if there is no earlier version.',
    }),
    version: Id,
    isComplete: Type.Boolean({
      description: 'False if there are more than 10,000 changes.',
    }),
    counts: Type.Object({
      breaking: Type.Integer(),
      'non-breaking': Type.Integer(),
      documentation: Type.Integer(),
    }),
    items: Type.Array(OpenAPISpecChangeSchema),
  },
  { $id: 'OpenAPISpecChanges' },
);
