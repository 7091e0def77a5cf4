import { Type } from 'typebox';
import { Id, nullable } from '../../http/schemas.ts';
import { CHANGE_CLASSES } from '../../openapi/changes/spec-change.ts';

const ChangeClassSchema = Type.Enum([...CHANGE_CLASSES], {
  description:
    'Whether clients that worked with the earlier version may fail; whether something came or went that they need not know; or whether only what people read changed.',
});

export const OpenAPISpecChangesQuery = Type.Object({
  base: Type.Optional({
    ...Id,
    description: 'The version to compare with, by default the one before.',
  }),
  class: Type.Optional(ChangeClassSchema),
});

export const OpenAPISpecChangeSchema = Type.Object({
  class: ChangeClassSchema,
  kind: Type.String({ description: 'What happened, such as `parameter-removed`.' }),
  operation: Type.Optional(
    Type.Object({
      kind: Type.Enum(['operation', 'webhook', 'callback']),
      method: Type.String(),
      path: Type.String({
        description: 'The path; of a webhook its name, of a callback its name and its expression.',
      }),
    }),
  ),
  place: Type.String({
    description: 'A JSON pointer, below the operation if there is one, or else below the spec.',
  }),
  name: Type.String({ description: 'The operation, field or value that it is about.' }),
  schema: Type.Optional(Type.String({ description: 'The schema among the components that it is in.' })),
});

export const OpenAPISpecChangesSchema = Type.Object(
  {
    object: Type.Literal('openapi-spec-changes'),
    base: nullable({
      ...Id,
      description: 'The version that was compared with; null: there is no earlier one.',
    }),
    version: Id,
    isComplete: Type.Boolean({
      description: 'False if there are more changes than are listed: at most 10,000 are.',
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
