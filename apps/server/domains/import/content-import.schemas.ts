import { type Static, Type } from 'typebox';
import { FetchedUrl, Id, ListQuery, Timestamp, Url } from '../../platform/http/schemas.ts';
import { ChangeRequestParamFields } from '../review/change-requests/change-requests.schemas.ts';

/** The sources of the public client, and repositories. */
export const SOURCES = [
  'website',
  'markdown',
  'html',
  'docx',
  'zip',
  'github-wiki',
  'repository',
  'notion',
  'confluence',
  'google-docs',
] as const;

/** A crawl reads at most as many pages of a website. */
export const MAX_CRAWLED_PAGES = 1000;

export const ImportContentBody = Type.Object(
  {
    url: Type.String({ ...FetchedUrl, description: 'The public address of the content.' }),
    source: Type.Enum([...SOURCES], {
      description:
        'The kind of source at the URL: one or more pages of a `website`; a `markdown`, `html` or `docx` file; a `zip` archive of such files or an export of another product (`notion` and `confluence` for theirs); a Git `repository` with documentation; or a `github-wiki`. `google-docs` is not implemented.',
    }),
    format: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z-]{1,30}$',
        description:
          'The format of the files in an archive or a repository. By default, it is detected automatically.',
      }),
    ),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'For a `repository`: the branch, tag or commit to read, such as `refs/heads/<branch>`. Defaults to the default branch.',
      }),
    ),
    repoProjectDirectory: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'For a `repository`: the directory with the documentation. Defaults to the root.',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Previews the import: `preview` of the response has the detected formats and why they fit, the pages and files, and the problems. Nothing is imported.',
      }),
    ),
    copyPictures: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Copies pictures that pages show from other hosts into the space. A picture that cannot be fetched keeps its address and is reported as a problem. Imports of a `website` and of single files always copy them.',
      }),
    ),
    maxPages: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CRAWLED_PAGES,
        default: 1,
        description:
          'For a `website`: the maximum number of pages to read. They are found in its sitemap, or else by following links; their paths begin with the path of `url`.',
      }),
    ),
  },
  { title: 'ImportContentBody' },
);

export const ImportResultSchema = Type.Object(
  {
    revision: Type.String({
      description:
        'The revision that contains the imported content, or the current revision while the import is still running.',
    }),
    importedResources: Type.Integer({
      minimum: 0,
      description: 'The number of pages, groups, links, files and reusable contents that were imported.',
    }),
    totalResources: Type.Integer({
      minimum: 0,
      description: 'The number of resources that were found, including those that could not be imported.',
    }),
  },
  { title: 'ImportResult' },
);

const Count = Type.Integer({ minimum: 0 });

export const CountsSchema = Type.Object(
  {
    pages: Count,
    groups: Count,
    links: Count,
    files: Count,
    reusableContents: Count,
  },
  { title: 'ImportCounts' },
);

const ImportPreviewSchema = Type.Object(
  {
    formats: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The value for `format`.' }),
        label: Type.String(),
        files: Type.Array(Type.String(), { description: 'The files that only this format has.' }),
        reason: Type.String({ description: 'Why the format fits.' }),
      }),
      { description: 'The formats that fit the source. By default, the first one is used.' },
    ),
    roots: Type.Array(
      Type.Object({
        path: Type.String({ description: 'The folder. Empty for the root of the source.' }),
        file: Type.String({
          description: 'The file that marks the folder as documentation, such as `mkdocs.yml`.',
        }),
        format: Type.String(),
        pages: Count,
      }),
      {
        description:
          'The folders of the source that contain documentation, each with the number of pages in and below it.',
      },
    ),
    counts: CountsSchema,
    pages: Type.Array(
      Type.Object({
        title: Type.String(),
        type: Type.Enum(['document', 'group', 'link']),
        level: Type.Integer({ minimum: 1, description: 'The level in the table of contents.' }),
        path: Type.Optional(Type.String({ description: 'The file of the page in the source, or its URL.' })),
        size: Type.Optional(
          Type.Integer({ minimum: 0, description: 'The size of the text as Markdown, in bytes.' }),
        ),
        isHidden: Type.Optional(Type.Boolean()),
      }),
      { description: 'The first 1,000 pages, in the order of the table of contents.' },
    ),
    files: Type.Array(
      Type.Object({
        path: Type.String({ description: 'The path in the source, or the address of an image.' }),
        name: Type.String(),
        size: Type.Optional(Count),
      }),
      { description: 'The first 1,000 files that would be imported.' },
    ),
    brokenLinks: Type.Integer({
      minimum: 0,
      description: 'The number of links and images whose targets are not in the source.',
    }),
    missingIncludes: Count,
    problemKinds: Type.Array(Type.Object({ reason: Type.String(), count: Count }), {
      description: 'The number of problems of each kind. `problems` lists the first 1,000.',
    }),
  },
  { description: 'The result of a dry run. Visible to users who can edit the space.' },
);
export type ImportPreview = Static<typeof ImportPreviewSchema>;

export const STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof STATUSES)[number];

export const ImportProblemSchema = Type.Object({
  path: Type.String({ description: 'The place in the source: a path or a URL.' }),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  reason: Type.String({ description: 'The kind of problem, for programs.' }),
  message: Type.String(),
});

export const ProgressFields = {
  stage: Type.Enum(['fetching', 'unpacking', 'converting', 'reading', 'files', 'writing', 'committing']),
  done: Type.Optional(Type.Integer({ minimum: 0 })),
  total: Type.Optional(Type.Integer({ minimum: 0 })),
};

export const ImportRunSchema = Type.Object(
  {
    object: Type.Literal('import-run'),
    id: Id,
    status: Type.Enum([...STATUSES]),
    dryRun: Type.Optional(
      Type.Literal(true, {
        description:
          'Present for a dry run, which imports nothing and has a `preview` once it has completed.',
      }),
    ),
    createdAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    updatedAt: Timestamp,
    completedAt: Type.Optional(Timestamp),
    source: Type.Object({
      type: Type.Enum([...SOURCES]),
      url: Url,
      format: Type.Optional(Type.String({ description: 'The format in which the files were read.' })),
    }),
    target: Type.Object({ space: Id, changeRequest: Type.Optional(Id), page: Type.Optional(Id) }),
    createdBy: Id,
    progress: Type.Optional(
      Type.Object(ProgressFields, { description: 'The progress of the import while it is running.' }),
    ),
    revision: Type.Optional(Type.String({ description: 'The revision that contains the imported content.' })),
    counts: Type.Optional(CountsSchema),
    preview: Type.Optional(ImportPreviewSchema),
    totalResources: Type.Optional(Type.Integer({ minimum: 0 })),
    pages: Type.Optional(
      Type.Array(Type.Object({ id: Id, type: Type.Literal('page'), status: Type.Literal('complete') }), {
        description: 'The top-level pages of the imported content.',
      }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why it failed, for programs.' })),
    message: Type.Optional(Type.String({ description: 'Why it failed, for people.' })),
    problems: Type.Optional(
      Type.Array(ImportProblemSchema, {
        description:
          'The first 1,000 problems: content that could not be imported, or not as intended. Absent in lists.',
      }),
    ),
    problemCount: Type.Integer({ minimum: 0 }),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'ImportRun' },
);
export type ImportRun = Static<typeof ImportRunSchema>;
export type ImportProgress = NonNullable<ImportRun['progress']>;

export const SpaceParams = Type.Object({ spaceId: Id });
export const PageParams = Type.Object({ spaceId: Id, pageId: Id });
export const ChangeRequestParams = Type.Object(ChangeRequestParamFields);
export const ChangeRequestPageParams = Type.Object({ ...ChangeRequestParamFields, pageId: Id });
export const ImportParams = Type.Object({ spaceId: Id, importId: Id });
export const ListImportsQuery = Type.Object({
  ...ListQuery,
  status: Type.Optional(
    Type.Enum(['active', ...STATUSES], { description: '`active`: only imports that have not ended.' }),
  ),
});
