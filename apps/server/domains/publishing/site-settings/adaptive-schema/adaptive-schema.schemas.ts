import { Type } from 'typebox';
import { mapOf, Timestamp } from '../../../../platform/http/schemas.ts';
import type { ClaimSchema } from './claim-schema.ts';

const Claims = Type.Unsafe<Record<string, ClaimSchema>>(
  mapOf(Type.Unknown(), {
    description:
      'The claims, by name: each with a `description` and the `type` “boolean”, “string” (with `enum` if the values are known), “number”, “array” (with `items`) or “object” (with `properties`). `unsigned` contains the claims that visitors can set without a signature.',
  }),
);

const JsonSchema = Type.Object({
  $schema: Type.Optional(Type.String()),
  type: Type.Literal('object'),
  properties: Claims,
  additionalProperties: Type.Literal(false),
});

export const AdaptiveSchemaSchema = Type.Object(
  { object: Type.Literal('site-adaptive-schema'), jsonSchema: JsonSchema, updatedAt: Timestamp },
  { $id: 'SiteAdaptiveSchema' },
);

export const PutAdaptiveSchemaBody = Type.Object({
  jsonSchema: Type.Unsafe<object>(
    Type.Object(
      { type: Type.Literal('object'), properties: Claims },
      { additionalProperties: true, description: 'At most 200 claims, nested at most five deep.' },
    ),
  ),
});

export const SuggestedConditions = Type.Object({
  items: Type.Array(Type.Object({ description: Type.String(), condition: Type.String() })),
});
