import type { Block, JSONDocument } from '@lectern/markdown/document';
import { type Static, Type } from 'typebox';
import { FILE_QUERY_FIELDS, PAGE_BY_PATH_FIELDS } from '../../compat/unsupported-fields.ts';
import { Id, ListQuery, mapOf, refTo, Timestamp, Url } from '../../platform/http/schemas.ts';

const GitBlob = Type.Object(
  {
    oid: Type.String(),
    path: Type.String({ description: 'The path from the root of the repository.' }),
  },
  { title: 'GitBlob' },
);

/** The target of a reference, by kind. */
export const ContentRefSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
    Type.Object({ kind: Type.Literal('page'), page: Id, space: Type.Optional(Id) }),
    Type.Object({
      kind: Type.Literal('anchor'),
      anchor: Type.String(),
      page: Type.Optional(Id),
      space: Type.Optional(Id),
    }),
    Type.Object({ kind: Type.Literal('file'), file: Id, space: Type.Optional(Id) }),
    Type.Object({
      kind: Type.Literal('reusable-content'),
      reusableContent: Id,
      space: Type.Optional(Id),
    }),
    Type.Object({ kind: Type.Literal('tag'), tag: Type.String(), space: Type.Optional(Id) }),
  ],
  { $id: 'ContentRef' },
);
export type ContentRef = Static<typeof ContentRefSchema>;
const ContentReference = refTo(ContentRefSchema);

/** Blocks are what `documents/document.ts` says; their fields differ by their type. */
export const DocumentSchema = Type.Object(
  {
    object: Type.Literal('document'),
    data: mapOf(Type.Unknown()),
    nodes: Type.Array(
      Type.Unsafe<Block>(
        Type.Object(
          { object: Type.Literal('block'), type: Type.String() },
          { title: 'DocumentBlock', additionalProperties: true },
        ),
      ),
    ),
    meta: Type.Optional(mapOf(Type.Unknown())),
  },
  { $id: 'Document' },
);

/** The rules of documents decide what it may contain. */
export const ReceivedBlock = Type.Object(
  { type: Type.String() },
  { title: 'DocumentBlock', additionalProperties: true },
);

export const MAX_TEXT_LENGTH = 20_000;

/** A text that somebody writes about content: Markdown, or a document. */
export const TextBodySchema = Type.Union(
  [
    Type.Object({ markdown: Type.String({ maxLength: MAX_TEXT_LENGTH }) }),
    Type.Object({
      document: Type.Unsafe<JSONDocument>(
        Type.Object(
          {
            object: Type.Literal('document'),
            data: Type.Optional(Type.Object({}, { additionalProperties: true })),
            nodes: Type.Array(ReceivedBlock),
          },
          {
            description:
              'The blocks. As Markdown, they must not be longer than the maximum length of `markdown`.',
          },
        ),
      ),
    }),
  ],
  {
    title: 'TextBody',
    description: 'The text, as Markdown or as a document. To mention a user, link to `/users/<id>`.',
  },
);
export type TextBody = Static<typeof TextBodySchema>;
/** The client sends an empty object where there is no text. */
export type NoTextBody = Record<string, never>;
export const NoTextBodySchema = Type.Unsafe<NoTextBody>(
  Type.Object({}, { additionalProperties: false, description: 'No text.' }),
);

const Variables = mapOf(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

export const PageLayoutSchema = Type.Object(
  {
    width: Type.Enum(['default', 'wide']),
    cover: Type.Boolean(),
    coverSize: Type.Enum(['full', 'hero', 'background']),
    coverMask: Type.Enum(['radial', 'none']),
    title: Type.Boolean(),
    description: Type.Boolean(),
    tableOfContents: Type.Boolean(),
    outline: Type.Boolean(),
    pagination: Type.Boolean(),
    metadata: Type.Boolean(),
    tags: Type.Boolean(),
    actions: Type.Boolean(),
    anchors: Type.Boolean(),
  },
  { title: 'PageLayout' },
);

export const PageMetaLinksSchema = Type.Object(
  { canonical: Type.Optional(ContentReference), alternates: Type.Optional(Type.Array(ContentReference)) },
  { $id: 'PageMetaLinks' },
);

const PageBase = {
  id: Id,
  title: Type.String(),
  linkTitle: Type.Optional(
    Type.String({ description: 'The label in the table of contents, if it differs from the title.' }),
  ),
  emoji: Type.Optional(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

const Hidden = Type.Boolean({ description: 'Whether the page is hidden from the table of contents.' });
const NoIndex = Type.Boolean({ description: 'Whether the page is excluded from search results.' });
const NoRobotsIndex = Type.Boolean({
  description: 'Whether search engines are asked not to index the page.',
});
const Slug = Type.String();
const Path = Type.String({ description: 'The slugs of the page and its ancestors, joined by “/”.' });
const kind = <T extends string>(value: T) =>
  Type.Literal(value, {
    deprecated: true,
    description: 'For older clients, which read this instead of `type`.',
  });

const DocumentPageFields = Type.Object({
  ...PageBase,
  type: Type.Literal('document'),
  kind: kind('sheet'),
  urls: Type.Object({ app: Url }),
  icon: Type.Optional(Type.String()),
  slug: Slug,
  path: Path,
  description: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String({ description: 'Absent if the page has no source.' })),
  git: Type.Optional(GitBlob),
  layout: PageLayoutSchema,
  cover: Type.Optional(
    Type.Object({
      ref: ContentReference,
      refDark: Type.Optional(ContentReference),
      yPos: Type.Number(),
      height: Type.Optional(Type.Number({ minimum: 10, maximum: 700, description: 'The height in pixels.' })),
    }),
  ),
  variables: Type.Optional(Variables),
  hidden: Hidden,
  noIndex: NoIndex,
  noRobotsIndex: NoRobotsIndex,
  metaLinks: Type.Optional(refTo(PageMetaLinksSchema)),
  tags: Type.Array(Type.Object({ tag: ContentReference, primary: Type.Optional(Type.Boolean()) })),
  condition: Type.Optional(
    Type.String({
      description: 'The expression that decides which visitors of a site see the page.',
    }),
  ),
  computed: Type.Optional(
    Type.Unknown({
      description: 'The source of the document of a page that is generated from an OpenAPI spec.',
    }),
  ),
  computedSeed: Type.Optional(Type.String({ description: 'The seed that the ids are derived from.' })),
  document: Type.Optional(refTo(DocumentSchema)),
  frontMatter: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'With `ranges=true`: the whole front matter, including keys without a meaning here.',
    }),
  ),
  revision: Type.Optional(
    Type.String({ description: 'With `ranges=true`: the revision of the page, for `If-Match`.' }),
  ),
  markdown: Type.Optional(
    Type.String({ description: 'The complete Markdown source, including front matter.' }),
  ),
});

const GroupPageFields = Type.Object({
  ...PageBase,
  type: Type.Literal('group'),
  kind: kind('group'),
  slug: Slug,
  path: Path,
  hidden: Hidden,
  noIndex: NoIndex,
  noRobotsIndex: NoRobotsIndex,
});

const LinkPageSchema = Type.Object({
  ...PageBase,
  type: Type.Literal('link'),
  kind: kind('link'),
  hidden: Hidden,
  target: ContentReference,
  href: Type.Optional(
    Type.String({ description: 'The target as written, if it is outside the space or does not exist.' }),
  ),
});

const ComputedPageSchema = Type.Object({
  ...PageBase,
  type: Type.Literal('computed'),
  computed: Type.Unknown({ description: 'The definition as written in the table of contents.' }),
});

export interface DocumentPage extends Static<typeof DocumentPageFields> {
  pages: Page[];
}
interface GroupPage extends Static<typeof GroupPageFields> {
  pages: Page[];
}
export type LinkPage = Static<typeof LinkPageSchema>;
/** Written out because a page holds pages. */
export type Page = DocumentPage | GroupPage | LinkPage | Static<typeof ComputedPageSchema>;

const Pages = Type.Array(Type.Unsafe<Page>(Type.Ref('Page')), { description: 'The child pages.' });

export const PageSchema = Type.Union(
  [
    Type.Object({ ...DocumentPageFields.properties, pages: Pages }),
    Type.Object({ ...GroupPageFields.properties, pages: Pages }),
    LinkPageSchema,
    ComputedPageSchema,
  ],
  { $id: 'Page' },
);

const TreePageFields = Type.Object({
  id: Id,
  type: Type.Enum(['document', 'group', 'link', 'computed']),
  title: Type.String(),
  linkTitle: PageBase.linkTitle,
  emoji: PageBase.emoji,
  icon: Type.Optional(Type.String()),
  hidden: Type.Optional(
    Type.Literal(true, { description: 'Present if the page is hidden from the table of contents.' }),
  ),
  target: Type.Optional(ContentReference),
  href: LinkPageSchema.properties.href,
});

export interface TreePage extends Static<typeof TreePageFields> {
  pages?: TreePage[];
}

export const TreePageSchema = Type.Object(
  {
    ...TreePageFields.properties,
    pages: Type.Optional(
      Type.Array(Type.Unsafe<TreePage>(Type.Ref('TreePage')), {
        description: 'The child pages. Absent if there are none.',
      }),
    ),
  },
  { $id: 'TreePage' },
);

export const FileSchema = Type.Object(
  {
    id: Id,
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Type.String({
      description: 'A stable address that needs no token. Anyone who knows it can read the file.',
    }),
    size: Type.Integer({ description: 'The size in bytes.' }),
    dimensions: Type.Optional(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
    git: Type.Optional(GitBlob),
  },
  { $id: 'File' },
);

export const ReusableContentSchema = Type.Object(
  { id: Id, title: Type.String(), document: Type.String(), git: Type.Optional(GitBlob) },
  { $id: 'ReusableContent' },
);

export const RevisionGitSchema = Type.Object(
  {
    oid: Type.String(),
    message: Type.String(),
    createdByService: Type.Boolean(),
    createdByGitBook: Type.Boolean(),
    url: Type.Optional(Type.String()),
    ref: Type.Optional(Type.String()),
  },
  { title: 'RevisionGit' },
);

export const RevisionSchema = Type.Object(
  {
    object: Type.Literal('revision'),
    id: Id,
    parents: Type.Array(Id),
    type: Type.String(),
    pages: Type.Array(refTo(PageSchema)),
    files: Type.Array(refTo(FileSchema)),
    reusableContents: Type.Array(refTo(ReusableContentSchema)),
    tags: Type.Array(
      Type.Object({
        slug: Type.String(),
        label: Type.String(),
        color: Type.String(),
        icon: Type.Optional(Type.String()),
        emoji: Type.Optional(Type.String()),
      }),
    ),
    variables: Variables,
    createdAt: Timestamp,
    git: Type.Optional(RevisionGitSchema),
    mergedFrom: Type.Optional(
      Type.Unsafe<object>(
        Type.Object(
          { object: Type.Literal('change-request'), id: Id, number: Type.Integer() },
          {
            additionalProperties: true,
            description: 'For a revision of the type `merge`: the change request that was merged.',
          },
        ),
      ),
    ),
    urls: Type.Object({ app: Url }),
  },
  { $id: 'Revision' },
);

export const SHARED_CONTENT_SCHEMAS = [
  ContentRefSchema,
  DocumentSchema,
  PageMetaLinksSchema,
  PageSchema,
  TreePageSchema,
  FileSchema,
  ReusableContentSchema,
  RevisionSchema,
];

const flag = (description: string) => Type.Optional(Type.Boolean({ default: true, description }));

const Flags = {
  metadata: flag('`false` omits the `git` fields of the revision, pages and files.'),
  computed: flag(
    'By default, the pages of OpenAPI entries are computed from the latest version of the spec. `false` returns the entries as declared.',
  ),
};

/** For content that does not depend on which pages are shown. */
const FlagsWithoutPages = {
  metadata: Flags.metadata,
  ...FILE_QUERY_FIELDS,
};

const DocumentOptions = {
  evaluated: Type.Optional(
    Type.Enum(['true', 'false', 'deterministic-only'], {
      default: 'false',
      description:
        'Whether conditions and expressions are evaluated: conditional content is included or removed, and expressions are replaced by their values. `deterministic-only` leaves time-dependent expressions unevaluated. Members are evaluated as visitors without claims.',
    }),
  ),
  dereferenced: Type.Optional(
    Type.Enum(['true', 'false', 'reusable-contents'], {
      description: 'Replaces references to reusable contents with their blocks, or with their Markdown.',
    }),
  ),
};

export const RevisionQuery = Type.Object(Flags);
export const TreeQuery = Type.Object({ computed: Flags.computed });
export const FileQuery = Type.Object(FlagsWithoutPages);
export const FilesQuery = Type.Object({ ...ListQuery, ...FlagsWithoutPages });
export const PageQuery = Type.Object({
  ...Flags,
  ...DocumentOptions,
  format: Type.Optional(Type.Enum(['document', 'markdown'], { default: 'document' })),
  ranges: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Adds to each block its `range` in the source, and its `source` if its form does not show it, and to the page its `frontMatter` and `revision`. Requires the role `edit`.',
    }),
  ),
  'format.markdown.refs': Type.Optional(
    Type.Enum(['relative', 'stable'], {
      default: 'relative',
      description:
        '`relative` keeps links as written. `stable` writes links with ids, so that they still work after pages are moved.',
    }),
  ),
});
export const HtmlQuery = Type.Object({
  block: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The `key` of a block of the page. Defaults to the whole page.',
    }),
  ),
});
export const RenderedHtmlSchema = Type.Object({
  object: Type.Literal('rendered-html'),
  html: Type.String({ description: 'HTML without scripts, to embed in a page.' }),
});
export const PageByPathQuery = Type.Object({
  ...PageQuery.properties,
  ...PAGE_BY_PATH_FIELDS,
});
export const DocumentSchemaQuery = Type.Object({
  schema: Type.Optional(
    Type.Enum(['current'], {
      description: 'The version of the document schema. Only `current` is supported.',
    }),
  ),
});
export const DocumentQuery = Type.Object({ ...DocumentOptions, ...DocumentSchemaQuery.properties });

export const SpaceParams = { spaceId: Id };
export const RevisionParams = { ...SpaceParams, revisionId: Id };

/** A document as a caller writes it; its blocks are checked by `receiveField`. */
export const documentInput = (description: string) =>
  Type.Object(
    {
      object: Type.Literal('document'),
      data: Type.Optional(Type.Object({}, { additionalProperties: true })),
      nodes: Type.Array(
        Type.Object({ object: Type.Literal('block'), type: Type.String() }, { additionalProperties: true }),
      ),
    },
    { description },
  );
