import { type Static, Type } from 'typebox';
import { FetchedUrl, Id, ListQuery, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { UploadQuery } from '../../content/uploads/uploads.schemas.ts';
import {
  CountsSchema,
  ImportProblemSchema,
  MAX_CRAWLED_PAGES,
  ProgressFields,
  SOURCES,
  STATUSES,
} from '../content-import.schemas.ts';

/** Roots that one import takes, and that a dry run examines. */
export const MAX_ROOTS = 20;

const SpaceTitle = Type.String({ minLength: 1, maxLength: 50 });

export const ImportIntoOrganizationBody = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        ...FetchedUrl,
        description: 'The address of a Git repository, a website, an archive or a document.',
      }),
    ),
    upload: Type.Optional(
      Type.String({ description: 'Instead of `url`: the id of a file that was uploaded for an import.' }),
    ),
    source: Type.Optional(
      Type.Enum([...SOURCES], {
        description:
          'The kind of source, as for an import into a space. By default, it is detected automatically.',
      }),
    ),
    credentials: Type.Optional(
      Type.Object(
        {
          username: Type.String({ maxLength: 1000 }),
          password: Type.String({ minLength: 1, maxLength: 10_000, description: 'A password or token.' }),
        },
        {
          description:
            'For a repository. Credentials are stored encrypted, and deleted when the import ends.',
        },
      ),
    ),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'For a repository: the branch, tag or commit.',
      }),
    ),
    repoProjectDirectory: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'For a repository: the directory to read. Files outside of it are ignored.',
      }),
    ),
    maxPages: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CRAWLED_PAGES,
        default: 100,
        description: 'For a website: the maximum number of pages to read.',
      }),
    ),
    copyPictures: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Copies pictures that pages show from other hosts into the spaces.',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Examines the source without creating anything.' }),
    ),
    roots: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ maxLength: 1024, description: 'The folder, as a dry run lists it.' }),
          title: Type.Optional(
            Type.String({
              ...SpaceTitle,
              description: 'The title of the space. Defaults to the title of the root.',
            }),
          ),
          format: Type.Optional(
            Type.String({
              pattern: '^[a-z][a-z-]{1,30}$',
              description: 'The format of the files. Defaults to the format of the root.',
            }),
          ),
        }),
        {
          minItems: 1,
          maxItems: MAX_ROOTS,
          description:
            'The sets of documentation to import; each becomes a space. Defaults to the first one that a dry run lists.',
        },
      ),
    ),
    space: Type.Optional(
      Type.String({
        description:
          'The space to which the pages of a single root are added. Without it, each root becomes a new space.',
      }),
    ),
    parent: Type.Optional(Type.String({ description: 'The collection of the new spaces.' })),
    collection: Type.Optional(
      Type.Object({ title: SpaceTitle }, { description: 'A new collection for the new spaces.' }),
    ),
    site: Type.Optional(
      Type.Object(
        { title: Type.String({ minLength: 2, maxLength: 128 }) },
        {
          description:
            'A new site with the new spaces, each in a section of its own if there are several. It is not published.',
        },
      ),
    ),
    sync: Type.Optional(
      Type.Enum(['import', 'both'], {
        description:
          'For roots of Markdown in a repository: connects each new space with its folder instead of importing it once. `import`: the space follows the repository. `both`: each follows the other. Requires a token with the scope `admin`.',
      }),
    ),
  },
  { title: 'ImportIntoOrganizationBody' },
);
export type ImportBody = Static<typeof ImportIntoOrganizationBody>;

const Count = Type.Integer({ minimum: 0 });

const ImportRootSchema = Type.Object(
  {
    path: Type.String({ description: 'The folder; empty for the whole source.' }),
    file: Type.Optional(
      Type.String({ description: 'The file that marks the folder as documentation, such as `mkdocs.yml`.' }),
    ),
    format: Type.String({ description: 'The value for `format`; `website` for pages of a website.' }),
    product: Type.String({ description: 'The product that the files come from.' }),
    title: Type.String(),
    isSuggested: Type.Boolean({
      description:
        'Whether the root probably is documentation to import, and not, for example, a test fixture.',
    }),
    status: Type.Enum(['found', 'waiting', 'imported', 'connected', 'failed'], {
      description:
        '`found`: the root was found by a dry run. `waiting`: its import has not started or not ended. `connected`: its space is connected to the repository, and its first sync has a report of its own.',
    }),
    pages: Type.Optional(
      Type.Array(
        Type.Object({
          title: Type.String(),
          type: Type.Enum(['document', 'group', 'link']),
          level: Type.Integer({ minimum: 1 }),
        }),
        { description: 'For a dry run: the first 100 entries of the table of contents. Absent in lists.' },
      ),
    ),
    counts: Type.Optional(CountsSchema),
    fileCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'For a root that was not examined: the number of files with pages in the folder.',
      }),
    ),
    brokenLinks: Type.Optional(Count),
    missingIncludes: Type.Optional(Count),
    missingSpecs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The slugs of OpenAPI specs that pages show and that the organization does not have.',
      }),
    ),
    problemCount: Type.Optional(Count),
    problemKinds: Type.Optional(Type.Array(Type.Object({ reason: Type.String(), count: Count }))),
    problems: Type.Optional(
      Type.Array(ImportProblemSchema, { description: 'The first problems. Absent in lists.' }),
    ),
    space: Type.Optional(Id),
    revision: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String({ description: 'Why this root failed, for programs.' })),
    message: Type.Optional(Type.String({ description: 'Why this root failed, for people.' })),
  },
  { title: 'ImportRoot' },
);
export type ImportRoot = Static<typeof ImportRootSchema>;

export const OrganizationImportSchema = Type.Object(
  {
    object: Type.Literal('organization-import'),
    id: Id,
    status: Type.Enum([...STATUSES]),
    dryRun: Type.Optional(Type.Literal(true)),
    createdAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    updatedAt: Timestamp,
    completedAt: Type.Optional(Timestamp),
    createdBy: Id,
    source: Type.Object({
      type: Type.Optional(Type.Enum([...SOURCES], { description: 'Absent until it has been detected.' })),
      url: Type.Optional(Url),
      file: Type.Optional(Type.String({ description: 'The name of the uploaded file.' })),
      upload: Type.Optional(Type.String({ description: 'The id of the uploaded file.' })),
      ref: Type.Optional(Type.String()),
      repoProjectDirectory: Type.Optional(Type.String()),
    }),
    progress: Type.Optional(
      Type.Object({
        ...ProgressFields,
        root: Type.Optional(
          Type.Object(
            {
              number: Type.Integer({ minimum: 1 }),
              count: Type.Integer({ minimum: 1 }),
              title: Type.String(),
            },
            { description: 'The root that is being read.' },
          ),
        ),
      }),
    ),
    product: Type.Optional(Type.String({ description: 'The product that the content comes from.' })),
    roots: Type.Array(ImportRootSchema, {
      description: `The sets of documentation. For a dry run: those that were found, the first ${MAX_ROOTS} of them examined. For an import: those that were requested.`,
    }),
    rootCount: Count,
    problemCount: Count,
    space: Type.Optional(Id),
    parent: Type.Optional(Id),
    site: Type.Optional(Type.String({ description: 'The site that was created.' })),
    reason: Type.Optional(Type.String({ description: 'Why it failed, for programs.' })),
    message: Type.Optional(Type.String({ description: 'Why it failed, for people.' })),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'OrganizationImport' },
);
export type OrganizationImport = Static<typeof OrganizationImportSchema>;

export const ImportUploadQuery = Type.Object({
  ...UploadQuery.properties,
  space: Type.Optional(Type.String({ description: 'The space that the file will be imported into.' })),
  parent: Type.Optional(Type.String({ description: 'The collection of the new spaces.' })),
});

export const OrganizationParams = Type.Object({ organizationId: Id });
export const OrganizationImportParams = Type.Object({ organizationId: Id, importId: Id });
export const ListOrganizationImportsQuery = Type.Object({
  ...ListQuery,
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Whether to list dry runs instead.' })),
});
