import { type TSchema, Type } from 'typebox';

/** Shapes that every feature shares. Named ones (`$id`) become components of the OpenAPI document. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 in UTC with milliseconds.',
});
export const Url = Type.String({ format: 'uri', maxLength: 2048 });
/** A URL that a browser may be told to load. */
export const WebUrl = Type.String({ format: 'uri', maxLength: 2048, pattern: '^https?://' });
/** An emoji as characters, or by its code points: `1f468-200d-1f4bb`. */
export const EMOJI_PATTERN =
  '^(?:(?:10|[0-9a-fA-F])?[0-9a-fA-F]{1,4}(?:-(?:10|[0-9a-fA-F])?[0-9a-fA-F]{1,4})*|(?=.*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u{20e3}])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+)$';
export const Id = Type.String({ description: 'Opaque identifier (UUIDv7 text).' });

export const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export const RoleSchema = Type.Enum([...ROLES]);
export const RoleOrGuestSchema = Type.Union([RoleSchema, Type.Null()]);
export const DefaultLevelSchema = Type.Union([Type.Enum([...ROLES, 'inherit']), Type.Null()], {
  description: 'The level of members without a grant: a role, `inherit` from the parent, or null for nobody.',
});

/** In the body of a PATCH null removes. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const ListQuery = {
  page: Type.Optional(Type.String({ description: 'The page to fetch: `next.page` of an earlier answer.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
};

/** The envelope of every list. `count` is the number of all items that the caller may see. */
export const listOf = <T extends TSchema>(items: T) =>
  Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Integer({ minimum: 0 }),
    items: Type.Array(items),
  });

export const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.Integer({ description: 'The HTTP status.' }),
      reason: Type.String({ description: 'What went wrong, for programs: stable, in kebab-case.' }),
      message: Type.String({ description: 'What went wrong and what to do, for people. May change.' }),
      details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
      requestId: Type.String(),
    }),
  },
  { $id: 'Error' },
);
