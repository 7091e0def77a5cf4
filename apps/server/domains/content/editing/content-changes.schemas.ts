import type { JSONDocument } from '@lectern/markdown/document';
import { type Static, Type } from 'typebox';
import { NEW_FILE_FIELDS } from '../../../compat/unsupported-fields.ts';
import { PageLayoutSchema, ReceivedBlock } from '../../../content/revisions/content.schemas.ts';
import { EMOJI_PATTERN, Id, nullable, WebUrl } from '../../../platform/http/schemas.ts';

const MAX_CHANGES = 50;
const MAX_FILES = 20;
/** One megabyte in base64. */
const MAX_BASE64_LENGTH = 1_400_000;
const MAX_TITLE_LENGTH = 250;
const MAX_TAGS = 50;
export const MAX_BLOCK_OPERATIONS = 1000;

const Markdown = Type.Object(
  {
    markdown: Type.String({
      description:
        'The source. If it has no front matter, the page keeps its current one. Links can refer to pages and files by id (`/pages/…`, `/files/…`), by path, or by a `ref` of the same request.',
    }),
  },
  { title: 'MarkdownContent' },
);
const Blocks = Type.Object({
  document: Type.Unsafe<JSONDocument>(
    Type.Object(
      {
        object: Type.Literal('document'),
        data: Type.Optional(Type.Object({}, { additionalProperties: true })),
        nodes: Type.Array(ReceivedBlock),
      },
      {
        description:
          'The blocks. Unchanged blocks keep their source. The first error is reported with its path in the document.',
      },
    ),
  ),
});
const Nothing = Type.Object({}, { additionalProperties: false, description: 'No content.' });

const NewContentSchema = Type.Union([Markdown, Blocks, Nothing]);

const BlockPlace = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'The `key` of a block or fragment in the revision that the changes are based on, or the `id` or `key` of a block that an operation before added.',
      }),
    ),
    path: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 1,
        maxItems: 200,
        description:
          'The positions that lead to the block, after the operations before: among the blocks of the page, then among the `nodes`, or else the `fragments`, of each block. In a table, the row and the column.',
      }),
    ),
    record: Type.Optional(
      Type.String({ maxLength: 256, description: 'With the key of a table: the id of one of its rows.' }),
    ),
    definition: Type.Optional(
      Type.String({
        maxLength: 256,
        description: 'With `record`: the id of a column, for the cell of the row.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Names a block: by `key` or by `path`.' },
);

const NewNodes = Type.Array(Type.Unknown(), {
  description:
    'The new blocks, as in `document`. For rows of a table, objects whose `values` have, by the ids of columns, the blocks of cells of text, and the values of others.',
});
const BlockId = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'A name for the first new block, by which later operations can refer to it.',
});
const After = Type.Union([BlockPlace, Type.Null()], {
  description: 'The sibling that the block follows; null places it first, and without it it is placed last.',
});

/** Fields that an operation does not have are refused, with their path, when it is applied. */
export const BlockOperationSchema = Type.Object(
  {
    operation: Type.Enum(['replace', 'insert', 'delete', 'move']),
    at: Type.Optional(
      Type.Union([BlockPlace, Type.Null()], {
        description:
          'The block that is changed; for `insert`, the parent of the new blocks, by default the page.',
      }),
    ),
    into: Type.Optional(
      Type.Union([BlockPlace, Type.Null()], {
        description:
          'For `move`: the new parent; null is the page. Defaults to the parent of `after`, or else to the present parent.',
      }),
    ),
    after: Type.Optional(After),
    nodes: Type.Optional(NewNodes),
    id: Type.Optional(BlockId),
  },
  { additionalProperties: false },
);

export const TextSpliceSchema = Type.Object(
  {
    at: BlockPlace,
    offset: Type.Integer({
      minimum: 0,
      description: 'Where the change begins, in UTF-16 units of the plain text of the block.',
    }),
    remove: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'The number of UTF-16 units that are removed.',
      }),
    ),
    insert: Type.Optional(
      Type.String({
        default: '',
        description:
          'The text that is added there, with the marks of the text before it, or of the text that it replaces.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Changes of single blocks, instead of a whole document. */
const OperationFields = {
  blocks: Type.Optional(
    Type.Array(BlockOperationSchema, {
      maxItems: MAX_BLOCK_OPERATIONS,
      description: 'Changes of single blocks, in order. Cannot be combined with `document`.',
    }),
  ),
  text: Type.Optional(
    Type.Array(TextSpliceSchema, {
      maxItems: MAX_BLOCK_OPERATIONS,
      description:
        'Changes of texts, in order, applied after `blocks`. Together they can have up to 1,000 operations.',
    }),
  ),
};

const Slug = Type.String({
  maxLength: 100,
  description: 'The last segment of the path. Unique among siblings.',
});
const At = Type.Integer({
  minimum: 0,
  description: 'The position among the siblings, starting at 0. Defaults to the end.',
});
const Ref = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'A name by which other changes of the same request can link to it, as `./<ref>`.',
});
const Target = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'The target of the link: a URL, or a page in the same form as in Markdown links.',
});

/** The fields that can be set on every page. Fields that only document pages have are refused for others. */
const PageFields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TITLE_LENGTH })),
  linkTitle: Type.Optional(
    nullable(
      Type.String({
        maxLength: MAX_TITLE_LENGTH,
        description: 'The label in the table of contents, if it differs from the title.',
      }),
    ),
  ),
  slug: Type.Optional(Slug),
  emoji: Type.Optional(nullable(Type.String({ maxLength: 50, pattern: EMOJI_PATTERN }))),
  icon: Type.Optional(
    nullable(Type.String({ maxLength: 50, description: 'The name of a Font Awesome icon.' })),
  ),
  description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  hidden: Type.Optional(Type.Boolean({ description: 'Hides the page from the table of contents.' })),
  noIndex: Type.Optional(Type.Boolean({ description: 'Excludes the page from search results.' })),
  noRobotsIndex: Type.Optional(Type.Boolean({ description: 'Asks search engines not to index the page.' })),
  condition: Type.Optional(
    nullable(
      Type.String({
        maxLength: 1024,
        description: 'The expression that decides who sees the page. If empty, everyone sees it.',
      }),
    ),
  ),
  cover: Type.Optional(
    nullable(
      Type.Object({
        ref: Type.String({
          minLength: 1,
          maxLength: 2048,
          description: 'A URL, or a file as `/files/<id>` or by path.',
        }),
        refDark: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
        yPos: Type.Optional(Type.Number()),
        height: Type.Optional(Type.Integer({ minimum: 10, maximum: 700 })),
      }),
    ),
  ),
  layout: Type.Optional(
    nullable(Type.Partial(PageLayoutSchema, { description: 'Fields that are absent keep their values.' })),
  ),
  tags: Type.Optional(
    nullable(
      Type.Array(
        Type.Object({
          tag: Type.String({ minLength: 1, maxLength: 100 }),
          primary: Type.Optional(Type.Boolean()),
        }),
        { maxItems: MAX_TAGS },
      ),
    ),
  ),
};

const PageId = Type.String({ description: 'The id of the page.' });

const UpdatePage = Type.Object(
  {
    operation: Type.Literal('update_page'),
    page: PageId,
    ...PageFields,
    document: Type.Optional(NewContentSchema),
    ...OperationFields,
    target: Type.Optional(Target),
    into: Type.Optional(
      nullable(
        Type.String({
          description: 'The new parent, or null for the top level. Defaults to the current parent.',
        }),
      ),
    ),
    at: Type.Optional(At),
  },
  {
    description:
      'Changes a page: its content, its settings or its position. Absent fields keep their values.',
  },
);

/** An entry of the table of contents in whose place readers see the pages of a spec, as a repository declares it. */
const Computed = Type.Object(
  {
    type: Type.Literal('builtin:openapi'),
    props: Type.Optional(
      Type.Object({
        models: Type.Optional(Type.Boolean({ description: 'Adds a page with all schemas.' })),
        changelog: Type.Optional(Type.Boolean({ description: 'Adds a page with the changes of versions.' })),
        grouping: Type.Optional(
          Type.Literal('by-operation', {
            description: 'Each operation has a page of its own. By default, each tag has one.',
          }),
        ),
      }),
    ),
    dependencies: Type.Object({
      spec: Type.Object({
        ref: Type.Object({
          kind: Type.Literal('openapi'),
          spec: Type.String({ minLength: 1, maxLength: 200, description: 'The slug of the spec.' }),
        }),
      }),
    }),
  },
  {
    description:
      'For the type `computed`: the OpenAPI spec of the organization whose pages are shown in place of the entry.',
  },
);

const InsertPage = Type.Object(
  {
    operation: Type.Literal('insert_page'),
    type: Type.Optional(Type.Enum(['document', 'group', 'link', 'computed'], { default: 'document' })),
    ...PageFields,
    document: Type.Optional(NewContentSchema),
    target: Type.Optional(Target),
    computed: Type.Optional(Computed),
    into: Type.Optional(
      Type.String({
        description:
          'The parent: the id of a page, or the `ref` of a page that was inserted before. Defaults to the top level.',
      }),
    ),
    at: Type.Optional(At),
    ref: Type.Optional(Ref),
  },
  {
    description:
      'Adds a page, a group of pages, a link, or the pages of an OpenAPI spec. The title comes from the content if it has one, otherwise from `title`.',
  },
);

const DeletePage = Type.Object(
  { operation: Type.Literal('delete_page'), page: PageId },
  { description: 'Removes a page and the pages below it.' },
);

const RevertPage = Type.Object(
  {
    operation: Type.Literal('revert_page'),
    page: PageId,
    revision: Type.Optional(
      Type.String({ description: 'The revision to restore. Defaults to the base of the change request.' }),
    ),
    block: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 1000,
        description: 'The keys of the blocks to revert. Defaults to the whole page.',
      }),
    ),
  },
  {
    description:
      'Restores a page to its state in another revision: a page that was added is removed, a deleted page is restored with its id, and a changed page is reset.',
  },
);

const FileBytes = {
  url: Type.Optional(
    Type.String({ ...WebUrl, description: 'The public address from which the file is fetched.' }),
  ),
  base64: Type.Optional(
    Type.String({ maxLength: MAX_BASE64_LENGTH, description: 'The bytes, at most one megabyte.' }),
  ),
  upload: Type.Optional(
    Type.String({ description: 'The id of a file that was uploaded to the space in the last 24 hours.' }),
  ),
  ...NEW_FILE_FIELDS,
};

const InsertFiles = Type.Object(
  {
    operation: Type.Literal('insert_files'),
    files: Type.Array(
      Type.Object({
        ref: Type.Optional(Ref),
        name: Type.String({ minLength: 1, maxLength: 256 }),
        ...FileBytes,
      }),
      { minItems: 1, maxItems: MAX_FILES },
    ),
  },
  {
    description:
      'Adds files. Each has exactly one of `upload`, `url` and `base64`. A file that was uploaded keeps its id, so that the other changes can link to `/files/<id>`.',
  },
);

const UpdateFile = Type.Object(
  {
    operation: Type.Literal('update_file'),
    file: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    ...FileBytes,
  },
  { description: 'Renames a file, or replaces its bytes. Its id and all links to it are kept.' },
);

const DeleteFile = Type.Object({ operation: Type.Literal('delete_file'), file: Id });

const InsertReusable = Type.Object({
  operation: Type.Literal('insert_reusable_content'),
  title: Type.String({ minLength: 1, maxLength: MAX_TITLE_LENGTH }),
  document: NewContentSchema,
  ref: Type.Optional(Ref),
});

const UpdateReusable = Type.Object({
  operation: Type.Literal('update_reusable_content'),
  reusableContent: Id,
  title: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TITLE_LENGTH })),
  document: Type.Optional(NewContentSchema),
  ...OperationFields,
});

const DeleteReusable = Type.Object({
  operation: Type.Literal('delete_reusable_content'),
  reusableContent: Id,
});

const ContentChangeSchema = Type.Union([
  UpdatePage,
  InsertPage,
  DeletePage,
  RevertPage,
  InsertFiles,
  UpdateFile,
  DeleteFile,
  InsertReusable,
  UpdateReusable,
  DeleteReusable,
]);

export const ContentChangesBody = Type.Object(
  {
    changes: Type.Array(ContentChangeSchema, {
      minItems: 1,
      maxItems: MAX_CHANGES,
      description: 'The changes, in order. All of them are applied, or none.',
    }),
  },
  { title: 'ContentChangesBody' },
);

/** How the content of a page or reusable content changes. */
export type SentContent = Pick<Static<typeof UpdatePage>, 'document' | keyof typeof OperationFields>;
export type ContentChange = Static<typeof ContentChangeSchema>;
export type ChangeOf<Operation extends ContentChange['operation']> = Extract<
  ContentChange,
  { operation: Operation }
>;
export type PageFieldValues = Pick<ChangeOf<'update_page'>, keyof typeof PageFields>;
export type NewFile = Pick<ChangeOf<'update_file'>, keyof typeof FileBytes>;
