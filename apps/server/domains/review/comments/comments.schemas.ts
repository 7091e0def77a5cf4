import { type Static, Type } from 'typebox';
import { REPLY_FIELDS } from '../../../compat/unsupported-fields.ts';
import { DocumentSchema, TextBodySchema } from '../../../content/revisions/content.schemas.ts';
import { EMOJI_PATTERN, Id, ListQuery, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import {
  BlockOperationSchema,
  MAX_BLOCK_OPERATIONS,
  TextSpliceSchema,
} from '../../content/editing/content-changes.schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';

const MAX_REACTIONS = 20;

const ReactionsSchema = Type.Array(
  Type.Object({
    emoji: Type.String({ description: 'Its hexadecimal code points, joined by “-”.' }),
    count: Type.Integer(),
    users: Type.Array(Type.Object({ user: refTo(UserSchema), reactedAt: Timestamp })),
  }),
  { description: 'The emoji with which users have reacted, oldest first.' },
);

const BodySchema = Type.Object(
  {
    markdown: Type.Optional(Type.String()),
    document: Type.Optional(refTo(DocumentSchema)),
    html: Type.Optional(Type.String({ description: 'HTML without scripts, to embed in a page.' })),
  },
  { description: 'A document; with `format`, Markdown or HTML.' },
);

const PermissionsSchema = Type.Object({
  view: Type.Boolean(),
  edit: Type.Boolean({ description: 'Whether you can change the text. Only the author can.' }),
  reply: Type.Boolean({ description: 'Whether you can reply and react.' }),
  delete: Type.Boolean(),
});

const TableCellSchema = Type.Object(
  {
    record: Type.String({ description: 'The id of the row.' }),
    definition: Type.String({ description: 'The id of the column.' }),
  },
  { title: 'CommentTableCell' },
);

const Offset = Type.Integer({ minimum: 0, maximum: 10_000_000 });
const RangeSchema = Type.Object(
  {
    start: Offset,
    end: Offset,
    quote: Type.String({ minLength: 1, maxLength: 2000, description: 'The text between the offsets.' }),
  },
  {
    title: 'CommentRange',
    description:
      'UTF-16 offsets in the text of the block or cell. Each block within it is one line of that text.',
  },
);

const TargetSchema = Type.Object({
  space: Id,
  revision: Type.String({
    description:
      'The revision that contains the target. This is the current revision unless the target was removed.',
  }),
  changeRequest: Type.Optional(Id),
  review: Type.Optional(Type.String({ description: 'The review that the comment was posted with.' })),
  page: Type.Optional(
    Type.Object({
      id: Id,
      title: Type.String(),
      path: Type.String(),
      outdated: Type.Boolean({
        description: 'Whether the page no longer exists. Its last state is then shown.',
      }),
    }),
  ),
  node: Type.Optional(
    Type.Object({
      id: Type.String({ description: 'The key of the block.' }),
      preview: Type.String({ description: 'The text of the block, or cell, when the comment was posted.' }),
    }),
  ),
  tableCell: Type.Optional(TableCellSchema),
  range: Type.Optional(RangeSchema),
});

/** A change of a block or of a text, as in an edit of a page. */
const SuggestedChange = Type.Unsafe<object>(
  Type.Union([BlockOperationSchema, TextSpliceSchema], {
    title: 'SuggestedChange',
    description: 'An operation on a block, or a change of its text, as in `update_page`.',
  }),
);
const SuggestedChanges = {
  blocks: Type.Optional(
    Type.Array(SuggestedChange, {
      maxItems: MAX_BLOCK_OPERATIONS,
      description:
        'Operations on blocks, and changes of texts, which are applied after them, as in `blocks` and `text` of `update_page`.',
    }),
  ),
  text: Type.Optional(
    Type.Array(Type.Unsafe<object>(TextSpliceSchema), {
      maxItems: MAX_BLOCK_OPERATIONS,
      description: 'Changes of texts, applied last.',
    }),
  ),
};

const SuggestionSchema = Type.Object(
  {
    state: Type.Enum(['open', 'applied', 'dismissed']),
    revision: Type.String({ description: 'The revision that the changes are based on.' }),
    blocks: Type.Optional(Type.Array(Type.Unsafe<object>(Type.Object({}, { additionalProperties: true })))),
    text: Type.Optional(Type.Array(Type.Unsafe<object>(Type.Object({}, { additionalProperties: true })))),
    decidedAt: Type.Optional(Timestamp),
    decidedBy: Type.Optional(refTo(UserSchema)),
    appliedIn: Type.Optional(
      Type.String({ description: 'The revision that the suggestion was applied in.' }),
    ),
  },
  { title: 'Suggestion', description: 'The change of the page that the comment suggests, as it was sent.' },
);

const EntryFields = {
  id: Id,
  postedBy: refTo(UserSchema),
  postedAt: Timestamp,
  editedAt: Type.Optional(Timestamp),
  reactions: ReactionsSchema,
  body: BodySchema,
  mentions: Type.Array(refTo(UserSchema), { description: 'The members whom the text mentions.' }),
  urls: Type.Object({ location: Url }),
  permissions: PermissionsSchema,
};

export const CommentSchema = Type.Object(
  {
    object: Type.Literal('comment'),
    ...EntryFields,
    replies: Type.Integer({ description: 'The number of replies.' }),
    repliers: Type.Array(
      Type.Object({ updatedAt: Timestamp, count: Type.Integer(), user: refTo(UserSchema) }),
      { description: 'The users who replied, latest first.' },
    ),
    target: TargetSchema,
    outdated: Type.Boolean({
      description:
        'Whether the page, block, cell or text no longer exists in the current content. The target is then shown in its state at the time of the comment.',
    }),
    suggestion: Type.Optional(SuggestionSchema),
    status: Type.Enum(['open', 'resolved']),
    resolvedAt: Type.Optional(Timestamp),
    resolvedBy: Type.Optional(refTo(UserSchema)),
  },
  { $id: 'Comment' },
);
export type Comment = Static<typeof CommentSchema>;

export const CommentReplySchema = Type.Object(
  { object: Type.Literal('comment-reply'), ...EntryFields },
  { $id: 'CommentReply' },
);
export type CommentReply = Static<typeof CommentReplySchema>;

const FORMAT = {
  format: Type.Optional(Type.Enum(['document', 'markdown', 'html'], { default: 'document' })),
};
export const FormatQuery = Type.Object(FORMAT);
export const ListRepliesQuery = Type.Object({ ...ListQuery, ...FORMAT });

export const ListCommentsQuery = Type.Object({
  ...ListQuery,
  ...FORMAT,
  order: Type.Optional(
    Type.Enum(['asc', 'desc'], { default: 'desc', description: 'Sorts by the time of posting.' }),
  ),
  status: Type.Optional(Type.Enum(['all', 'open', 'resolved'], { default: 'all' })),
  targetPage: Type.Optional(Type.String({ description: 'Lists only items on this page or on its blocks.' })),
  authors: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 100 })], {
      description: 'Lists only items of these users. Use `me` for yourself.',
    }),
  ),
});

export const PostCommentBody = Type.Object(
  {
    body: TextBodySchema,
    page: Type.Optional(Type.String({ description: 'The id of a page. Defaults to the whole content.' })),
    node: Type.Optional(Type.String({ description: 'The key of a block of the page’s document.' })),
    tableCell: Type.Optional(TableCellSchema),
    range: Type.Optional(RangeSchema),
    revision: Type.Optional(
      Type.String({
        description: 'The revision that contains the page and the block. Defaults to the current revision.',
      }),
    ),
    suggestion: Type.Optional(
      Type.Object(SuggestedChanges, {
        title: 'NewSuggestion',
        additionalProperties: false,
        description: 'A change of the page, which somebody who can edit it can apply.',
      }),
    ),
  },
  { title: 'PostCommentBody' },
);

const Emojis = Type.Array(Type.String({ maxLength: 50, pattern: EMOJI_PATTERN }), {
  maxItems: MAX_REACTIONS,
});
const EntryChanges = {
  body: Type.Optional(TextBodySchema),
  addedReactions: Type.Optional(Emojis),
  removedReactions: Type.Optional(Emojis),
};

export const UpdateCommentBody = Type.Object(
  {
    ...EntryChanges,
    resolved: Type.Optional(
      Type.Boolean({
        description: 'Resolves or reopens the comment. Requires that you wrote it or can edit.',
      }),
    ),
  },
  { title: 'UpdateCommentBody' },
);

export const PostReplyBody = Type.Object({ body: TextBodySchema });
export const UpdateReplyBody = Type.Object({
  ...EntryChanges,
  ...REPLY_FIELDS,
});
