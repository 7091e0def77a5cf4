import { Type } from 'typebox';
import { ReceivedBlock } from '../../../../content/revisions/content.schemas.ts';
import { ConflictPlaceSchema, refTo, Timestamp, Url } from '../../../../platform/http/schemas.ts';
import { ifMatchHeaders } from '../../../content/editing/if-match.ts';
import { UserSchema } from '../../../identity/users/users.schemas.ts';
import { ChangeRequestParamFields } from '../change-requests.schemas.ts';

const MAX_TEXT_LENGTH = 1_000_000;

const Named = Type.Object({ id: Type.String(), title: Type.Optional(Type.String()) });
const Side = Type.Unsafe<unknown>({
  description: 'The text of a document, or the value of a field. Null or empty if this side has none.',
});

const ChosenSide = Type.Object({
  choice: Type.Enum(['ours', 'theirs', 'both'], {
    description:
      '`ours`: the version of the change request. `theirs`: the version of the space. `both`: ours, then theirs, if `canKeepBoth` is true. `text`: your own `text`.',
  }),
});
const OwnText = Type.Object({
  choice: Type.Literal('text'),
  text: Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'Markdown, or the value of the field.' }),
});

const FileVersion = Type.Object(
  {
    name: Type.String(),
    contentType: Type.String(),
    size: Type.Number(),
    downloadURL: Url,
    dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
  },
  { title: 'ConflictingFile' },
);

const AnswerSchema = Type.Union([ChosenSide, OwnText], { title: 'ConflictResolution' });

export const AnswerBody = Type.Union(
  [
    ChosenSide,
    Type.Object({
      ...OwnText.properties,
      nodes: Type.Optional(
        Type.Array(ReceivedBlock, {
          description:
            'For a conflict whose preview has `nodes`: the blocks of `text` with your changes. What they leave as it is keeps its Markdown in `text`.',
        }),
      ),
    }),
  ],
  { title: 'ConflictAnswerBody' },
);

export const PreviewQuery = Type.Object({
  nodes: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the result is also returned as blocks.' }),
  ),
});

export const ConflictsQuery = Type.Object({
  html: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether texts are also returned as HTML.' }),
  ),
});

export const AnswerHeaders = ifMatchHeaders(
  'The `version` of the conflict that the caller knows. If somebody else has answered since, nothing changes.',
);

export const PreviewSchema = Type.Object({
  html: Type.Optional(
    Type.String({
      description:
        'The result as readers see it, without scripts. Absent for what readers do not see as such.',
    }),
  ),
  text: Type.Optional(Type.String({ description: 'The result as it is written, if it is a text.' })),
  nodes: Type.Optional(
    Type.Array(ReceivedBlock, {
      description:
        'With `nodes=true`, the result as blocks, with the `range` of each in `text`. Absent if it is not in blocks, such as a title.',
    }),
  ),
});

export const ConflictSchema = Type.Object(
  {
    object: Type.Literal('change-request-conflict'),
    id: Type.String({ description: 'Stable as long as the same texts conflict.' }),
    kind: Type.Enum([
      'document',
      'page-field',
      'page-deleted',
      'page-position',
      'file',
      'reusable-content',
      'setting',
    ]),
    page: Type.Optional(Named),
    file: Type.Optional(Named),
    reusableContent: Type.Optional(Named),
    field: Type.Optional(Type.String({ description: 'The field, or the key of the setting.' })),
    place: Type.Optional(ConflictPlaceSchema),
    deletedBy: Type.Optional(
      Type.Enum(['ours', 'theirs'], { description: 'For `page-deleted`: the side that deleted the page.' }),
    ),
    changedPages: Type.Optional(
      Type.Array(Named, {
        description:
          'For `page-deleted`: the changed, added or moved pages of the other side: the page itself, or pages below it.',
      }),
    ),
    base: Side,
    ours: Side,
    theirs: Side,
    canKeepBoth: Type.Boolean(),
    html: Type.Optional(
      Type.Object(
        {
          base: Type.Optional(Type.String()),
          ours: Type.Optional(Type.String()),
          theirs: Type.Optional(Type.String()),
        },
        {
          description:
            'With `html=true`, for a text: each version as readers see it, as HTML without scripts. Absent for what readers do not see as such.',
        },
      ),
    ),
    files: Type.Optional(
      Type.Object(
        {
          base: Type.Optional(FileVersion),
          ours: Type.Optional(FileVersion),
          theirs: Type.Optional(FileVersion),
        },
        {
          description:
            'For a file whose content conflicts, or that one side deleted: the file in each version that has it.',
        },
      ),
    ),
    version: Type.String({
      description:
        'Changes with each answer. Send it as `If-Match`, so that nobody’s answer is replaced unseen.',
    }),
    answer: Type.Optional(AnswerSchema),
    answeredBy: Type.Optional(refTo(UserSchema)),
    answeredAt: Type.Optional(Timestamp),
  },
  { $id: 'ChangeRequestConflict' },
);

export const ConflictParams = Type.Object({
  ...ChangeRequestParamFields,
  conflictId: Type.String({ maxLength: 100 }),
});
