import { Type } from 'typebox';
import { Id } from '../../../../platform/http/schemas.ts';
import { ContentDifferenceSchema } from '../changes.schemas.ts';

const Side = Type.Object(
  {
    index: Type.Integer({ description: 'The position among the blocks of its version, starting at 0.' }),
    key: Type.String({ description: 'The `key` of the block in the document.' }),
    type: Type.String(),
    html: Type.Optional(
      Type.String({ description: 'The block as HTML without scripts, if `html` is true.' }),
    ),
  },
  { title: 'BlockVersion' },
);

const Texts = Type.Array(
  Type.Object({
    segments: Type.Array(
      Type.Object({ type: Type.Enum(['equal', 'added', 'removed']), text: Type.String() }),
    ),
  }),
  { description: 'The texts of the block, such as paragraphs and cells, with the changes word by word.' },
);

export const PageChangesFields = {
  base: Id,
  revision: Id,
  changes: Type.Array(ContentDifferenceSchema),
  blocks: Type.Array(
    Type.Object({
      type: Type.Enum(['equal', 'added', 'removed', 'changed', 'moved']),
      before: Type.Optional(Side),
      after: Type.Optional(Side),
      texts: Type.Optional(Texts),
      onlyFormatting: Type.Optional(
        Type.Boolean({
          description: 'Whether the texts of the block are equal but something else in it differs.',
        }),
      ),
    }),
    { description: 'The outermost blocks of both versions in reading order.' },
  ),
};

export const PageChangesQueryFields = {
  html: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether blocks that differ are also returned as HTML, in both versions.',
    }),
  ),
};
