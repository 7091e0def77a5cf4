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

export const ImportContentBody = Type.Object({
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
  maxPages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_CRAWLED_PAGES,
      default: 1,
      description:
        'For a `website`: the maximum number of pages to read. They are found in its sitemap, or else by following links; their paths begin with the path of `url`.',
    }),
  ),
});

export const ImportResultSchema = Type.Object({
  revision: Type.String({
    description:
      'The revision that contains the imported content, or the current revision while the import is still running.',
  }),
  importedResources: Type.Integer({
    minimum: 0,
    description: 'Pages, groups, links, files and reusable contents that were imported.',
  }),
  totalResources: Type.Integer({
    minimum: 0,
    description: 'The number of resources that were found, including those that could not be imported.',
  }),
});

const STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof STATUSES)[number];

const ImportProblemSchema = Type.Object({
  path: Type.String({ description: 'The place in the source: a path or a URL.' }),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  reason: Type.String({ description: 'The kind of problem, for programs.' }),
  message: Type.String(),
});

export const ImportRunSchema = Type.Object(
  {
    object: Type.Literal('import-run'),
    id: Id,
    status: Type.Enum([...STATUSES]),
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
      Type.Object(
        {
          stage: Type.Enum([
            'fetching',
            'unpacking',
            'converting',
            'reading',
            'files',
            'writing',
            'committing',
          ]),
          done: Type.Optional(Type.Integer({ minimum: 0 })),
          total: Type.Optional(Type.Integer({ minimum: 0 })),
        },
        { description: 'The progress of the import while it is running.' },
      ),
    ),
    revision: Type.Optional(Type.String({ description: 'The revision that contains the imported content.' })),
    counts: Type.Optional(
      Type.Object({
        pages: Type.Integer({ minimum: 0 }),
        groups: Type.Integer({ minimum: 0 }),
        links: Type.Integer({ minimum: 0 }),
        files: Type.Integer({ minimum: 0 }),
        reusableContents: Type.Integer({ minimum: 0 }),
      }),
    ),
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
