import { type Static, Type } from 'typebox';
import { NEW_SPACE_FIELDS } from '../../../compat/unsupported-fields.ts';
import { LANGUAGES } from '../../../platform/http/languages.ts';
import { SpaceMergeRulesSchema } from '../../../platform/http/merge-rules.schemas.ts';
import {
  DefaultLevelSchema,
  EMOJI_PATTERN,
  Id,
  ListQuery,
  nullable,
  refTo,
  Timestamp,
  Url,
  WebUrl,
} from '../../../platform/http/schemas.ts';

const EditMode = Type.Enum(['live', 'locked'], {
  description: '`live`: content can be changed. `locked`: every change to the content is rejected.',
});
const Language = Type.Enum(LANGUAGES);
const Title = Type.String({
  maxLength: 50,
  description: 'The title. If it is blank, “Untitled” is stored instead.',
});
const Emoji = Type.String({
  maxLength: 50,
  description: 'An emoji, or its hexadecimal code points joined by “-”.',
});
const NewEmoji = Type.String({ ...Emoji, pattern: EMOJI_PATTERN });
export const GitReportEntry = Type.Object(
  {
    severity: Type.Enum(['warning', 'error']),
    reason: Type.Optional(
      Type.String({
        description: 'The kind of problem, for programs. Absent in reports of earlier versions.',
      }),
    ),
    path: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    message: Type.String(),
  },
  { title: 'GitReportEntry' },
);

export const GitCounts = Type.Object(
  {
    pages: Type.Integer(),
    groups: Type.Integer(),
    links: Type.Integer(),
    computed: Type.Integer(),
    files: Type.Integer(),
    reusableContents: Type.Integer(),
    changed: Type.Integer({ description: 'Documents and files that were read.' }),
  },
  { title: 'GitCounts' },
);

export type GitReport = Static<typeof GitReportEntry>[];

/** The Git connection of a space with its last operation, whose report only `git/info` returns. */
export const GitSyncSchema = Type.Object(
  {
    repoName: Type.Optional(Type.String()),
    installationId: Type.String(),
    installationStatus: Type.Enum(['active', 'pending', 'unauthenticated']),
    installationProvider: Type.Optional(Type.Enum(['github', 'gitlab', 'github-legacy'])),
    integration: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    updatedAt: Type.Optional(Timestamp),
    operation: Type.Optional(
      Type.Object({
        state: Type.Enum(['running', 'success', 'failure', 'timeout']),
        direction: Type.Enum(['import', 'export', 'sync']),
        startedAt: Timestamp,
        endedAt: Type.Optional(Timestamp),
        error: Type.Optional(Type.String()),
        reason: Type.Optional(
          Type.String({ description: 'Why the operation failed: a stable name for programs.' }),
        ),
        seconds: Type.Optional(Type.Number()),
        revision: Type.Optional(Id),
        commit: Type.Optional(Type.String()),
        isUnchanged: Type.Optional(Type.Boolean()),
        stage: Type.Optional(
          Type.Enum(['fetching', 'arranging', 'reading', 'writing', 'indexing', 'pushing'], {
            description:
              'The current step of a running operation. An import fetches the repository, determines the page tree, reads new and changed files, writes the revision, and updates the search index. An export writes the commit and pushes it.',
          }),
        ),
        phase: Type.Optional(
          Type.String({ description: 'What Git is doing while it fetches, or why it restarts.' }),
        ),
        percent: Type.Optional(Type.Number({ description: 'The completed share of the phase, in percent.' })),
        receivedBytes: Type.Optional(Type.Integer({ description: 'The number of bytes fetched so far.' })),
        done: Type.Optional(Type.Integer()),
        total: Type.Optional(Type.Integer()),
        counts: Type.Optional(GitCounts),
        report: Type.Optional(Type.Array(GitReportEntry)),
        reportTotal: Type.Optional(
          Type.Integer({
            description: 'The number of entries in the report, including those that are not listed.',
          }),
        ),
      }),
    ),
  },
  { $id: 'GitSync' },
);

type GitOperation = NonNullable<Static<typeof GitSyncSchema>['operation']>;
/** The progress of a running operation; empty once it has ended. */
export type GitProgress = Pick<
  GitOperation,
  'stage' | 'phase' | 'percent' | 'receivedBytes' | 'done' | 'total'
>;
/** The result of a successful operation, without its report. */
export type GitOutcome = Required<
  Pick<GitOperation, 'revision' | 'isUnchanged' | 'seconds' | 'counts' | 'reportTotal'>
> &
  Pick<GitOperation, 'commit'>;

export const SpaceSchema = Type.Object(
  {
    object: Type.Literal('space'),
    id: Id,
    title: Type.String(),
    emoji: Emoji,
    visibility: Type.Enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Type.Optional(Timestamp),
    editMode: EditMode,
    mergeRules: SpaceMergeRulesSchema,
    urls: Type.Object({
      location: Url,
      app: Url,
      published: Type.Optional(Url),
      public: Type.Optional(Url),
      icon: Type.Optional(Url),
    }),
    organization: Id,
    parent: Type.Optional(Id),
    language: Type.Optional(Language),
    gitSync: Type.Optional(refTo(GitSyncSchema)),
    revision: Id,
    defaultLevel: DefaultLevelSchema,
    comments: Type.Integer(),
    changeRequests: Type.Integer(),
    changeRequestsOpen: Type.Integer(),
    changeRequestsDraft: Type.Integer(),
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      admin: Type.Boolean(),
      viewInviteLinks: Type.Boolean(),
      edit: Type.Boolean(),
      triggerGitSync: Type.Boolean(),
      comment: Type.Boolean(),
      merge: Type.Boolean(),
      review: Type.Boolean(),
      installIntegration: Type.Boolean(),
    }),
  },
  { $id: 'Space' },
);

export const SHARED_SPACE_SCHEMAS = [GitSyncSchema, SpaceSchema];

export const SpaceParams = Type.Object({ spaceId: Id });
export const OrganizationParams = Type.Object({ organizationId: Id });
export const SpaceQuery = Type.Object({
  shareKey: Type.Optional(
    Type.String({ description: 'Affects only published URLs in the response. Does not grant access.' }),
  ),
});
export const ListSpacesQuery = Type.Object(ListQuery);
export const ListOrganizationSpacesQuery = Type.Object({
  ...ListQuery,
  deleted: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'If true, lists only the deleted spaces that you can restore, as their administrator.',
    }),
  ),
});

export const CreateSpaceBody = Type.Object({
  title: Type.Optional(Title),
  emoji: Type.Optional(NewEmoji),
  parent: Type.Optional(
    nullable(Type.String({ description: 'The parent collection. Defaults to the top level.' })),
  ),
  language: Type.Optional(Language),
  editMode: Type.Optional(EditMode),
  ...NEW_SPACE_FIELDS,
});

export const UpdateSpaceBody = Type.Object({
  title: Type.Optional(nullable(Title)),
  editMode: Type.Optional(nullable(EditMode)),
  defaultLevel: Type.Optional(DefaultLevelSchema),
  emoji: Type.Optional(nullable(NewEmoji)),
  icon: Type.Optional(nullable(WebUrl)),
  language: Type.Optional(nullable(Language)),
  mergeRules: Type.Optional(nullable(SpaceMergeRulesSchema)),
});
