import { Type } from 'typebox';
import { Id, listOf } from '../../../../platform/http/schemas.ts';
import { ChangedPageFields, ContentDifferenceSchema } from '../changes.schemas.ts';

const Side = Type.Object(
  {
    index: Type.Integer({ description: 'The position among the blocks of its version, starting at 0.' }),
    key: Type.String({ description: 'The `key` of the block in the document.' }),
    type: Type.String(),
    html: Type.Optional(
      Type.String({
        description:
          'The block as HTML without scripts, if `html` or `marks` is true. With `marks`, it is the HTML of the published page: removed words of the old version are in `<del>`, added words of the new one in `<ins>`.',
      }),
    ),
    keys: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'With `marks`, in the new version of a block that differs: the keys of the blocks in it.',
      }),
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

const SettingValue = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

const ChangedSetting = Type.Object(
  { name: Type.String(), before: SettingValue, after: SettingValue },
  {
    title: 'ChangedBlockSetting',
    description:
      'A setting of a block, or of a block in it, with its values before and after. The name `link` is the address of a link, and `note` the text of a note. Missing values are absent.',
  },
);

const ComparedBlock = Type.Object(
  {
    type: Type.Enum(['equal', 'added', 'removed', 'changed', 'moved']),
    before: Type.Optional(Side),
    after: Type.Optional(Side),
    texts: Type.Optional(Texts),
    onlyFormatting: Type.Optional(
      Type.Boolean({
        description: 'Whether the texts of the block are equal but something else in it differs.',
      }),
    ),
    html: Type.Optional(
      Type.String({
        description:
          'Both versions of the block in one text, if `marks` is true and they differ. Removed words are in `<del>`, added words in `<ins>`. Parts that were added or removed as a whole have `data-change="added"` or `"removed"`, what changed only in its formatting `"formatting"`, and a replaced picture `"picture"`.',
      }),
    ),
    settings: Type.Optional(
      Type.Array(ChangedSetting, {
        description: 'The settings of the block that changed, if `marks` is true and there are any.',
      }),
    ),
  },
  { title: 'ComparedBlock' },
);

export const PageChangesFields = {
  base: Id,
  revision: Id,
  changes: Type.Array(ContentDifferenceSchema),
  blocks: Type.Array(ComparedBlock, {
    description: 'The outermost blocks of both versions in reading order.',
  }),
};

export const PageChangesQueryFields = {
  html: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether blocks that differ are also returned as HTML, in both versions.',
    }),
  ),
  marks: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether blocks are returned as the HTML of the published page, in which changes are marked. Equal and moved blocks have only their new HTML. A block is also changed if content that it includes was.',
    }),
  ),
};

export const ChangedPageSummary = Type.Object(
  {
    page: Type.Object({
      ...ChangedPageFields,
      emoji: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
    }),
    kinds: Type.Array(Type.Enum(['created', 'edited', 'moved', 'deleted']), {
      description: 'What happened to the page. It can be both edited and moved.',
    }),
    words: Type.Optional(
      Type.Object(
        { added: Type.Integer({ minimum: 0 }), removed: Type.Integer({ minimum: 0 }) },
        {
          description:
            'The number of words that were added to the text and removed from it. Absent if there was too much text to compare in one request; request the list again.',
        },
      ),
    ),
    attributes: Type.Array(Type.String(), {
      description: 'The names of the attributes that were edited. The name of the text is `document`.',
    }),
  },
  { title: 'ChangedPageSummary' },
);

export const ChangedPagesList = Type.Object(
  { ...listOf(ChangedPageSummary).properties, base: Id, revision: Id },
  { title: 'ChangedPageList' },
);
