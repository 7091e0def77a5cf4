import { Type } from 'typebox';
import { Id, ListQuery, Timestamp, Url } from '../../http/schemas.ts';

const GitBlob = Type.Object({
  oid: Type.String(),
  path: Type.String({ description: 'From the repository’s root.' }),
});

/** A reference by kind: `page`, `anchor`, `file`, `url`, `reusable-content`, `tag`, … with the ids of that kind. */
const ContentRef = Type.Object({ kind: Type.String() }, { additionalProperties: true });

export const DocumentSchema = Type.Object(
  {
    object: Type.Literal('document'),
    data: Type.Object({}, { additionalProperties: true }),
    nodes: Type.Array(Type.Object({}, { additionalProperties: true, description: 'Blocks.' })),
  },
  { $id: 'Document' },
);

export const PageSchema = Type.Object(
  {
    id: Id,
    type: Type.Enum(['document', 'group', 'link', 'computed']),
    title: Type.String(),
    linkTitle: Type.Optional(
      Type.String({ description: 'The label in the table of contents, where it differs.' }),
    ),
    icon: Type.Optional(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Type.Optional(Type.String()),
    path: Type.Optional(Type.String({ description: 'The slugs from the top, joined by “/”.' })),
    description: Type.Optional(Type.String()),
    documentId: Type.Optional(Type.String()),
    pages: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true, description: 'Pages below it.' })),
    ),
    git: Type.Optional(GitBlob),
    layout: Type.Optional(Type.Object({}, { additionalProperties: true })),
    cover: Type.Optional(
      Type.Object({ ref: ContentRef, refDark: Type.Optional(ContentRef), yPos: Type.Number() }),
    ),
    variables: Type.Optional(Type.Object({}, { additionalProperties: true })),
    hidden: Type.Optional(Type.Boolean()),
    noIndex: Type.Optional(Type.Boolean()),
    noRobotsIndex: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(Type.Object({ tag: ContentRef, primary: Type.Optional(Type.Boolean()) }))),
    target: Type.Optional(ContentRef),
    href: Type.Optional(Type.String()),
    computed: Type.Optional(Type.Object({}, { additionalProperties: true })),
    document: Type.Optional(Type.Ref('Document')),
    markdown: Type.Optional(Type.String({ description: 'The whole source.' })),
    urls: Type.Optional(Type.Object({ app: Url })),
  },
  { $id: 'Page' },
);

export const FileSchema = Type.Object(
  {
    id: Id,
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Type.String({ description: 'Stable, and open to whoever knows it.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    dimensions: Type.Optional(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
    git: Type.Optional(GitBlob),
  },
  { $id: 'File' },
);

export const ReusableContentSchema = Type.Object(
  { id: Id, title: Type.String(), document: Type.String(), git: Type.Optional(GitBlob) },
  { $id: 'ReusableContent' },
);

export const RevisionSchema = Type.Object(
  {
    object: Type.Literal('revision'),
    id: Id,
    parents: Type.Array(Id),
    type: Type.String(),
    pages: Type.Array(Type.Ref('Page')),
    files: Type.Array(Type.Ref('File')),
    reusableContents: Type.Array(Type.Ref('ReusableContent')),
    tags: Type.Array(
      Type.Object({
        slug: Type.String(),
        label: Type.String(),
        color: Type.String(),
        icon: Type.Optional(Type.String()),
        emoji: Type.Optional(Type.String()),
      }),
    ),
    variables: Type.Object({}, { additionalProperties: true }),
    createdAt: Timestamp,
    git: Type.Optional(
      Type.Object({
        oid: Type.String(),
        message: Type.String(),
        createdByService: Type.Boolean(),
        createdByGitBook: Type.Boolean(),
        url: Type.Optional(Type.String()),
        ref: Type.Optional(Type.String()),
      }),
    ),
    urls: Type.Object({ app: Url }),
  },
  { $id: 'Revision' },
);

export const SHARED_CONTENT_SCHEMAS = [
  DocumentSchema,
  PageSchema,
  FileSchema,
  ReusableContentSchema,
  RevisionSchema,
];

const flag = (description: string) => Type.Optional(Type.Boolean({ default: true, description }));

const Flags = {
  metadata: flag('`false` leaves out what Git knows about the content.'),
  computed: flag('`false` shows computed pages as they are declared instead of computing them.'),
};

const DocumentOptions = {
  evaluated: Type.Optional(
    Type.Enum(['true', 'false', 'deterministic-only'], {
      description: 'Accepted; expressions are left as they are.',
    }),
  ),
  dereferenced: Type.Optional(
    Type.Enum(['true', 'false', 'reusable-contents'], {
      description: 'Puts the blocks of reusable contents in place of the references to them.',
    }),
  ),
};

export const RevisionQuery = Type.Object(Flags);
export const FilesQuery = Type.Object({ ...ListQuery, ...Flags });
export const PageQuery = Type.Object({
  ...Flags,
  ...DocumentOptions,
  format: Type.Optional(Type.Enum(['document', 'markdown'], { default: 'document' })),
  'format.markdown.refs': Type.Optional(
    Type.Enum(['relative', 'stable'], { default: 'relative', description: '`stable`: references by id.' }),
  ),
});
export const DocumentQuery = Type.Object({
  ...DocumentOptions,
  schema: Type.Optional(Type.Enum(['current', 'next'])),
});

export const SpaceParams = { spaceId: Id };
export const RevisionParams = { ...SpaceParams, revisionId: Id };
