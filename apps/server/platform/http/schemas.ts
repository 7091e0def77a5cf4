import type { Readable } from 'node:stream';
import { type Static, type TSchema, type TSchemaOptions, type TUnsafe, Type } from 'typebox';

/** Shapes that every feature shares. Those with an `$id` or a `title` become components of the OpenAPI document. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'UTC, in ISO 8601 with milliseconds.',
});
export const Url = Type.String({ format: 'uri', maxLength: 2048 });
/** Marks a text that must be an address, also with letters beyond ASCII. */
export const ADDRESS_KEYWORD = 'x-address';
/** A file in a response, which is sent while it is read. */
export const StreamedFile = Type.Unsafe<Readable>({ type: 'string' });
/** A URL from which something is fetched. */
export const FetchedUrl = Type.String({ format: 'uri', maxLength: 2048, pattern: '^https?://' });
/** A URL that is safe to show, and for a browser to load. */
export const WebUrl = Type.String({ format: 'uri', maxLength: 2048, pattern: '^https?://(?![^/?#]*@)' });
/** An emoji as characters, or by its code points: `1f468-200d-1f4bb`. */
export const EMOJI_PATTERN =
  '^(?:(?:10|[0-9a-fA-F])?[0-9a-fA-F]{1,4}(?:-(?:10|[0-9a-fA-F])?[0-9a-fA-F]{1,4})*|(?=.*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u{20e3}])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+)$';
/** ASCII without spaces: keys and secrets. */
export const VISIBLE_PATTERN = '^[!-~]+$';
/** Lines of ASCII. */
export const PRINTABLE_PATTERN = '^[ -~\\t\\r\\n]*$';
export const Id = Type.String({ description: 'A unique id (UUIDv7).' });

export const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export const RoleSchema = Type.Enum([...ROLES]);
export const RoleOrGuestSchema = Type.Union([RoleSchema, Type.Null()]);
export const DefaultLevelSchema = Type.Union([Type.Enum([...ROLES, 'inherit']), Type.Null()], {
  description:
    'The role of members without a direct role: a role, `inherit` for the level of the collection or organization, or null for no access.',
});

/** A reference to a named schema, typed as that schema. The feature registers the schema by `addSchema`. */
export function refTo<T extends TSchema>(schema: T, options?: TSchemaOptions): TUnsafe<Static<T>> {
  const { $id } = schema as { $id?: string };
  if ($id === undefined) throw new Error('Only a schema with an $id can be referred to.');
  return Type.Unsafe<Static<T>>(Type.Ref($id, options));
}

/** An object with any names, whose values are all of one shape. */
export const mapOf = <T extends TSchema>(values: T, options?: TSchemaOptions) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: values, ...options });

/** In the body of a PATCH, null removes the value. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** How many items a page of a list has, unless the request asks for another number. */
export const DEFAULT_LIMIT = 50;

export const Cursor = Type.String({
  description: 'The cursor of the page to fetch: `next.page` of the previous response.',
});

export const ListQuery = {
  page: Type.Optional(Cursor),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: DEFAULT_LIMIT })),
};

/** The envelope of every list. `count` is the number of all items that the caller may see. */
export const listOf = <T extends TSchema>(items: T) => {
  const { $ref } = items as { $ref?: string };
  return Type.Object(
    {
      next: Type.Optional(Type.Object({ page: Type.String() })),
      count: Type.Integer({ minimum: 0 }),
      items: Type.Array(items),
    },
    $ref === undefined ? {} : { title: `${$ref}List` },
  );
};

const ConflictBlockSchema = Type.Object({
  key: Type.String({ description: 'The key of the block in the document of this version.' }),
  path: Type.Array(Type.Integer({ minimum: 0 }), {
    description:
      'The positions that lead to the block: among the blocks of the page, then among the `nodes` of each block, or its `fragments` if it has no `nodes`. In a table, they are the row and the column.',
  }),
  type: Type.String(),
  record: Type.Optional(Type.String({ description: 'The row of a table.' })),
  definition: Type.Optional(Type.String({ description: 'The column of a table.' })),
});

/** Where in a document two sides changed the same. */
export const ConflictPlaceSchema = Type.Object(
  {
    kind: Type.String(),
    index: Type.Optional(
      Type.Integer({ description: 'For `block`: the position among the blocks of the merged page.' }),
    ),
    headings: Type.Optional(
      Type.Array(Type.String(), { description: 'For `block`: the titles of the sections that hold it.' }),
    ),
    blocks: Type.Optional(
      Type.Object(
        {
          base: Type.Optional(ConflictBlockSchema),
          ours: Type.Optional(ConflictBlockSchema),
          theirs: Type.Optional(ConflictBlockSchema),
        },
        {
          description:
            'For `block`: the innermost block that holds what both sides changed, in each version that has it.',
        },
      ),
    ),
  },
  {
    additionalProperties: true,
    description:
      'The place in the document: a block with its headings, a key of the front matter, or the title.',
  },
);

export const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.Integer({ description: 'The HTTP status.' }),
      reason: Type.String({ description: 'What went wrong, for programs: stable, in kebab-case.' }),
      message: Type.String({ description: 'What went wrong and what to do, for people. May change.' }),
      details: Type.Optional(
        Type.Array(
          Type.Object({
            path: Type.String(),
            message: Type.String(),
            place: Type.Optional(ConflictPlaceSchema),
            base: Type.Optional(Type.Unknown({ description: 'For a conflict: what both sides changed.' })),
            ours: Type.Optional(Type.Unknown({ description: 'For a conflict: the content in the request.' })),
            theirs: Type.Optional(Type.Unknown({ description: 'For a conflict: the current content.' })),
          }),
        ),
      ),
      requestId: Type.String(),
    }),
  },
  { $id: 'Error' },
);
